import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

function Question({ onConfirm, isBusy = false }: { onConfirm: () => void; isBusy?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Close the account</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close the account"
        confirmLabel="Close it"
        isDangerous
        isBusy={isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={onConfirm}
      >
        Are you sure you want to close the account?
      </ConfirmDialog>
    </>
  );
}

it('starts on the harmless answer, and Escape gives the focus back', async () => {
  const onConfirm = vi.fn<() => void>();
  const screen = await draw(<Question onConfirm={onConfirm} />);
  const open = screen.getByRole('button', { name: 'Close the account' });
  await open.click();
  const dialog = screen.getByRole('alertdialog', { name: 'Close the account' });
  await expect.element(dialog).toHaveAccessibleDescription('Are you sure you want to close the account?');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectNoFindings();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('is confirmed with the keyboard alone', async () => {
  const onConfirm = vi.fn<() => void>();
  const screen = await draw(<Question onConfirm={onConfirm} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('stays open while it is busy', async () => {
  const onConfirm = vi.fn<() => void>();
  const screen = await draw(<Question onConfirm={onConfirm} isBusy />);
  await screen.getByRole('button', { name: 'Close the account' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Close the account' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close it' }).click({ force: true });
  await expect.element(dialog).toBeVisible();
  expect(onConfirm).not.toHaveBeenCalled();
});
