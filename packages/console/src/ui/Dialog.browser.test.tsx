import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

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
