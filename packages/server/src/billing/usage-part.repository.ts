import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { daysOfMonth } from '../utc.ts';

/** Held while parts are created or dropped: two processes would get in each other's way. */
const PARTS_LOCK = 4_711_021;

/** For times of no part. */
const OTHERS = 'usage_events_other';
/** Of before there were parts. */
const BEFORE = 'usage_events_before';

/** `2026-11` → `usage_events_202611`. */
function nameOf(month: string): string {
  return `usage_events_${month.replace('-', '')}`;
}

/**
 * Held until the transaction ends. Usage that arrives waits behind whoever waits for a lock, as for a backup: so that is
 * given up soon, and tried again another time.
 */
export async function lockParts(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PARTS_LOCK})`.execute(transaction);
  await sql`set local lock_timeout = '1s'`.execute(transaction);
}

/** Months that have a part, oldest first. */
export async function listMonthsWithParts(db: Store): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select regexp_replace(child.relname, '^usage_events_(\\d{4})(\\d{2})$', '\\1-\\2') as month
      from pg_inherits join pg_class child on child.oid = pg_inherits.inhrelid
     where pg_inherits.inhparent = 'usage_events'::regclass and child.relname ~ '^usage_events_\\d{6}$'
     order by 1`.execute(db);
  return rows.map(({ month }) => month);
}

/** Months from one to another of which events are there but no part. */
export async function listMonthsWithoutParts(db: Store, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(at at time zone 'UTC', 'YYYY-MM') as month from ${sql.table(OTHERS)}
     where at >= ${startOf(from)} and at < ${endOf(to)} order by 1`.execute(db);
  return rows.map(({ month }) => month);
}

/** Creates the part of a month, with what came before it was there. */
export async function insertPart(transaction: Store, month: string): Promise<void> {
  const [part, from, until] = [sql.table(nameOf(month)), startOf(month), endOf(month)];
  await sql`lock table ${sql.table(OTHERS)} in access exclusive mode`.execute(transaction);
  await sql`create table ${part} (like usage_events including all)`.execute(transaction);
  await sql`select set_config('atrium.usage_goes_before', 'infinity', true)`.execute(transaction);
  await sql`with moved as (delete from ${sql.table(OTHERS)} where at >= ${from} and at < ${until} returning *)
    insert into ${part} select * from moved`.execute(transaction);
  await sql`alter table usage_events attach partition ${part}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(transaction);
}

/**
 * Whether a part has an event that is needed for a bill or was billed since a day: of a month that is not invoiced
 * completely, or of a domain that has not paid its invoice of it. Asks for each unpaid invoice, not for each event.
 */
export async function hasNeededEvents(db: Store, month: string, before: string): Promise<boolean> {
  const part = sql.table(nameOf(month));
  const { rows } = await sql<{ isNeeded: boolean }>`
    with recursive months as (
      select date_trunc('month', min(billed_day))::date as start from ${part}
      union all
      select (select date_trunc('month', min(billed_day))::date from ${part}
        where billed_day >= months.start + interval '1 month')
      from months where months.start is not null
    ), billed as (
      select start, to_char(start, 'YYYY-MM') as month from months where start is not null
    )
    select coalesce((select max(billed_day) from ${part}) >= ${before}::date, false)
      or exists (select from billed where not exists (
        select from billing_periods where billing_periods.month = billed.month and invoiced_on is not null))
      or exists (
        select from billed join invoices using (month)
        cross join generate_series(start, start + interval '1 month' - interval '1 day', interval '1 day') as day
        where paid_on is null and grand_total_cents > discount_cents and exists (
          select from ${part} as used
          where used.billed_day = day::date and used.domain_id = invoices.domain_id))
      as is_needed`.execute(db);
  return rows[0]?.isNeeded ?? true;
}

export async function deletePart(transaction: Store, month: string): Promise<void> {
  await sql`drop table ${sql.table(nameOf(month))}`.execute(transaction);
}

/** The tables that may have events which were used before a day: parts, and what stands beside them. */
export async function listTablesBefore(db: Store, before: string): Promise<string[]> {
  const months = await listMonthsWithParts(db);
  return [BEFORE, OTHERS, ...months.filter((month) => startOf(month) < before).map(nameOf)];
}

function startOf(month: string): string {
  return `${month}-01T00:00:00Z`;
}

/** The first moment that is not in it. */
function endOf(month: string): string {
  return new Date(Date.parse(`${daysOfMonth(month).end}T00:00:00Z`) + 86_400_000).toISOString();
}
