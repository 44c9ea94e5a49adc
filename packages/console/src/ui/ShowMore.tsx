import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface ShowMoreProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  /** What the button says: `Show older entries`. */
  children: ReactNode;
}

/** Below a list that grows: reads its next page; nothing once there is none. */
export function ShowMore({ query, children }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="p-4 text-center">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
