import type { ReturnOnFailure } from '@atrium/contract/test-runs/return-on-failure';
import { updateReturnWish } from '@atrium/contract/test-runs/return-wish';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';

/** Tells the platform, before anything is submitted, that a failed test returns it: then this page can be closed. */
export function useReturnWish() {
  const refusal = useRefusal(updateReturnWish);
  const noting = useChange({
    mutationFn: (wish: ReturnOnFailure & { serviceIds: string[] }) => call(updateReturnWish, { body: wish }),
  });
  const withdrawing = useChange({
    mutationFn: (backupKey: string) => call(updateReturnWish, { body: { backupKey, isWanted: false } }),
  });
  return {
    refusal,
    isBusy: noting.isPending,
    note: noting.mutate,
    /** Not all of it went in, and its person is there to decide. */
    withdraw: withdrawing.mutate,
    withdrawing,
  };
}

export type ReturnWishHandle = ReturnType<typeof useReturnWish>;
