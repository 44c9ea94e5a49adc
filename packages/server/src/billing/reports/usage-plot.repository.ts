import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { MonthPrices } from '../invoices/month-prices.ts';
import {
  ALL_USERS,
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

/** Daily cost of a user, in the unit of the prices' weights. */
export interface UserDayCost {
  /** Null for all users that are not among the first ones. */
  userId: string | null;
  day: string;
  cost: string;
}

/** Costs of users by day: those that cost most by themselves and all others as one, the highest cost first. */
export async function listUserDayCosts(
  db: Store,
  scope: UsageScope,
  prices: MonthPrices,
  limit: number,
): Promise<UserDayCost[]> {
  const { changes, ownTargets } = prices;
  const [functions, tests] = toFunctionsAndTests(ownTargets);
  const isOfDays = isWithinDays(scope, prices);
  const { rows } = await sql<UserDayCost>`
    with own as (
      select user_id, day, used_on, service_id, metric, target, ${SUMS}
      from usage_days join ${toRelation(functions)} using (service_id, metric, target)
      where ${isOfDays}
      group by 1, 2, 3, 4, 5, 6
    ), used as (
      select user_id, day, used_on, service_id, metric, target, calls, milliseconds, bytes from own
      union all
      select user_id, day, used_on, service_id, metric, ${ANY_TARGET}, -calls, -milliseconds, -bytes from own
      union all
      select user_id, day, used_on, service_id, metric, ${toSummedTarget(tests)}, ${SUMS}
      from usage_metric_days where ${isOfDays} and user_id <> ${ALL_USERS}
      group by 1, 2, 3, 4, 5, 6
    ), priced as (
      select user_id, day,
        sum(calls * per_call) + sum(milliseconds * per_millisecond) + sum(bytes * per_byte) as cost
      from used join ${toWeights(prices)} on weight_service = service_id and weight_metric = metric
        and weight_target = target and stretch = ${toStretch(changes)}
      group by 1, 2
    ), first as (
      select user_id, sum(cost) as total from priced group by 1 order by 2 desc, 1 limit ${limit}
    )
    select first.user_id, day, sum(cost) as cost
    from priced left join first using (user_id)
    group by first.user_id, total, day
    order by total desc nulls last, first.user_id, day`.execute(db);
  return rows;
}

/** The first month with usage. */
export async function findFirstMonth(db: Store, scope: UsageScope): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(day), 'YYYY-MM') as month from usage_metric_days where ${isWithin(scope)}`.execute(db);
  return rows[0]?.month ?? undefined;
}
