import { lockParts } from '@atrium/host/database/part-locks';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { daysOfMonth } from '../../utc.ts';
import { partOf } from './usage-part-name.ts';

const PARTS_LOCK = 4_711_021;

/** For times of no part. */
const OTHERS = 'usage_events_other';

export function lockUsageParts(transaction: Store): Promise<void> {
  return lockParts(transaction, PARTS_LOCK);
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

/** Creates the part of a month, and moves usage into it that came before it existed. */
export async function insertPart(transaction: Store, month: string): Promise<void> {
  const [part, from, until] = [sql.table(partOf(month)), startOf(month), endOf(month)];
  await sql`lock table ${sql.table(OTHERS)} in access exclusive mode`.execute(transaction);
  await sql`create table ${part} (like usage_events including all)`.execute(transaction);
  await sql`select set_config('atrium.usage_goes_before', 'infinity', true)`.execute(transaction);
  await sql`with moved as (delete from ${sql.table(OTHERS)} where at >= ${from} and at < ${until} returning *)
    insert into ${part} select * from moved`.execute(transaction);
  await sql`alter table usage_events attach partition ${part}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(transaction);
}

export async function deletePart(transaction: Store, month: string): Promise<void> {
  await sql`drop table ${sql.table(partOf(month))}`.execute(transaction);
}

/** The tables that may have events which were used before a day: parts, and the one for times without a part. */
export async function listTablesBefore(db: Store, before: string): Promise<string[]> {
  const months = await listMonthsWithParts(db);
  return [OTHERS, ...months.filter((month) => startOf(month) < before).map(partOf)];
}

function startOf(month: string): string {
  return `${month}-01T00:00:00Z`;
}

/** The first moment that is not in it. */
function endOf(month: string): string {
  return new Date(Date.parse(`${daysOfMonth(month).end}T00:00:00Z`) + 86_400_000).toISOString();
}
