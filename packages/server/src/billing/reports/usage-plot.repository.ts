import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import {
  ALL_USERS,
  isSumWithinDays,
  isWithin,
  isWithinDays,
  SUMS,
  toFunctionsAndTests,
  toRelation,
  toStretch,
  toSummedTarget,
  type UsageScope,
} from '../metering/usage-day.repository.ts';
import { toWeights } from './price-weight.repository.ts';

/** Daily cost of one part of a plot, by measure, in the unit of the prices' weights. */
export interface DayCost {
  /** Null for all parts that are not among the first ones. */
  key: string | null;
  day: string;
  calls: string;
  milliseconds: string;
  bytes: string;
}

/** Costs by day: of services or of users, those that cost most by themselves and all others as one. */
export async function listDayCosts(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  { by, limit }: { by: 'service' | 'user'; limit: number },
): Promise<DayCost[]> {
  const { changes, ownTargets } = prices;
  const key = by === 'service' ? sql`service_id` : sql`user_id::text`;
  const [functions, tests] = toFunctionsAndTests(ownTargets);
  const isOfDays = isWithinDays(scope, prices);
  const isSum =
    by === 'service' ? isSumWithinDays(scope, prices) : sql`${isOfDays} and user_id <> ${ALL_USERS}`;
  const { rows } = await sql<DayCost>`
    with own as (
      select ${key} as key, day, used_on, service_id, metric, target, ${SUMS}
      from usage_days join ${toRelation(functions)} using (service_id, metric, target)
      where ${isOfDays}
      group by 1, 2, 3, 4, 5, 6
    ), used as (
      select key, day, used_on, service_id, metric, target, calls, milliseconds, bytes from own
      union all
      select key, day, used_on, service_id, metric, ${ANY_TARGET}, -calls, -milliseconds, -bytes from own
      union all
      select ${key}, day, used_on, service_id, metric, ${toSummedTarget(tests)}, ${SUMS}
      from usage_metric_days where ${isSum}
      group by 1, 2, 3, 4, 5, 6
    ), priced as (
      select key, day, sum(calls * per_call) as calls, sum(milliseconds * per_millisecond) as milliseconds,
        sum(bytes * per_byte) as bytes
      from used join ${toWeights(prices)} on weight_service = service_id and weight_metric = metric
        and weight_target = target and stretch = ${toStretch(changes)}
      group by 1, 2
    ), first as (
      select key from priced group by key order by sum(calls + milliseconds + bytes) desc, key limit ${limit}
    )
    select first.key, day, ${SUMS}
    from priced left join first using (key)
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}

/** The first month with usage. */
export async function findFirstMonth(db: Store, scope: UsageScope): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(day), 'YYYY-MM') as month from usage_metric_days where ${isWithin(scope)}`.execute(db);
  return rows[0]?.month ?? undefined;
}
