import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import {
  isWithin,
  isWithinDays,
  SUMS,
  toStretch,
  type UsageScope,
} from '../metering/usage-day.repository.ts';
import { COST, toPriceJoin } from './price-weight.repository.ts';

/** Usage of one function within its entry of a bill; costs are in parts of a cent that only their ratio has meaning of. */
export interface RankedFunction {
  payerId: string;
  serviceId: string;
  metric: string;
  /** Target of the bill's entry: the function if it has a price of its own, else `*`. */
  priceTarget: string;
  target: string;
  calls: string;
  milliseconds: string;
  bytes: string;
  cost: string;
  /** Sum of this function and all with higher costs. */
  costSoFar: string;
  costOfAll: string;
  functionCount: number;
}

/** Key of a bill's entry. */
export const ENTRY = sql`payer_id, service_id, metric, price_target`;

/**
 * Functions within the entries of the bills, in an order that is the same for every reader. Entries are numbered
 * because ten thousand rows are sorted by a number in half the time that their names take.
 */
export const FOLLOWING = sql`(partition by entry_number order by cost desc, calls desc, target collate "C"
  rows unbounded preceding)`;

/** The functions of every entry of the bills, with their cost. */
export function toRated(scope: UsageScope, prices: MonthPrices) {
  return prices.changes.length === 0 ? selectMonth(scope, prices) : selectStretches(scope, prices);
}

/** Costs of a month in which no price changes. */
function selectMonth(scope: UsageScope, prices: MonthPrices) {
  return sql`
    select payer_id, service_id, metric, coalesce(price_target, ${ANY_TARGET}) as price_target, target,
      calls, milliseconds, bytes,
      coalesce(${COST}, 0) as cost
    from (
      select payer_id, service_id, metric, target, 0 as stretch, ${SUMS}
      from usage_months where ${isWithin(scope)} and month = ${prices.month}
      group by 1, 2, 3, 4) as used
    ${toPriceJoin(prices)}`;
}

/** Costs of a month as the sum of its stretches, each at its prices. */
function selectStretches(scope: UsageScope, prices: MonthPrices) {
  return sql`
    select payer_id, service_id, metric, coalesce(price_target, ${ANY_TARGET}) as price_target, target,
      ${SUMS}, coalesce(sum(${COST}), 0) as cost
    from (
      select payer_id, service_id, metric, target, ${toStretch(prices.changes)} as stretch, ${SUMS}
      from usage_days where ${isWithinDays(scope, prices)}
      group by 1, 2, 3, 4, 5) as used
    ${toPriceJoin(prices)}
    group by 1, 2, 3, 4, 5`;
}

/** The functions of each entry of the bills that cost most, up to `limit` of each. */
export async function listRankedFunctions(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  limit: number,
): Promise<RankedFunction[]> {
  const { rows } = await sql<RankedFunction>`
    with rated as materialized (
      ${toRated(scope, prices)}
    ), entries as (
      select ${ENTRY}, sum(cost) as cost_of_all, count(*) as function_count, row_number() over () as entry_number
      from rated group by ${ENTRY}
    )
    select payer_id, service_id, metric, price_target, target, calls, milliseconds, bytes, cost, cost_so_far,
      cost_of_all, function_count
    from (
      select rated.*, cost_of_all, function_count, sum(cost) over following as cost_so_far,
        row_number() over following as rank
      from rated join entries using (${ENTRY})
      window following as ${FOLLOWING}
    ) as ranked
    where rank <= ${limit}
    order by payer_id, service_id, metric, price_target, rank`.execute(db);
  return rows;
}
