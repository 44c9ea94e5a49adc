import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Key of a domain's events on a day. */
export interface BilledDay {
  billedDay: string;
  domainId: string;
}

/** Comes before all others. */
export const FIRST_BILLED_DAY: BilledDay = {
  billedDay: '0001-01-01',
  domainId: '00000000-0000-0000-0000-000000000000',
};

/** Days of domains that are looked at in one transaction. */
const DAYS_AT_ONCE = 500;

/**
 * Deletes up to `limit` events of a table that were billed before a day, from the day of a domain after `after` on. Returns
 * how many, and the last day that was looked at; undefined if there was none. Walks through the index from day to day: events
 * that stay are not read. Events that a bill needs stay: of months that are not invoiced completely, or whose invoices the
 * domain has not paid.
 */
export async function deleteBilledEvents(
  transaction: Store,
  table: string,
  { before, after, limit }: { before: string; after: BilledDay; limit: number },
): Promise<(BilledDay & { count: number }) | undefined> {
  const events = sql.table(table);
  const nextTo = (billedDay: unknown, domainId: unknown) => sql`
    select billed_day, domain_id from ${events}
    where (billed_day, domain_id) > (${billedDay}::date, ${domainId}::uuid) and billed_day < ${before}::date
    order by billed_day, domain_id limit 1`;
  // The database deletes none that was billed later, whatever the statement says.
  await sql`select set_config('atrium.usage_goes_before', ${before}, true)`.execute(transaction);
  const { rows } = await sql<BilledDay & { count: number }>`
    with recursive walked as (
      (${nextTo(after.billedDay, after.domainId)})
      union all
      select next.* from walked cross join lateral (
        ${nextTo(sql.ref('walked.billedDay'), sql.ref('walked.domainId'))}) as next
    ), days as materialized (
      select * from walked limit ${DAYS_AT_ONCE}
    ), billed as (
      select used.ctid from days
      join billing_periods on month = to_char(days.billed_day, 'YYYY-MM') and invoiced_on is not null
      cross join lateral (
        select ctid from ${events}
        where domain_id = days.domain_id and billed_day = days.billed_day and at < ${before}::date
        limit ${limit}) as used
      where not exists (
        select from invoices
        where invoices.domain_id = days.domain_id and invoices.month = billing_periods.month and paid_on is null
          and grand_total_cents > discount_cents)
      limit ${limit}
    ), deleted as (
      delete from ${events} where ctid = any (array(select ctid from billed)) returning 1
    )
    select billed_day, domain_id, (select count(*)::int from deleted) as count from days
    order by billed_day desc, domain_id desc limit 1`.execute(transaction);
  return rows[0];
}
