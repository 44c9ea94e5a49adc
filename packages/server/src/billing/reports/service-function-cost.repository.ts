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
  isWithin,
  type OwnTarget,
  toPricedDays,
  toRelation,
  type UsageScope,
} from '../metering/usage-day.repository.ts';

/** Cents for a unit of a measure within a stretch of days, not exact. What has no price is not there. */
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
  /** Its calls; null if only other measures were counted. */
  calls: number | null;
  /** Null if nothing of it has a price. */
  cents: number | null;
  isPartlyUnpriced: boolean;
}

/** What the functions, or the collections, of a service cost on these days. */
export async function listServiceFunctionCosts(
  db: Store,
  scope: UsageScope & { serviceId: string },
  { start, end, changes, ownTargets, prices }: PricedDays,
  areCollections: boolean,
): Promise<FunctionCostRow[]> {
  const column = (name: keyof MeasurePrice) => prices.map((price) => String(price[name]));
  // Counted with floating point, which is for the screen only: exact numbers would take three times as long.
  const { rows } = await sql<FunctionCostRow>`
    select used.target, used.metric, used.type, sum(quantity) filter (where used.type = 'COUNTER')::float8 as calls,
      sum(quantity * cents) as cents, bool_or(cents is null) as is_partly_unpriced
    from ${toPricedDays(sql`${isWithin(scope)} and day between ${start} and ${end}`)} as used
    left join (select metric, target, target as price_target from ${toRelation(ownTargets)}
        where service_id = ${scope.serviceId}) as own
      on own.metric = used.metric and own.target = used.target
    left join unnest(${column('metric')}::text[], ${column('target')}::text[], ${column('stretch')}::int[],
        ${column('measure')}::text[], ${column('cents')}::float8[])
      as price (price_metric, priced_target, price_stretch, price_type, cents)
      on price_metric = used.metric and priced_target = coalesce(price_target, ${ANY_TARGET})
        and price_type = used.type and price_stretch = width_bucket(used_on, ${changes}::date[])
    where (used.metric = any(${COLLECTION_METRICS}::text[])) = ${areCollections}
      and used.target not in (${LIVE_TARGET}, ${TEST_TARGET})
    group by grouping sets ((used.target), (used.metric, used.type))
    order by used.target collate "C", used.metric, used.type`.execute(db);
  return rows;
}
