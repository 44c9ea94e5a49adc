import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useStandingError } from './use-standing-error.ts';

/** Query, or the combined result of several. */
export type PanelQuery<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'errorUpdateCount' | 'isFetching'
> & { refetch: () => unknown };

interface QueryPanelProps<Data> {
  query: PanelQuery<Data>;
  children: (answer: Data) => ReactNode;
  /** The error shows elsewhere on the page already. */
  hidesError?: boolean;
  /** Placeholder while loading, with the height of the content, so that nothing moves. */
  skeleton?: ReactNode;
}

/** A part of a page that waits for a call: loading, then its content, or the error instead. */
export function QueryPanel<Data>({ query, children, hidesError = false, skeleton }: QueryPanelProps<Data>) {
  const error = useStandingError(query);
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (error !== null) {
    return hidesError ? null : (
      <ErrorAlert
        error={error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        className="w-full"
      />
    );
  }
  return skeleton ?? <Skeleton className="w-full px-4 pb-4" />;
}
