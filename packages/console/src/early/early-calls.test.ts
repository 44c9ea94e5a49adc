import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { gettingStartedQuery } from '../features/articles/article.queries.ts';
import {
  cardsQuery,
  freeTierOfferQuery,
  hasCardQuery,
  latestInvoicesQuery,
  unpaidInvoicesQuery,
  usageQuery,
  virtualCashQuery,
} from '../features/billing/billing.queries.ts';
import { budgetsQuery } from '../features/billing/usage/usage.queries.ts';
import {
  activityQuery,
  hasCallsQuery,
  latestCallsQuery,
  liveServicesQuery,
  recentRunsQuery,
  runningMonthQuery,
} from '../features/dashboard/overview.queries.ts';
import { limitsQuery } from '../features/limits/limit.queries.ts';
import { userPricesQuery } from '../features/pricing/price-list.queries.ts';
import { servicesQuery } from '../features/services/service.queries.ts';
import { workQuery } from '../layout/work.queries.ts';
import { overviewCalls } from './early-calls.ts';

const now = new Date('2026-11-23T10:00:00.123Z');
const userWith = (firstSteps: string, permissions: readonly string[] = PERMISSIONS) =>
  ({ permissions, params: { firstSteps } }) as unknown as SignedInResponse['user'];
const lineOf = (method?: string, path?: unknown, body?: unknown) =>
  `${method} ${String(path)} ${String(body)}`;

afterEach(() => vi.unstubAllGlobals());

/** Requests sent by the queries, as lines. */
async function linesSent(queries: { queryKey: QueryKey; queryFn?: unknown }[]): Promise<string[]> {
  const lines: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    lines.push(lineOf(method, path, body));
    return Response.json(path.includes('/article/') ? [] : {});
  });
  const client = new QueryClient();
  for (const query of queries) await client.fetchQuery(query as Parameters<typeof client.fetchQuery>[0]);
  return lines.sort();
}

const linesAsked = (user: SignedInResponse['user']) =>
  overviewCalls(user, now)
    .map(({ method, path, body }) => lineOf(method, path, body && JSON.stringify(body)))
    .sort();

const always = [
  liveServicesQuery(),
  recentRunsQuery(),
  activityQuery(now),
  latestInvoicesQuery(),
  unpaidInvoicesQuery(),
  cardsQuery(),
  budgetsQuery(),
  usageQuery(),
  runningMonthQuery(now),
  virtualCashQuery(),
  limitsQuery(),
  servicesQuery(),
  gettingStartedQuery(),
  userPricesQuery(),
  workQuery(),
];

test('what is asked for early is what the overview, and the console around it, ask for', async () => {
  const steps = [hasCallsQuery(), hasCardQuery(), freeTierOfferQuery()];
  expect(linesAsked(userWith('open'))).toEqual(await linesSent([...always, ...steps]));
  expect(linesAsked(userWith('hidden'))).toEqual(await linesSent([...always, latestCallsQuery()]));
});

test('nothing is asked for early that the person may not read', () => {
  const paths = overviewCalls(userWith('open', []), now).map(({ path }) => path);
  expect(paths).toEqual([
    '/console/v1/usage/days?month=2026-11&by=service',
    '/console/v1/consolidated/log',
    '/console/v1/billing/invoice',
    '/console/v1/virtual/cash',
    '/console/v1/limits',
    '/services',
    '/doc/v1/public/article/minimal/HOW_TO',
    '/console/v1/public/pricing',
    '/console/v1/work',
  ]);
});
