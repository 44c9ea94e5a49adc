import { searchLog } from '@atrium/contract/audit/log';
import { getUsageDays } from '@atrium/contract/billing/usage-month';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { countInvocations, countLatestInvocations } from '@atrium/contract/service-api/invocation-counts';
import { serviceUri } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { dayBefore } from '../../lib/day-before.ts';

const FEED_DAYS = 30;

/** The service whose functions everyone starts with. */
export const FUNCTIONS_SERVICE = SHIPPED_SERVICES.hyperDispatch.id;

export const runningMonthQuery = (now: Date) =>
  queryOptions({
    ...endpointQuery(getUsageDays, { query: { month: now.toISOString().slice(0, 7), by: 'service' } }),
    placeholderData: keepPreviousData,
  });

export const liveServicesQuery = () => endpointQuery(listConfiguredServices, {});

/** The last ones, newest first: as many as the strip shows. */
export const recentRunsQuery = () =>
  queryOptions({ ...endpointQuery(listRecentTestRuns, { query: { size: 30 } }), staleTime: 0 });

/** Calls of all functions in the last 24 hours. */
export const latestCallsQuery = () =>
  queryOptions({
    ...endpointQuery(countLatestInvocations, {}, { base: serviceUri(FUNCTIONS_SERVICE) }),
    staleTime: 0,
  });

/** Calls of functions in the last days, today included. */
export const callsQuery = (days: number) =>
  endpointQuery(countInvocations, { query: { days } }, { base: serviceUri(FUNCTIONS_SERVICE) });

/** What was changed in the domain lately, newest first. */
export const activityQuery = (now: Date) =>
  queryOptions({
    ...endpointQuery(searchLog, { body: { startAt: dayBefore(now, FEED_DAYS) } }),
    staleTime: 0,
  });
