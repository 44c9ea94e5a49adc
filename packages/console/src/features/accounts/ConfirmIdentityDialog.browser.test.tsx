import { listFactors, type SecondFactors } from '@atrium/contract/accounts/second-factor';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx';

const time = '2026-11-01T00:00:00Z';
const passkey = { id: 'laptop', kind: 'passkey' as const, name: 'Laptop', createdOn: time, lastUsedOn: null };
const nothing: SecondFactors = {
  factors: [],
  recoveryCodesLeft: 0,
  hasPassword: false,
  isRequired: false,
  canAddPasskey: true,
};
const open = (factors: SecondFactors) => {
  answer(listFactors, () => factors);
  return draw(<ConfirmIdentityDialog onConfirmed={() => undefined} onClose={() => undefined} />);
};

it('sends people without a password and a factor out and in again', async () => {
  const screen = await open(nothing);
  await expect.element(screen.getByText(/^Your account has no password\./)).toBeVisible();
  await expect.element(screen.getByLabelText(/^Your password/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

it('asks people without a password for what they have', async () => {
  const screen = await open({ ...nothing, factors: [passkey], recoveryCodesLeft: 3 });
  await expect.element(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Use your password' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect.element(screen.getByLabelText(/^Recovery code/)).toBeVisible();
});

it('says when it cannot tell the ways to confirm, and offers them once it can', async () => {
  answer(listFactors, () => refusal(500, 'The factors are broken.'));
  const screen = await draw(
    <ConfirmIdentityDialog onConfirmed={() => undefined} onClose={() => undefined} />,
  );
  await expect.element(screen.getByText('The factors are broken.')).toBeVisible();
  await expect.element(screen.getByLabelText(/^Your password/)).toBeVisible();
  answer(listFactors, () => ({ ...nothing, hasPassword: true, factors: [passkey] }));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
});
