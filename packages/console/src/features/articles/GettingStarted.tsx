import { useQuery } from '@tanstack/react-query';
import { EntityList } from '../../ui/EntityList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { gettingStartedQuery } from './article.queries.ts';

/** The dashboard's Getting Started cards. */
export function GettingStarted() {
  const articles = useQuery(gettingStartedQuery());
  return (
    <section aria-labelledby="getting-started">
      <h2 id="getting-started" className="mb-3 text-lg font-semibold">
        Getting Started
      </h2>
      <EntityList
        label="articles"
        query={articles}
        skeleton={<Skeleton lines={6} label="Loading articles" className="min-h-48" />}
        empty={{ hint: 'This platform has no articles for beginners.' }}
      >
        {(rows) => <ArticleCards articles={rows} />}
      </EntityList>
    </section>
  );
}
