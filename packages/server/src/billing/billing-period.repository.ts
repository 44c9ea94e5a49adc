import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

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

/** The first month before this one that has usage and was never sealed. */
export async function findUnsealedMonthBefore(db: Store, month: string): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select to_char(day, 'YYYY-MM') as month from usage_metric_days
    where day < ${`${month}-01`}::date
      and not exists (select from billing_periods where billing_periods.month = to_char(day, 'YYYY-MM'))
    order by day limit 1`.execute(db);
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
    select distinct to_char(day, 'YYYY-MM') as month from usage_metric_days
    where to_char(day, 'YYYY-MM') < ${running}
      and not exists (
        select from billing_periods
        where billing_periods.month = to_char(usage_metric_days.day, 'YYYY-MM') and invoiced_on is not null)
    order by month`.execute(db);
  return rows.map(({ month }) => month);
}
