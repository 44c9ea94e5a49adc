import { ApiError } from '@atrium/contract/api-error';
import type { ReactNode } from 'react';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

interface CallErrorProps {
  error: unknown;
  /** The text of the specification for a call of this kind. */
  message: (status: number) => string;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  actions?: ReactNode;
}

/** A failed call about tests: what could not be done, with the status, and the server's message. */
export function CallError({ error, message, onRetry, isRetrying, actions }: CallErrorProps) {
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <ErrorAlert
      error={error}
      title={message(status)}
      onRetry={onRetry}
      isRetrying={isRetrying}
      actions={actions}
      className="mb-4"
    />
  );
}
