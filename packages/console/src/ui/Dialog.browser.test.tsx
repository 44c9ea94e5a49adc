import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Toaster } from './Toaster.tsx';
import { showToast } from './toast.ts';

afterEach(() => page.viewport(1280, 800));

/** Two dialogs that aren't nested, such as a question and the dialog that its answer opens. */
function TwoDialogs() {
  const [shown, setShown] = useState(0);
  return (
    <>
      <Button onClick={() => setShown(1)}>Ask</Button>
      <Dialog isOpen={shown > 1} title="Upper" onClose={() => setShown(1)}>
        <input aria-label="Answer" />
      </Dialog>
      <Dialog isOpen={shown > 0} title="Lower" onClose={() => setShown(0)}>
        <Button onClick={() => setShown(2)}>Go on</Button>
      </Dialog>
    </>
  );
}

function OneWithMessages() {
  const [isOpen, setOpen] = useState(true);
  const copy = <Button onClick={() => showToast('The name was copied.')}>Copy</Button>;
  return (
    <>
      <Dialog isOpen={isOpen} title="Files" footer={copy} onClose={() => setOpen(false)} />
      <Toaster />
    </>
  );
}

it('Escape closes the upper one of two, then the lower one', async () => {
  const screen = await draw(<TwoDialogs />);
  const upper = screen.getByRole('dialog', { name: 'Upper' });
  const lower = screen.getByRole('dialog', { name: 'Lower' });
  await screen.getByRole('button', { name: 'Ask' }).click();
  await lower.getByRole('button', { name: 'Go on' }).click();
  await expect.element(upper).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(upper).not.toBeInTheDocument();
  await expect.element(lower).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(lower).not.toBeInTheDocument();
});

it('on a phone has messages between its content and its buttons, and leaves them behind when it closes', async () => {
  await page.viewport(360, 740);
  const screen = await draw(<OneWithMessages />);
  const dialog = screen.getByRole('dialog', { name: 'Files' });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const messages = dialog.getByRole('log', { name: 'Messages' });
  await expect.element(messages).toHaveTextContent('The name was copied.');
  const copy = dialog.getByRole('button', { name: 'Copy' }).element().getBoundingClientRect();
  expect(messages.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(copy.top);
  await expectNoFindings();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const message = screen.getByRole('log').getByText('The name was copied.');
  await expect.element(message).toBeVisible();
  await screen.getByRole('button', { name: 'Close this message' }).click();
  await expect.element(message).not.toBeInTheDocument();
});

it('breaks a path in its title after a slash, and is called by the exact path', async () => {
  await page.viewport(360, 740);
  const title = 'Functions: functions/orders/create.js';
  const screen = await draw(<Dialog isOpen size="full" title={title} onClose={() => undefined} />);
  const dialog = screen.getByRole('dialog', { name: title, exact: true });
  await expect.element(dialog).toBeVisible();
  const text = dialog.getByRole('heading', { name: title, exact: true }).element().lastChild as Text;
  const name = new Range();
  name.setStart(text, text.length - 'create.js'.length);
  name.setEnd(text, text.length);
  expect(name.getClientRects(), 'lines of the name').toHaveLength(1);
});
