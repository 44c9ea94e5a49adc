import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { Customer } from './customer.ts';
import type { UsedQuantity } from './rating.ts';

export interface Days {
  /** First and last UTC day, both included. */
  start: string;
  end: string;
}

/**
 * Whose usage is summed up: what payers are billed for (their own and that of their child users), or what one
 * user used, whoever pays for it.
 */
export type UsageScope = { payers: Customer[] } | { user: Customer };

/**
 * Usage of the days, summed over stretches of days that no price change interrupts: `changes` are the days on
 * which prices begin or end, in order. A sum has the first day of its stretch, whose prices are those of the rest.
 */
export async function listUsage(
  db: Store,
  scope: UsageScope,
  { start, end }: Days,
  changes: string[],
): Promise<(UsedQuantity & { payerId: string })[]> {
  const { rows } = await sql<UsedQuantity & { payerId: string }>`
    select payer_id, service_id, metric, target, type,
      min(day) as day, sum(quantity) as quantity
    from usage_days
    where ${isWithin(scope)} and day between ${start} and ${end}
    group by payer_id, service_id, metric, target, type, width_bucket(day, ${changes}::date[])
    order by payer_id, service_id, metric, target, type, day`.execute(db);
  return rows;
}

function isWithin(scope: UsageScope) {
  if ('user' in scope) return sql`domain_id = ${scope.user.domainId} and user_id = ${scope.user.userId}`;
  const domainIds = scope.payers.map(({ domainId }) => domainId);
  const payerIds = scope.payers.map(({ userId }) => userId);
  return sql`(domain_id, payer_id) in (select * from unnest(${domainIds}::uuid[], ${payerIds}::uuid[]))`;
}

/**
 * Up to `limit` payers with usage in the month, no invoice of it and an id above `after`, by id. Walks from payer
 * to payer through the index: what they used in years does not slow it down.
 */
export async function listPayersToInvoice(
  db: Store,
  month: string,
  { start, end }: Days,
  after: string,
  limit: number,
): Promise<Customer[]> {
  const { rows } = await sql<Customer>`
    with recursive payer as (
      (select domain_id, payer_id from usage_days where payer_id > ${after} order by payer_id limit 1)
      union all
      select next.* from payer cross join lateral (
        select domain_id, payer_id from usage_days where payer_id > payer.payer_id order by payer_id limit 1) next
    )
    select domain_id, payer_id as user_id from payer
    -- Written as values, the conditions are not turned into joins, which would lose the order of the walk.
    where (select exists (
        select from usage_days used where used.payer_id = payer.payer_id and day between ${start} and ${end}))
      and (select not exists (
        select from invoices where invoices.user_id = payer.payer_id and invoices.month = ${month}))
    limit ${limit}`.execute(db);
  return rows;
}
