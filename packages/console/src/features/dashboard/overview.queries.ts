import { searchLog } from '@atrium/contract/audit/log';
import { getUsageDays } from '@atrium/contract/billing/usage-month';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { getLatestCalls, hasCalls } from '@atrium/contract/services/calls';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { AHEAD_MS } from '../../api/read-ahead.ts';
import { dayBefore } from '../../lib/day-before.ts';

const FEED_DAYS = 30;
/** More than are shown, because sign-ins are merged. */
const FEED_ENTRIES = 30;

/** Service with the functions of the first steps. */
export const FUNCTIONS_SERVICE = SHIPPED_SERVICES.hyperDispatch.id;

/** Poll interval while a service doesn't respond. */
const UNANSWERED_POLL_MS = 10_000;

export const runningMonthQuery = (now: Date) =>
  queryOptions({
    ...endpointQuery(getUsageDays, { query: { month: now.toISOString().slice(0, 7), by: 'service' } }),
    placeholderData: keepPreviousData,
  });

export const liveServicesQuery = () =>
  queryOptions({
    ...endpointQuery(listConfiguredServices, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.services.some(({ version }) => version === null) ? UNANSWERED_POLL_MS : false,
  });

/** The last ones, newest first: as many as the strip shows. */
export const recentRunsQuery = () =>
  queryOptions({ ...endpointQuery(listRecentTestRuns, { query: { size: 30 } }), staleTime: AHEAD_MS });

/** Calls of all functions in the last 24 hours. */
export const latestCallsQuery = () =>
  queryOptions({ ...endpointQuery(getLatestCalls, {}), staleTime: AHEAD_MS });

/** Returns whether the person has called a function. */
export const hasCallsQuery = () => queryOptions({ ...endpointQuery(hasCalls, {}), staleTime: AHEAD_MS });

/** Days of changes that are read: longer than the first steps are shown. */
const NEWCOMER_DAYS = 8;

/** Latest changes of files by people whose username contains this one. */
export const ownChangesQuery = (now: Date, username: string) =>
  queryOptions({
    ...endpointQuery(searchLog, {
      body: {
        startAt: dayBefore(now, NEWCOMER_DAYS),
        action: 'configuration',
        user: username,
        size: FEED_ENTRIES,
      },
    }),
    staleTime: AHEAD_MS,
  });

/** Recent changes in the domain, newest first. */
export const activityQuery = (now: Date) =>
  queryOptions({
    ...endpointQuery(searchLog, { body: { startAt: dayBefore(now, FEED_DAYS), size: FEED_ENTRIES } }),
    staleTime: AHEAD_MS,
  });
