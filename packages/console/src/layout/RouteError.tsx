import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTransition } from 'react';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';

/** A page that failed, or that could not be fetched. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  // Not only drawn again: what the page is made of is fetched again too.
  return (
    <ErrorAlert error={error} onRetry={() => startRetry(() => router.invalidate())} isRetrying={isRetrying} />
  );
}
