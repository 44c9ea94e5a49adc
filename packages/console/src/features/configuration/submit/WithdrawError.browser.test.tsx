import { updateReturnWish } from '@atrium/contract/test-runs/return-wish';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { useReturnWish } from './use-return-wish.ts';
import { WithdrawError } from './WithdrawError.tsx';

const backupKey = '0190f2c4-7a10-7000-8000-000000000000';

function Withdraw() {
  const wish = useReturnWish();
  return (
    <>
      <button onClick={() => wish.withdraw(backupKey)}>Withdraw</button>
      <WithdrawError withdrawing={wish.withdrawing} />
    </>
  );
}

it('says that the return could not be called off, and tries again', async () => {
  answer(updateReturnWish, () => refusal(500, 'The wish stands.'));
  const screen = await draw(<Withdraw />);
  await screen.getByRole('button', { name: 'Withdraw' }).click();
  const failed = screen.getByRole('alertdialog', { name: 'The return could not be called off' });
  await expect.element(failed.getByText('The wish stands.')).toBeVisible();

  const withdrawn = vi.fn<(...given: unknown[]) => void>();
  answer(updateReturnWish, ({ body }) => {
    withdrawn(body);
    return new Response(null, { status: 204 });
  });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => withdrawn.mock.lastCall).toEqual([{ backupKey, isWanted: false }]);
  await expect.element(failed).not.toBeInTheDocument();
});
