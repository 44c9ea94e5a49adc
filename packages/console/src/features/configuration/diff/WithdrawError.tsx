import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { ReturnWishHandle } from './use-return-wish.ts';

/** Says that a return could not be called off, and tries again. */
export function WithdrawError({ withdrawing }: Pick<ReturnWishHandle, 'withdrawing'>) {
  const { error, variables, mutate, reset } = withdrawing;
  return (
    <ErrorDialog
      error={error}
      title="The return could not be called off"
      onClose={reset}
      onRetry={() => variables !== undefined && mutate(variables)}
    >
      <p className="mt-3">What was submitted is still tested, and returned if a test fails.</p>
    </ErrorDialog>
  );
}
