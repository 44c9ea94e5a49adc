import { ApiError } from '@atrium/contract/api-error';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorDialog } from './ErrorDialog.tsx';

const failure = new ApiError(500, { status: 500, message: 'The call is broken.', requestId: 'r-1' });

function Failing() {
  const [isOpen, setOpen] = useState(true);
  const [error, setError] = useState<unknown>(null);
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Work">
      <Button onClick={() => setError(failure)}>Try</Button>
      <ErrorDialog error={error} title="The work failed" onClose={() => setError(null)} />
    </Dialog>
  );
}

it('is read out when it opens, above the dialog it belongs to; Escape closes it alone', async () => {
  const screen = await draw(<Failing />);
  const attempt = screen.getByRole('button', { name: 'Try' });
  await attempt.click();
  const error = screen.getByRole('alertdialog', { name: 'The work failed' });
  await expect.element(error).toHaveAccessibleDescription(/The call is broken\./);
  await expect.element(error.getByRole('button', { name: 'Ok' })).toHaveFocus();
  await expectNoFindings();

  await error.getByRole('button', { name: 'See more' }).click();
  for (const line of ['Request id: r-1', 'Status: 500', 'Message: The call is broken.'])
    await expect.element(error.getByText(line, { exact: true })).toBeVisible();
  await expect.element(error).not.toHaveTextContent('{');
  await userEvent.keyboard('{Escape}');
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Work' })).toBeVisible();
  await expect.element(attempt).toHaveFocus();
});

it('keeps the focus inside, and Ok closes it', async () => {
  const screen = await draw(<Failing />);
  await screen.getByRole('button', { name: 'Try' }).click();
  const error = screen.getByRole('alertdialog', { name: 'The work failed' });
  const ok = error.getByRole('button', { name: 'Ok' });
  await expect.element(ok).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(error.getByRole('button', { name: 'See more' })).toHaveFocus();
  await ok.click();
  await expect.element(error).not.toBeInTheDocument();
});
