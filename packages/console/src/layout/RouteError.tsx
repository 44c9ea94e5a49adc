import { type ErrorComponentProps, SearchParamError, useRouter } from '@tanstack/react-router';
import { useTransition } from 'react';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { PageNotFound } from './PageNotFound.tsx';

/** A page that failed. A query that is not a page's own leads nowhere, as an unknown path does. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  if (error instanceof SearchParamError) return <PageNotFound />;
  // Not only drawn again: what the page is made of is fetched again too.
  return (
    <ErrorAlert error={error} onRetry={() => startRetry(() => router.invalidate())} isRetrying={isRetrying} />
  );
}
