import type { Measure } from '@atrium/contract/pricing/measure';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import {
  COLLECTION_METRICS,
  LIVE_TARGET,
  TEST_TARGET,
} from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import {
  type Days,
  isWithinDays,
  MEASURES,
  type OwnTarget,
  SUMS,
  toRelation,
  toStretch,
  type UsageScope,
} from '../metering/usage-day.repository.ts';

/** Cents for a unit of a measure within a stretch of days, not exact. Left out for measures without a price. */
export interface MeasurePrice {
  metric: string;
  target: string;
  stretch: number;
  measure: Measure;
  cents: number;
}

interface PricedDays extends Days {
  changes: string[];
  ownTargets: OwnTarget[];
  prices: readonly MeasurePrice[];
}

/** The sum of a function or collection (`target`), or of a measure of all of them (`metric` and `type`). */
export interface FunctionCostRow {
  target: string | null;
  metric: string | null;
  type: Measure | null;
  /** Number of calls; null if only other measures were counted. */
  calls: number | null;
  /** Null if nothing of it has a price. */
  cents: number | null;
  isPartlyUnpriced: boolean;
}

/** Costs of a service's functions, or collections, on these days. */
export async function listServiceFunctionCosts(
  db: Store,
  scope: UsageScope & { serviceId: string },
  { changes, ownTargets, prices, ...days }: PricedDays,
  areCollections: boolean,
): Promise<FunctionCostRow[]> {
  const column = (name: keyof MeasurePrice) => prices.map((price) => String(price[name]));
  // Counted with floating point, which is for the screen only: exact numbers would take three times as long.
  const { rows } = await sql<FunctionCostRow>`
    with used as (
      select metric, target, ${toStretch(changes)} as stretch, ${SUMS}
      from usage_days
      where ${isWithinDays(scope, days)} and (metric = any(${COLLECTION_METRICS}::text[])) = ${areCollections}
        and target not in (${LIVE_TARGET}, ${TEST_TARGET})
      group by 1, 2, 3
    )
    select target, metric, type, sum(quantity) filter (where type = 'COUNTER')::float8 as calls,
      sum(quantity::float8 * cents) as cents, bool_or(cents is null) as is_partly_unpriced
    from used
    left join (select metric, target, target as price_target from ${toRelation(ownTargets)}
        where service_id = ${scope.serviceId}) as own using (metric, target)
    cross join lateral ${MEASURES}
    left join unnest(${column('metric')}::text[], ${column('target')}::text[], ${column('stretch')}::int[],
        ${column('measure')}::text[], ${column('cents')}::float8[])
      as price (price_metric, priced_target, price_stretch, price_type, cents)
      on price_metric = metric and priced_target = coalesce(price_target, ${ANY_TARGET})
        and price_type = type and price_stretch = stretch
    where quantity > 0
    group by grouping sets ((target), (metric, type))
    order by target collate "C", metric, type`.execute(db);
  return rows;
}
