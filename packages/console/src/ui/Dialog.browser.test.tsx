import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

afterEach(() => page.viewport(1280, 800));

/** Two that no one has drawn inside each other, such as a question and what its answer leads to. */
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

it('breaks a path in its title after a slash, and is called by the exact path', async () => {
  await page.viewport(360, 740);
  const title = 'Hyper Dispatch: functions/orders/create.js';
  const screen = await draw(<Dialog isOpen size="full" title={title} onClose={() => undefined} />);
  const dialog = screen.getByRole('dialog', { name: title, exact: true });
  await expect.element(dialog).toBeVisible();
  const text = dialog.getByRole('heading', { name: title, exact: true }).element().lastChild as Text;
  const name = new Range();
  name.setStart(text, text.length - 'create.js'.length);
  name.setEnd(text, text.length);
  expect(name.getClientRects(), 'lines of the name').toHaveLength(1);
});
