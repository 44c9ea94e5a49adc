import type { PageRequest } from '@atrium/contract/paging';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import type { UsageScope } from '../metering/usage-day.repository.ts';
import { COSTLIEST, toFunctions, toParts } from './costly-function.repository.ts';
import type { UsedTarget } from './function-cost.repository.ts';
import { ENTRY, FOLLOWING, type RankedFunction } from './function-usage.repository.ts';

/** A function with its part of each entry of the bill. */
export interface UsedFunctionRow extends UsedTarget {
  calls: string;
  milliseconds: string;
  bytes: string;
  cost: string;
  entries: Pick<RankedFunction, 'metric' | 'priceTarget' | 'cost' | 'costSoFar' | 'costOfAll'>[];
  /** Of all functions that match. */
  total: number;
  costOfAll: string;
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
