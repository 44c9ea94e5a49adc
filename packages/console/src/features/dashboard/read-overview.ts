import type { Permission } from '@atrium/contract/permissions';
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { mayDo } from '../../api/auth-state.ts';
import { currentAuth } from '../../api/session.ts';
import { queryClient } from '../../layout/WithQueries.tsx';
import { workQuery } from '../../layout/work.queries.ts';
import { gettingStartedQuery } from '../articles/public.ts';
import {
  budgetsQuery,
  cardsQuery,
  freeTierOfferQuery,
  hasCardQuery,
  latestInvoicesQuery,
  unpaidInvoicesQuery,
  usageQuery,
  virtualCashQuery,
} from '../billing/public.ts';
import { limitsQuery } from '../limits/public.ts';
import { serviceHealthQuery, servicesQuery } from '../services/public.ts';
import {
  activityQuery,
  hasCallsQuery,
  latestCallsQuery,
  liveServicesQuery,
  ownChangesQuery,
  recentRunsQuery,
  runningMonthQuery,
} from './overview.queries.ts';

/**
 * Reads everything that the overview, and the console around it, first show: one rendering with data is much less work than
 * one with skeletons and one for each response. `early/early-calls.ts` has requested the same.
 */
export async function readOverview(now = new Date()): Promise<void> {
  const auth = currentAuth();
  const client = queryClient();
  const read = async <Data, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Data, Key>,
    permission?: Permission,
  ) => {
    if (mayDo(auth, permission)) await client.prefetchQuery(query);
  };
  const readHealth = async () => {
    const { services } = await client.fetchQuery(servicesQuery());
    await Promise.all(services.map((service) => read(serviceHealthQuery(service))));
  };
  const hasFirstSteps = auth.user?.params.firstSteps === 'open';
  await Promise.allSettled([
    readHealth(),
    read(liveServicesQuery(), 'configuration.read'),
    read(recentRunsQuery(), 'tests.read'),
    read(latestCallsQuery(), 'functions.invoke'),
    read(activityQuery(now)),
    read(latestInvoicesQuery(), 'billing.read'),
    read(unpaidInvoicesQuery(), 'billing.read'),
    read(cardsQuery(), 'billing.read'),
    read(budgetsQuery(), 'billing.read'),
    read(usageQuery()),
    read(runningMonthQuery(now)),
    read(virtualCashQuery()),
    read(limitsQuery()),
    read(gettingStartedQuery()),
    read(workQuery()),
    ...(hasFirstSteps
      ? [
          read(hasCallsQuery(), 'functions.invoke'),
          read(ownChangesQuery(now, auth.user?.username ?? ''), 'configuration.write'),
          read(hasCardQuery(), 'billing.pay'),
          read(freeTierOfferQuery(), 'billing.pay'),
        ]
      : []),
  ]);
}
