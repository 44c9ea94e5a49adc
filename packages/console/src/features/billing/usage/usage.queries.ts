import { listBudgets } from '@atrium/contract/billing/budget';
import { listMetricVersions } from '@atrium/contract/billing/metric-versions';
import { compareUsage, listMetricDays } from '@atrium/contract/billing/usage-comparison';
import {
  getMonthUsage,
  getUsageDays,
  listUsedFunctions,
  type UsagePart,
} from '@atrium/contract/billing/usage-month';
import { listServices } from '@atrium/contract/services/service';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** Number of functions that a dialog lists without a search. */
const COSTLY_FUNCTIONS = 10;

export const budgetsQuery = () => endpointQuery(listBudgets, {});
export const servicesQuery = () => endpointQuery(listServices, {});

export const costlyFunctionsQuery = (month: string) =>
  endpointQuery(listUsedFunctions, { body: { month, search: '', page: 0, size: COSTLY_FUNCTIONS } });

/** Usage of one service, or of all. */
export const monthUsageQuery = (month: string, serviceId?: string) =>
  endpointQuery(getMonthUsage, { query: { month, ...(serviceId !== undefined && { serviceId }) } });

export const comparisonQuery = (from: string, to: string) =>
  endpointQuery(compareUsage, { query: { from, to } });

interface BilledMetric {
  month: string;
  serviceId: string;
  metric: string;
  target: string;
}

export const metricDaysQuery = (query: BilledMetric) => endpointQuery(listMetricDays, { query });
export const metricVersionsQuery = (query: BilledMetric) => endpointQuery(listMetricVersions, { query });

/** The plot of before stays until the one that is stacked otherwise has been read. */
export const usageDaysQuery = (month: string, by: UsagePart, serviceId?: string) =>
  queryOptions({
    ...endpointQuery(getUsageDays, { query: { month, by, ...(serviceId !== undefined && { serviceId }) } }),
    placeholderData: keepPreviousData,
  });
