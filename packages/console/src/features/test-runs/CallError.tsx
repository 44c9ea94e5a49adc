import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

interface CallErrorProps {
  error: unknown;
  /** The text of the specification for a call of this kind. */
  message: (status: number) => string;
  onRetry?: (() => void) | undefined;
  actions?: ReactNode;
}

/** A failed call about tests: what could not be done, with the status, and what the server says of it. */
export function CallError({ error, message, onRetry, actions }: CallErrorProps) {
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <ErrorAlert error={error} title={message(status)} onRetry={onRetry} actions={actions} className="mb-4" />
  );
}
