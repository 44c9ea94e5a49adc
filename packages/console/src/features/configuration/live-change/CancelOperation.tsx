import { isNotFound } from '@atrium/contract/not-found';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { cancelPull } from '../files/pull.queries.ts';

/** Labels of a cancellation: its object, if several operations run, and its side effects. */
export interface Canceling {
  readonly what?: string;
  readonly onMutate?: () => void;
  readonly onSuccess?: () => void;
  readonly onError?: () => void;
}

const RETRIES = 4;
const RETRY_MS = 500;

/** Stops a pull or push; busy until it has ended. */
export function CancelOperation({ id, canceling }: { id: string; canceling: Canceling }) {
  const { what, ...effects } = canceling;
  const cancel = useChange({
    mutationFn: () => cancelPull(id),
    // The call that starts it may still be on its way.
    retry: (count, error) => count < RETRIES && isNotFound(error),
    retryDelay: RETRY_MS,
    ...effects,
  });
  return (
    <>
      <Button
        size="small"
        aria-label={what && `Cancel: ${what}`}
        isBusy={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate()}
      >
        Cancel
      </Button>
      <ErrorDialog error={cancel.error} title="It could not be canceled" onClose={() => cancel.reset()} />
    </>
  );
}
