import { sql } from 'kysely';
import type { MonthPrices } from '../invoices/month-prices.ts';

/** The weights of a month's prices as a relation; a metric without prices has no row. */
export function toWeights({ weights }: MonthPrices) {
  const column = (name: keyof (typeof weights)[number]) => weights.map((weight) => String(weight[name]));
  return sql`unnest(${column('service')}::text[], ${column('metric')}::text[], ${column('target')}::text[],
      ${column('stretch')}::int[], ${column('COUNTER')}::numeric[], ${column('TIMER')}::numeric[],
      ${column('MEMORY')}::numeric[])
    as weight (weight_service, weight_metric, weight_target, stretch, per_call, per_millisecond, per_byte)`;
}
