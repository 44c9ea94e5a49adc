import { COLLECTION_METRICS } from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import { isWithinDays, toStretch, type UsageScope } from '../metering/usage-day.repository.ts';
import { COST, toPriceJoin } from './price-weight.repository.ts';

/** A function or a collection. */
export interface UsedTarget {
  serviceId: string;
  target: string;
  isCollection: boolean;
}

/** Daily costs of a few functions, over all metrics. */
export async function listFunctionDayCosts(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  targets: readonly UsedTarget[],
): Promise<(UsedTarget & { day: string; cost: string })[]> {
  const { rows } = await sql<UsedTarget & { day: string; cost: string }>`
    select service_id, target, is_collection, day, sum(cost) as cost
    from (${selectDays(scope, prices, targets, prices.end)}) as costs
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Costs of a few functions from the first day of a month to another day, over all metrics. */
export async function listFunctionCosts(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  targets: readonly UsedTarget[],
  end: string,
): Promise<(UsedTarget & { cost: string })[]> {
  const { rows } = await sql<UsedTarget & { cost: string }>`
    select service_id, target, is_collection, sum(cost) as cost
    from (${selectDays(scope, prices, targets, end)}) as costs
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db);
  return rows;
}

/**
 * Costs of the functions by metric and day. Their usage is read first, once for each of them: joined the other
 * way round, it would be read again for every price of the service.
 */
function selectDays(scope: UsageScope, prices: MonthPrices, targets: readonly UsedTarget[], end: string) {
  return sql`
    with used as materialized (
      select wanted.*, metric, day, ${toStretch(prices.changes)} as stretch, calls, milliseconds, bytes
      from unnest(${targets.map(({ serviceId }) => serviceId)}::text[], ${targets.map(({ target }) => target)}::text[],
        ${targets.map(({ isCollection }) => isCollection)}::boolean[]) as wanted (service_id, target, is_collection)
      join usage_days using (service_id, target)
      where ${isWithinDays(scope, { ...prices, end })} and is_collection = (metric = any(${COLLECTION_METRICS}::text[]))
    )
    select service_id, target, is_collection, day, coalesce(${COST}, 0) as cost from used ${toPriceJoin(prices)}`;
}
