import { COLLECTION_METRICS } from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import type { UsageScope } from '../metering/usage-day.repository.ts';
import type { UsedTarget } from './function-cost.repository.ts';
import { toRated } from './function-usage.repository.ts';

/** Most expensive first. */
export const COSTLIEST = sql`cost desc, calls desc, service_id collate "C", target collate "C", is_collection`;

/** The parts of functions in the entries of the bills. */
export function toParts(scope: UsageScope, prices: MonthPrices) {
  return sql`select *, metric = any(${COLLECTION_METRICS}::text[]) as is_collection
    from (${toRated(scope, prices)}) as rated`;
}

/** Functions whose name has a text in it, the metrics of each together. */
export function toFunctions(search: string) {
  const isFound = search === '' ? sql`true` : sql`strpos(lower(target), lower(${search})) > 0`;
  return sql`select service_id, target, is_collection, sum(cost) as cost, sum(calls) as calls
    from rated where ${isFound}
    group by 1, 2, 3`;
}

/** The functions of a month that cost most. */
export async function listCostliestFunctions(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  limit: number,
): Promise<UsedTarget[]> {
  const { rows } = await sql<UsedTarget>`
    with rated as (
      ${toParts(scope, prices)}
    )
    select service_id, target, is_collection from (${toFunctions('')}) as functions
    where cost > 0
    order by ${COSTLIEST}
    limit ${limit}`.execute(db);
  return rows;
}
