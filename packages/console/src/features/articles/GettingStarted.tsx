import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { gettingStartedQuery } from './article.queries.ts';

/** The dashboard's Getting Started cards. */
export function GettingStarted() {
  const { data, error, refetch } = useQuery(gettingStartedQuery());
  return (
    <section aria-labelledby="getting-started">
      <h2 id="getting-started" className="mb-3 text-lg font-semibold">
        Getting Started
      </h2>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} label="Loading articles" className="min-h-48" />
      ) : data.length === 0 ? (
        <EmptyState />
      ) : (
        <ArticleCards articles={data} />
      )}
    </section>
  );
}
