import { setTimeout as sleep } from 'node:timers/promises';
import { firstIdOf } from '@atrium/host/ids';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, startTestServices } from '../../test/support.ts';
import { openDatabase } from '../database/connection.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import { findLogBytes, insertInvocations, updateLogs } from './invocation.repository.ts';
import { listPartitionsBefore } from './partition.repository.ts';
import { Partitions } from './partitions.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const STATEMENT_TIMEOUT_MS = 100;
const SLOW_BYTES = 7_777_777;

test('a day of logged calls goes, also when that takes longer than a page may wait', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ ...database.connection, statement_timeout: STATEMENT_TIMEOUT_MS });
  const old = new Partitions(db);
  await old.ensure(['2026-11-01']);
  let dropping: Promise<void> | undefined;
  await db.transaction().execute(async (transaction) => {
    await sql`lock table runtime.invocation_20261101 in row exclusive mode`.execute(transaction);
    dropping = old.drop(NOW, 14);
    dropping.catch(() => {});
    // Waiting for a lock takes the time of a statement, as reading the day would.
    await expect.poll(() => countWaiting(db)).toBe(1);
    await sleep(2 * STATEMENT_TIMEOUT_MS);
  });
  await dropping;
  expect(await listPartitionsBefore(db, '2026-11-05')).toEqual([]);
  await db.destroy();
  await database.drop();
});

test('calls are logged, also those of a new day, while an old one is read to drop it, and a stop ends that', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection);
  await new Partitions(db).ensure(['2026-11-01']);
  await insertInvocations(db, [OLD_CALL]);
  await updateLogs(db, [{ domainId: 'old', bytes: SLOW_BYTES + 1, limitBytes: 2 * SLOW_BYTES }]);
  await makeSumsSlow(db);
  const options = '-c search_path=slow,pg_catalog';
  const services = await startTestServices({
    connection: { ...database.connection, options },
    now: () => NOW,
  });
  const { invocationLog } = services.context;
  const invokeAndFlush = async () => {
    await services.call('POST', '/hyper-dispatch/invoke/greet', { body: {} });
    await invocationLog.flush();
  };
  await invokeAndFlush();
  await expect.poll(() => countSleeping(db)).toBe(1);
  await invokeAndFlush();
  expect((await services.call('GET', '/hyper-dispatch/invocations')).body.content).toHaveLength(2);
  const other = new Partitions(db);
  await other.ensure(['2026-11-22']);
  // It leaves the day to whoever reads it.
  await other.drop(NOW, 14);
  expect(await countSleeping(db)).toBe(1);
  await services.context.close();
  await expect.poll(() => countSleeping(db)).toBe(0);
  expect(await listPartitionsBefore(db, '2026-11-05')).toContain('invocation_20261101');
  await new Partitions(db).drop(NOW, 14);
  expect(await listPartitionsBefore(db, '2026-11-05')).toEqual([]);
  expect(await findLogBytes(db, 'old')).toBe(1);
  await db.destroy();
  await database.drop();
});

const OLD_CALL = {
  domainId: 'old',
  serviceId: 'hyper-dispatch',
  id: firstIdOf(new Date('2026-11-01')),
  function: 'greet',
  event: null,
  version: 1,
  userId: 'ann',
  source: 'API',
  status: 'OK',
  durationMs: 1,
  memoryBytes: 1,
  error: null,
  input: '',
  result: '',
  console: '',
  failure: null,
  bytes: SLOW_BYTES,
} as const;

/** Sums of the bytes of the old call, for whoever looks into the schema `slow` first. */
async function makeSumsSlow(db: Kysely<RuntimeDatabase>): Promise<void> {
  await sql`create schema slow`.execute(db);
  await sql`create function slow.add(bigint, integer) returns bigint language plpgsql
    as $$ begin
      if $2 = ${sql.lit(SLOW_BYTES)} then perform pg_sleep(600); end if;
      return $1 + $2;
    end $$`.execute(db);
  await sql`create aggregate slow.sum(integer) (sfunc = slow.add, stype = bigint, initcond = 0)`.execute(db);
}

async function countSleeping(db: Kysely<RuntimeDatabase>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
  return rows.length;
}

async function countWaiting(db: Kysely<RuntimeDatabase>): Promise<number> {
  const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted`.execute(db);
  return rows.length;
}
