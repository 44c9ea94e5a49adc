import { useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { ArticleHtml } from './ArticleHtml.tsx';
import { articleQuery } from './article.queries.ts';

export function ArticlePage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(articleQuery(id));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} label="Loading the article" className="mx-auto max-w-3xl" />;
  return (
    <article className="mx-auto max-w-3xl">
      <title>{`${data.title} · Atrium`}</title>
      <PageHeader title={data.title} description={data.description} />
      <ArticleHtml html={data.html} />
      {data.articlesMinimal.length > 0 && (
        <section aria-labelledby="related" className="mt-10">
          <h2 id="related" className="mb-3 text-lg font-semibold">
            Read next
          </h2>
          <ArticleCards articles={data.articlesMinimal} />
        </section>
      )}
    </article>
  );
}
