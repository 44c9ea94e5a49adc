import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { FloatingMenu, Menu } from './Menu.tsx';

const onRename = vi.fn<() => void>();
const onDelete = vi.fn<() => void>();

async function open() {
  vi.resetAllMocks();
  const screen = await draw(
    <>
      <Menu
        trigger={<Button>Actions</Button>}
        actions={[
          { label: 'Rename', onSelect: onRename },
          { label: 'Move', isDisabled: true },
          'separator',
          { label: 'Delete', onSelect: onDelete, isDangerous: true },
          { label: 'Read about it', render: <a href="#help">Read about it</a> },
        ]}
      />
      <Button>Next</Button>
    </>,
  );
  const trigger = screen.getByRole('button', { name: 'Actions' });
  const menu = screen.getByRole('menu');
  const entry = (name: string) => menu.getByRole('menuitem', { name });
  return { screen, trigger, menu, entry };
}

it('opens by keyboard, is gone through with arrows and letters, and chooses by Enter', async () => {
  const { trigger, menu, entry } = await open();
  await expect.element(trigger).toHaveAttribute('aria-haspopup', 'menu');
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  await userEvent.tab();
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
  await expect.element(menu).toHaveAccessibleName('Actions');
  await expect.element(entry('Rename')).toHaveFocus();
  await expectNoFindings();

  await userEvent.keyboard('d');
  await expect.element(entry('Delete')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(entry('Read about it')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(entry('Rename')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onRename).toHaveBeenCalledOnce();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
});

it('is left by Escape, which does nothing but give the focus back', async () => {
  const { trigger, menu, entry } = await open();
  await trigger.click();
  await expect.element(entry('Delete')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
  expect(onRename).not.toHaveBeenCalled();
  expect(onDelete).not.toHaveBeenCalled();
});

it('is left by Tab to what comes after its button, both ways without a stop in between', async () => {
  const { screen, trigger, menu, entry } = await open();
  await trigger.click();
  await expect.element(entry('Rename')).toBeVisible();
  await userEvent.tab();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(trigger).toHaveFocus();
});

it('tells what cannot be chosen, has links and a line between its parts', async () => {
  const { menu, trigger, entry } = await open();
  await trigger.click();
  await expect.element(entry('Move')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(entry('Read about it')).toHaveAttribute('href', '#help');
  await expect.element(menu.getByRole('separator')).toBeInTheDocument();
  await entry('Delete').click();
  expect(onDelete).toHaveBeenCalledOnce();
});

it('opens where it was pressed, without a button of its own', async () => {
  const onClose = vi.fn<() => void>();
  const screen = await draw(
    <FloatingMenu
      at={new DOMRect(200, 100, 20, 20)}
      actions={[{ label: 'Take this side', onSelect: onRename }]}
      onClose={onClose}
    />,
  );
  const entry = screen.getByRole('menuitem', { name: 'Take this side' });
  await expect.element(entry).toBeVisible();
  expect(screen.getByRole('menu').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(120);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
