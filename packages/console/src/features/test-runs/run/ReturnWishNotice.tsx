import { listReturnWishes } from '@atrium/contract/test-runs/return-wish';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { isWishShown, wishText } from './wish-text.ts';

const POLL_MS = 2000;

/** Submits that wait for the run that decides about them, and those that no run could test. */
export function ReturnWishNotice({ shownRunId }: { shownRunId: string | undefined }) {
  const mayRead = mayDo(useAuth(), 'configuration.read');
  const found = useQuery({
    ...endpointQuery(listReturnWishes, {}),
    enabled: mayRead,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((wish) => wish.state === 'WAITING') ? POLL_MS : false),
  });
  const wishes = found.data;
  const [waited, setWaited] = useState<readonly string[]>([]);
  const waiting = wishes?.filter(
    ({ state, backupKey }) => state === 'WAITING' && !waited.includes(backupKey),
  );
  if (waiting && waiting.length > 0) setWaited([...waited, ...waiting.map(({ backupKey }) => backupKey)]);
  return wishes
    ?.filter((wish) => isWishShown(wish, { shownRunId, waited }))
    .map((wish) => {
      const { kind, title, text } = wishText(wish);
      return (
        <Alert
          key={wish.backupKey}
          kind={kind}
          title={title}
          className="mb-4"
          actions={
            wish.runId !== null && (
              <AppLink href={paths.runTests({ runId: wish.runId })} className="link">
                Show that run
              </AppLink>
            )
          }
        >
          {text} {wish.state === 'UNTESTED' && `Submitted on ${formatDayMonthYearTime(wish.createdOn)}.`}
        </Alert>
      );
    });
}
