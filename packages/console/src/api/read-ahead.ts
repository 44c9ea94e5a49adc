import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Lifetime of prefetched data: from a pointed-at link or the start of the document until the page shows it. */
export const AHEAD_MS = 5_000;

/** Invalidates prefetched queries when the page is left, so that the next visit, however soon, refetches them. */
export function useReadAhead(queries: readonly { queryKey: QueryKey }[]): void {
  const client = useQueryClient();
  // Rendering creates new keys each time.
  const [ofThisVisit] = useState(queries);
  useEffect(
    () => () => {
      for (const { queryKey } of ofThisVisit)
        void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    },
    [client, ofThisVisit],
  );
}
