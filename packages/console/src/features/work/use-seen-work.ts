import { listWork, updateWorkSeen, type Work } from '@atrium/contract/work/work';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';

/** What was shown is seen once the panel closes: until then it stays marked as new. */
export function useSeenWork(work: readonly Work[] | undefined): void {
  const { user } = useAuth();
  const client = useQueryClient();
  const see = useChange({
    mutationFn: (until: string) => call(updateWorkSeen, { body: { until } }),
    onSuccess: () => readAgain(client, [listWork]),
  });
  const close = useEffectEvent(() => {
    const ends = (work ?? []).flatMap(({ isNew, endedOn }) => (isNew && endedOn !== null ? endedOn : []));
    const until = ends.toSorted().at(-1);
    // Whoever acts as someone else has not seen it for them.
    if (until !== undefined && user?.actor === undefined) see.mutate(until);
  });
  useEffect(() => () => close(), []);
}
