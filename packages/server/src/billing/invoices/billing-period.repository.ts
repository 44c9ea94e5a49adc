import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

export interface BillingPeriod {
  month: string;
  invoicedOn: Date | null;
}

export async function findBillingPeriod(db: Store, month: string): Promise<BillingPeriod | undefined> {
  return db
    .selectFrom('billingPeriods')
    .select(['month', 'invoicedOn'])
    .where('month', '=', month)
    .executeTakeFirst();
}

/** The last month that was sealed. */
export async function findLastSealedMonth(db: Store): Promise<string | undefined> {
  const row = await db
    .selectFrom('billingPeriods')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.month;
}

/** The first sealed month, but for one, of which invoices are missing. */
export async function findUninvoicedMonth(
  db: Store,
  { except }: { except: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('billingPeriods')
    .select('month')
    .where('invoicedOn', 'is', null)
    .where('month', '!=', except)
    .orderBy('month')
    .limit(1)
    .executeTakeFirst();
  return row?.month;
}

/**
 * Months with usage before this one, as their first days. From month to month through the index of days: it costs as
 * many look-ups as there are months, however much was used in each.
 */
const usedMonthsBefore = (month: string) => sql`
  with recursive used_months as (
    (select date_trunc('month', day::timestamp)::date as first_day from usage_metric_days
      where day < ${`${month}-01`}::date
      order by day limit 1)
    union all
    select (
      select date_trunc('month', day::timestamp)::date from usage_metric_days
      where day >= (used_months.first_day + interval '1 month')::date and day < ${`${month}-01`}::date
      order by day limit 1)
    from used_months where used_months.first_day is not null
  ), used as (
    select to_char(first_day, 'YYYY-MM') as month from used_months where first_day is not null
  )`;

/** The first month before this one that has usage and was never sealed. */
export async function findUnsealedMonthBefore(db: Store, month: string): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    ${usedMonthsBefore(month)}
    select month from used
    where not exists (select from billing_periods where billing_periods.month = used.month)
    order by month limit 1`.execute(db);
  return rows[0]?.month;
}

export async function insertBillingPeriod(db: Store, month: string, sealedOn: Date): Promise<void> {
  await db
    .insertInto('billingPeriods')
    .values({ month, sealedOn })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateBillingPeriodInvoiced(db: Store, month: string, invoicedOn: Date): Promise<void> {
  await db
    .updateTable('billingPeriods')
    .set({ invoicedOn })
    .where('month', '=', month)
    .where('invoicedOn', 'is', null)
    .execute();
}

/** Months with usage, or sealed and not done, before the running one; oldest first. */
export async function listDueMonths(db: Store, running: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    ${usedMonthsBefore(running)}
    select month from used
    where not exists (
      select from billing_periods where billing_periods.month = used.month and invoiced_on is not null)
    union
    select month from billing_periods where invoiced_on is null and month < ${running}
    order by month`.execute(db);
  return rows.map(({ month }) => month);
}
