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
      <p className="mt-3">
        The submitted changes are still being tested, and will be undone if a test fails.
      </p>
    </ErrorDialog>
  );
}
