import type { FirstStepsState } from '@atrium/contract/accounts/user';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { session, useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { freeTierOfferQuery, hasCardQuery } from '../billing/public.ts';
import { listFirstSteps } from './first-steps.ts';
import { hasCallsQuery, liveServicesQuery, ownChangesQuery, recentRunsQuery } from './overview.queries.ts';

const CHANGES: ReadonlySet<string> = new Set(['configuration.edit', 'configuration.import']);

/** Steps of the user, for a newcomer: until all are done, they hide them, or a week is over. */
export function useFirstSteps(now: Date) {
  const auth = useAuth();
  const { userId, username = '' } = auth.user ?? {};
  const { isPending, variables, mutate, error, reset } = useChange({
    mutationFn: (firstSteps: FirstStepsState) => session().updateUser({ params: { firstSteps } }),
    // Each choice is saved, and the last one last.
    scope: { id: 'first-steps' },
  });
  const kept = auth.user?.params.firstSteps ?? 'hidden';
  const shown = isPending ? variables : kept;
  // Users without open steps send no requests for them.
  const isOpen = shown === 'open';
  const called = useQuery({ ...hasCallsQuery(), enabled: isOpen && mayDo(auth, 'functions.invoke') });
  const changes = useQuery({
    ...ownChangesQuery(now, username),
    enabled: isOpen && mayDo(auth, 'configuration.write'),
  });
  const live = useQuery({ ...liveServicesQuery(), enabled: mayDo(auth, 'configuration.read') });
  const runs = useQuery({ ...recentRunsQuery(), enabled: mayDo(auth, 'tests.read') });
  const mayPay = isOpen && mayDo(auth, 'billing.pay');
  const card = useQuery({ ...hasCardQuery(), enabled: mayPay });
  const offer = useQuery({ ...freeTierOfferQuery(), enabled: mayPay });
  const steps = listFirstSteps({
    hasCalled: findIn(called, (has) => has),
    hasChanged: findIn(changes, ({ logs }) =>
      logs.some(
        ({ action, user, impersonator }) => CHANGES.has(action) && user === username && impersonator === null,
      ),
    ),
    hasTested: findIn(runs, (latest) => latest.some((run) => run.userId === userId)),
    hasRepository: findIn(live, ({ services }) => services.some(({ exchange }) => exchange !== null)),
    hasCard: findIn(card, (has) => has),
    offerCents: offer.data?.cents ?? 0,
  }).filter(({ permission }) => mayDo(auth, permission));
  const isDone = isOpen && steps.every((step) => step.isDone === true);
  // Impersonation must not change the user's steps.
  const isNews = isDone && !isPending && error === null && auth.user?.actor === undefined;
  useEffect(() => {
    if (isNews) mutate('done');
  }, [isNews, mutate]);
  return {
    steps,
    isOpen: isOpen && !isDone,
    hide: () => mutate('hidden'),
    /** Error of saving the user's choice. A failure to store completion is ignored and retried next time. */
    error: variables === 'done' ? null : error,
    reset,
  };
}

/** Result of a forbidden query is false. */
function findIn<Returned>(
  { data, isLoading, isError }: UseQueryResult<Returned>,
  has: (answer: Returned) => boolean,
): boolean | null | undefined {
  if (data !== undefined) return has(data);
  if (isLoading) return undefined;
  return isError ? null : false;
}
