import { listBudgets } from '@atrium/contract/billing/budget';
import { getMonthUsage, getUsageDays, type UsagePart } from '@atrium/contract/billing/usage-month';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const budgetsQuery = () => endpointQuery(listBudgets, {});

/** Of one service, or of all. */
export const monthUsageQuery = (month: string, serviceId?: string) =>
  endpointQuery(getMonthUsage, { query: { month, ...(serviceId !== undefined && { serviceId }) } });

/** The plot of before stays until the one that is stacked otherwise has been read. */
export const usageDaysQuery = (month: string, by: UsagePart, serviceId?: string) =>
  queryOptions({
    ...endpointQuery(getUsageDays, { query: { month, by, ...(serviceId !== undefined && { serviceId }) } }),
    placeholderData: keepPreviousData,
  });
