import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { sql } from 'kysely';
import type { MonthPrices } from '../invoices/month-prices.ts';
import { toRelation } from '../metering/usage-day.repository.ts';

/** The weights of a month's prices as a relation; a metric without prices has no row. */
export function toWeights({ weights }: MonthPrices) {
  const column = (name: keyof (typeof weights)[number]) => weights.map((weight) => String(weight[name]));
  return sql`unnest(${column('service')}::text[], ${column('metric')}::text[], ${column('target')}::text[],
      ${column('stretch')}::int[], ${column('COUNTER')}::numeric[], ${column('TIMER')}::numeric[],
      ${column('MEMORY')}::numeric[])
    as weight (weight_service, weight_metric, weight_target, stretch, per_call, per_millisecond, per_byte)`;
}

/** The cost of usage that is joined with its prices. */
export const COST = sql`calls * per_call + milliseconds * per_millisecond + bytes * per_byte`;

/** Joins `used` with the prices of its stretches: of the target if it has its own (`price_target`), else of all targets. */
export function toPriceJoin(prices: MonthPrices) {
  return sql`
    left join (select service_id, metric, target, target as price_target from ${toRelation(prices.ownTargets)}) as own
      using (service_id, metric, target)
    left join ${toWeights(prices)} on weight_service = service_id and weight_metric = metric
      and weight.stretch = used.stretch and weight_target = coalesce(price_target, ${ANY_TARGET})`;
}
