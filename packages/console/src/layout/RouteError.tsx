import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTransition } from 'react';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';

/** A page that failed, or that could not be fetched. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  // A retry fetches the files of the page again before rendering.
  return (
    <ErrorAlert error={error} onRetry={() => startRetry(() => router.invalidate())} isRetrying={isRetrying} />
  );
}
