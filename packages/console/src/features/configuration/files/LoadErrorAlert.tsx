import { ApiError } from '@atrium/contract/api-error';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

interface LoadErrorAlertProps {
  error: Error;
  onIgnore: () => void;
  onRetry: () => void;
}

/** Error about unreadable local files of a service, with buttons to ignore the service or retry. */
export function LoadErrorAlert({ error, onIgnore, onRetry }: LoadErrorAlertProps) {
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <ErrorAlert
      error={error}
      title={`Could not fetch metadata, response status: ${status}`}
      onRetry={onRetry}
      actions={
        <Button size="small" onClick={onIgnore}>
          Ignore
        </Button>
      }
    />
  );
}
