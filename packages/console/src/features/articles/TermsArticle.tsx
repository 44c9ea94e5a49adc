import { useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ArticleHtml } from './ArticleHtml.tsx';
import { termsQuery } from './article.queries.ts';

/** The terms themselves, for the dialog and for the page. */
export function TermsArticle() {
  const { data, error, refetch } = useQuery(termsQuery());
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={12} label="Loading the terms" />;
  return <ArticleHtml html={data.html} />;
}
