import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';
import { ALL_USERS, type Days } from '../metering/usage-day.repository.ts';

/**
 * Up to `limit` customers with usage in the month, no invoice of it and an id above `after`, by id. Walks from customer
 * to customer through the index, so years of usage do not slow it down.
 */
export async function listCustomersToInvoice(
  db: Store,
  month: string,
  { start, end }: Days,
  after: string,
  limit: number,
): Promise<Customer[]> {
  const { rows } = await sql<Customer>`
    with recursive customer as (
      (select domain_id, payer_id from usage_metric_days where payer_id > ${after} order by payer_id limit 1)
      union all
      select next.* from customer cross join lateral (
        select domain_id, payer_id from usage_metric_days where payer_id > customer.payer_id order by payer_id limit 1) next
    )
    select domain_id, payer_id as user_id from customer
    -- Written as values, the conditions are not turned into joins, which would lose the order of the walk.
    where (select exists (
        select from usage_metric_days used where used.payer_id = customer.payer_id and user_id = ${ALL_USERS}
          and day between ${start} and ${end}))
      and (select not exists (
        select from invoices where invoices.user_id = customer.payer_id and invoices.month = ${month}))
    limit ${limit}`.execute(db);
  return rows;
}
