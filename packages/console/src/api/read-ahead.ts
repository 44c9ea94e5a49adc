import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** From reading an answer ahead, when a link is pointed at or a document begins, to the page that shows it. */
export const AHEAD_MS = 5_000;

/** One visit uses up what was read ahead of it: the next one, which may come soon after, reads anew. */
export function useReadAhead(queries: readonly { queryKey: QueryKey }[]): void {
  const client = useQueryClient();
  // The keys are new with each rendering.
  const [ofThisVisit] = useState(queries);
  useEffect(
    () => () => {
      for (const { queryKey } of ofThisVisit)
        void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    },
    [client, ofThisVisit],
  );
}
