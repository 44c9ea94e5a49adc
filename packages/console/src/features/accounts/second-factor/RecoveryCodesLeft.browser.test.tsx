import { createRecoveryCodes } from '@atrium/contract/accounts/second-factor';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { RecoveryCodesLeft } from './RecoveryCodesLeft.tsx';

it('asks before the codes that are left stop working, and says so beside the new ones', async () => {
  let created = 0;
  answer(createRecoveryCodes, () => {
    created += 1;
    return { recoveryCodes: ['aaaa-bbbb'] };
  });
  const screen = await draw(<RecoveryCodesLeft left={7} />);
  const create = screen.getByRole('button', { name: 'Create new codes' });
  const question = screen.getByRole('alertdialog', { name: 'Create new recovery codes?' });
  await create.click();
  await expect.element(question.getByText('The 7 codes that are left stop working.')).toBeVisible();
  await expectNoFindings();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(created).toBe(0);
  await create.click();
  await question.getByRole('button', { name: 'Create new codes' }).click();
  const codes = screen.getByRole('alertdialog', { name: 'Save your recovery codes' });
  await expect.element(codes.getByText(/The codes from before no longer work\./)).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(created).toBe(1);
});
