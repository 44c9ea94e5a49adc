import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { truncateText } from '../../lib/truncate-text.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityList } from '../../ui/EntityList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { gettingStartedQuery } from './article.queries.ts';

/** Guides that are shown before all are asked for. */
const FIRST_GUIDES = 3;

/** The dashboard's Getting Started: the first guides, and all of them when they are asked for. */
export function GettingStarted() {
  const articles = useQuery(gettingStartedQuery());
  const [showsAll, setShowsAll] = useState(false);
  const count = articles.data?.length ?? 0;
  return (
    <Card
      title="Getting Started"
      isFlush
      actions={
        count > FIRST_GUIDES && (
          <Button
            size="small"
            variant="quiet"
            className="-my-1 -mr-2.5"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Fewer guides' : 'All guides'}
          </Button>
        )
      }
    >
      <EntityList
        label="articles"
        query={articles}
        skeleton={<Skeleton lines={6} label="Loading articles" className="min-h-48 px-4 pb-3" />}
        empty={{ hint: 'This platform has no articles for beginners.', action: null }}
      >
        {(rows) => (
          <ul className="grid gap-2 px-4 pb-3">
            {(showsAll ? rows : rows.slice(0, FIRST_GUIDES)).map(({ id, title, description }) => (
              <li key={id}>
                <AppLink href={paths.article(id)} className="group block text-ink no-underline">
                  <h3 className="text-sm font-medium text-accent underline decoration-1 underline-offset-3 group-hover:decoration-2">
                    {title}
                  </h3>
                  <span className="block text-xs text-ink-soft">{truncateText(description)}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </EntityList>
    </Card>
  );
}
