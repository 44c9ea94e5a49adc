import { lockParts } from '@atrium/host/database/part-locks';
import { firstIdOf } from '@atrium/host/ids';
import { sql } from 'kysely';
import { SCHEMA } from '../database/connection.ts';
import type { Store } from '../database/schema.ts';

const DAY_MS = 86_400_000;
/** Held while partitions are created or dropped: two processes would get in each other's way. */
const PARTITIONS_LOCK = 4_711_004;

/** `2026-11-22` → `invocation_20261122`. */
function nameOf(day: string): string {
  return `invocation_${day.replaceAll('-', '')}`;
}

export function lockPartitions(transaction: Store): Promise<void> {
  return lockParts(transaction, PARTITIONS_LOCK);
}

/** Creates the partition for the calls of a day in UTC, if there is none. */
export async function insertPartition(transaction: Store, day: string): Promise<void> {
  const from = new Date(day);
  const until = new Date(from.getTime() + DAY_MS);
  await sql`create table if not exists ${sql.id(SCHEMA, nameOf(day))}
    partition of ${sql.id(SCHEMA, 'invocation')}
    for values from (${sql.lit(firstIdOf(from))}) to (${sql.lit(firstIdOf(until))})`.execute(transaction);
}

/** The names of the partitions whose days are before one, oldest first. */
export async function listPartitionsBefore(db: Store, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
      from pg_inherits join pg_class child on child.oid = pg_inherits.inhrelid
     where pg_inherits.inhparent = ${`${SCHEMA}.invocation`}::regclass and child.relname < ${nameOf(day)}
     order by child.relname`.execute(db);
  return rows.map(({ name }) => name);
}
