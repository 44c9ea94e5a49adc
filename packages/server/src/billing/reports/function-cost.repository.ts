import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { COLLECTION_METRICS } from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import { isWithin, toPricedDays, toRelation, type UsageScope } from '../metering/usage-day.repository.ts';
import { toWeights } from './price-weight.repository.ts';

/** A function or a collection. */
export interface UsedTarget {
  serviceId: string;
  target: string;
  isCollection: boolean;
}

/** What a few functions cost on each day, all metrics together. */
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

/** What a few functions cost from the first day of a month to another one, all metrics together. */
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
 * Costs of the functions by metric, measure and day. Their usage is read first, once for each of them: joined the other
 * way round, it would be read again for every price of the service.
 */
function selectDays(scope: UsageScope, prices: MonthPrices, targets: readonly UsedTarget[], end: string) {
  return sql`
    with used as materialized (
      select wanted.*, metric, type, day, used_on, quantity
      from unnest(${targets.map(({ serviceId }) => serviceId)}::text[], ${targets.map(({ target }) => target)}::text[],
        ${targets.map(({ isCollection }) => isCollection)}::boolean[]) as wanted (service_id, target, is_collection)
      join ${toPricedDays(sql`${isWithin(scope)} and day between ${prices.start} and ${end}`)} as priced
        using (service_id, target)
      where is_collection = (metric = any(${COLLECTION_METRICS}::text[]))
    )
    select service_id, target, is_collection, day,
      quantity * case type when 'COUNTER' then per_call when 'TIMER' then per_millisecond else per_byte end as cost
    from used
    left join (select service_id, metric, target, target as price_target from ${toRelation(prices.ownTargets)}) as own
      using (service_id, metric, target)
    join ${toWeights(prices)} on weight_service = service_id and weight_metric = metric
      and weight_target = coalesce(price_target, ${ANY_TARGET}) and stretch = width_bucket(used_on, ${prices.changes}::date[])`;
}
