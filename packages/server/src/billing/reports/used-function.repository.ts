import type { PageRequest } from '@atrium/contract/paging';
import { COLLECTION_METRICS } from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import type { UsageScope } from '../metering/usage-day.repository.ts';
import type { UsedTarget } from './function-cost.repository.ts';
import { ENTRY, FOLLOWING, type RankedFunction, toRated } from './function-usage.repository.ts';

/** A function with its part of each entry of the bill. */
export interface UsedFunctionRow extends UsedTarget {
  calls: string;
  milliseconds: string;
  bytes: string;
  cost: string;
  entries: Pick<RankedFunction, 'metric' | 'priceTarget' | 'cost' | 'costSoFar' | 'costOfAll'>[];
  /** Total of all matching functions. */
  total: number;
  costOfAll: string;
}

/** Most expensive first. */
const COSTLIEST = sql`cost desc, calls desc, service_id collate "C", target collate "C", is_collection`;

/** The parts of functions in the entries of the bills. */
function toParts(scope: UsageScope, prices: MonthPrices) {
  return sql`select *, metric = any(${COLLECTION_METRICS}::text[]) as is_collection
    from (${toRated(scope, prices)}) as rated`;
}

/** Functions whose name has a text in it, the metrics of each together. */
function toFunctions(search: string) {
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

/** A page of the functions of a month, most expensive first, the metrics of each together. */
export async function listUsedFunctions(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  { page, size, search }: PageRequest & { search: string },
): Promise<UsedFunctionRow[]> {
  const { rows } = await sql<UsedFunctionRow>`
    with rated as materialized (
      ${toParts(scope, prices)}
    ), shown as materialized (
      select *, count(*) over () as total from (${toFunctions(search)}) as functions
      order by ${COSTLIEST}
      limit ${size} offset ${page * size}
    ), marked as materialized (
      select *, (service_id, target, is_collection) in (select service_id, target, is_collection from shown) as is_shown
      from rated
    ), entries as materialized (
      select ${ENTRY}, sum(cost) as cost_of_all, min(cost) filter (where is_shown) as least_shown,
        row_number() over () as entry_number
      from marked group by ${ENTRY}
    ), parts as materialized (
      select * from (
        -- What costs less than all that is shown of an entry changes none of these sums.
        select marked.*, cost_of_all, sum(cost) over following as cost_so_far
        from marked join entries using (${ENTRY})
        where cost >= least_shown
        window following as ${FOLLOWING}
      ) as summed where is_shown
    )
    select service_id, target, is_collection, shown.calls, sum(milliseconds) as milliseconds, sum(bytes) as bytes,
      shown.cost, total, (select coalesce(sum(cost_of_all), 0) from entries) as cost_of_all,
      json_agg(json_build_object('metric', metric, 'priceTarget', price_target, 'cost', parts.cost::text,
        'costSoFar', cost_so_far::text, 'costOfAll', parts.cost_of_all::text)) as entries
    from shown join parts using (service_id, target, is_collection)
    group by service_id, target, is_collection, shown.calls, shown.cost, total
    order by shown.cost desc, shown.calls desc, service_id collate "C", target collate "C", is_collection`.execute(
    db,
  );
  return rows;
}
