import { type ErrorComponentProps, SearchParamError } from '@tanstack/react-router';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { PageNotFound } from './PageNotFound.tsx';

/** A page that failed. A query that is not a page's own leads nowhere, as an unknown path does. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  if (error instanceof SearchParamError) return <PageNotFound />;
  return <ErrorAlert error={error} onRetry={reset} />;
}
