import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EntityList } from '../../ui/EntityList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { gettingStartedQuery } from './article.queries.ts';

/** Cards that are shown before all are asked for. */
const FIRST_CARDS = 3;

/** The dashboard's Getting Started cards: the first ones, and all guides when they are asked for. */
export function GettingStarted() {
  const articles = useQuery(gettingStartedQuery());
  const [showsAll, setShowsAll] = useState(false);
  const count = articles.data?.length ?? 0;
  return (
    <section aria-labelledby="getting-started">
      <h2 id="getting-started" className="mb-3 text-base font-semibold">
        Getting Started
      </h2>
      <EntityList
        label="articles"
        query={articles}
        skeleton={<Skeleton lines={6} label="Loading articles" className="min-h-48" />}
        empty={{ hint: 'This platform has no articles for beginners.', action: null }}
      >
        {(rows) => <ArticleCards articles={showsAll ? rows : rows.slice(0, FIRST_CARDS)} />}
      </EntityList>
      {count > FIRST_CARDS && (
        <Button className="mt-3" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Fewer guides' : 'All guides'}
        </Button>
      )}
    </section>
  );
}
