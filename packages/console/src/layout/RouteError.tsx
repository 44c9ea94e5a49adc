import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTransition } from 'react';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';

/** A page that failed, or that could not be fetched. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  // Not only rendered again: the files of the page are fetched again too.
  return (
    <ErrorAlert error={error} onRetry={() => startRetry(() => router.invalidate())} isRetrying={isRetrying} />
  );
}
