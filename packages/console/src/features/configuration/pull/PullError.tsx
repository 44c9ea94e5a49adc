import { isNotFound } from '@atrium/contract/not-found';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

interface PullErrorProps {
  error: Error;
  onPullAgain: () => void;
  onRetry: () => void;
}

/** Says that a pull has expired, or why it cannot be shown. */
export function PullError({ error, onPullAgain, onRetry }: PullErrorProps) {
  return isNotFound(error) ? (
    <ErrorAlert
      error={error}
      title="This pull has expired. Pull again to continue."
      actions={
        <Button size="small" onClick={onPullAgain}>
          Pull again
        </Button>
      }
    />
  ) : (
    <ErrorAlert error={error} title="The pull could not be loaded." onRetry={onRetry} />
  );
}
