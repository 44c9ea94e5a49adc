import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawMerge } from '../../../../../test/draw-merge.tsx';

afterEach(() => page.viewport(1280, 800));

it('undoes a choice that replaced what was typed, from the button that made it', async () => {
  const { screen, merged } = await drawMerge();
  const undo = screen.getByRole('button', { name: 'Undo', exact: true });
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  await merged.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}typed ');
  await expect.element(merged).toMatchTextContent(/typed b/);
  await screen.getByRole('button', { name: 'Apply Remote for the whole file' }).click();
  await expect.element(merged).not.toMatchTextContent(/typed/);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(merged).toMatchTextContent(/typed b/);
  await expect.element(screen.getByText('Undone: all conflicts resolved · 0 changes.')).toBeInTheDocument();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(merged).not.toMatchTextContent(/typed/);
});

it('undoes in the list of a phone, too, by the radio button and without a keyboard', async () => {
  await page.viewport(390, 800);
  const { screen, onDraft } = await drawMerge();
  const choice = (name: string) => screen.getByRole('radio', { name, exact: true });
  await choice('Remote').click();
  await choice('Local').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(choice('Remote')).toBeChecked();
  const undo = screen.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await expect.element(choice('Remote')).not.toBeChecked();
  await expect.element(undo).toHaveFocus();
  await screen.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect.element(choice('Remote')).toBeChecked();
  await expect.poll(() => onDraft.mock.lastCall?.[0].merged).toContain('R');
});
