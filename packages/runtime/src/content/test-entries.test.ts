import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/support.ts';
import { openDatabase, openTestDatabase, TEST_POOL_SIZE } from '../database/connection.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { TestEntries } from './test-entries.ts';

it('holds no connection that calls need, however many tests read: the others wait for their turn', async () => {
  await using database = await openTestPools();
  const { db, testDb } = database;
  const entries = Array.from(
    { length: TEST_POOL_SIZE + 4 },
    () => new TestEntries({ db, testDb, createId: randomUUID }),
  );
  let reading = 0;
  const reads = entries.map(async (each) => {
    await each.use((store) => store.selectFrom('entry').select('id').limit(1).execute());
    reading += 1;
  });
  await expect.poll(() => reading).toBe(TEST_POOL_SIZE);

  // The maximum of one process.
  const calls = Array.from({ length: 10 }, () => db.selectFrom('entry').select('id').limit(1).execute());
  expect(await Promise.all(calls)).toHaveLength(10);
  expect(reading).toBe(TEST_POOL_SIZE);
  // Waiting tests get a connection in the end.
  const waits = () => [entries[0], entries.at(-1)].map((each) => each?.waitedMs ?? 0);
  const [served, waiting] = waits();
  await new Promise(setImmediate);

  const leave = (those: readonly TestEntries[]) =>
    Promise.all(those.map((each) => each[Symbol.asyncDispose]()));
  await leave(entries.slice(0, TEST_POOL_SIZE));
  await Promise.all(reads);
  expect(reading).toBe(entries.length);
  expect(waits()[0]).toBe(served);
  expect(waits()[1]).toBeGreaterThan(waiting ?? 0);
  await leave(entries.slice(TEST_POOL_SIZE));
});

it('begins nothing for what comes when the test has ended, so that no connection is kept', async () => {
  await using database = await openTestPools();
  for (let tests = 0; tests < TEST_POOL_SIZE; tests++) {
    const entries = new TestEntries(database);
    await entries[Symbol.asyncDispose]();
    await expect(entries.use(readIds)).rejects.toThrow('The test has ended');
  }
  await using next = new TestEntries(database);
  expect(await next.use(readIds)).toEqual([]);
});

it('ends a statement that is still running when the test ends, and nothing else', async () => {
  await using database = await openTestPools();
  const entries = new TestEntries(database);
  const sleeping = entries.use((db) => sql`select pg_sleep(60)`.execute(db));
  const ended = sleeping.catch((error: Error) => error.message);
  await expect.poll(() => countSleeping(database.db)).toBe(1);
  await entries[Symbol.asyncDispose]();
  expect(await ended).toMatch('canceling statement');
  expect(await countSleeping(database.db)).toBe(0);
  await using next = new TestEntries(database);
  expect(await next.use(readIds)).toEqual([]);
});

const readIds = (db: Store) => db.selectFrom('entry').select('id').execute();

async function countSleeping(db: Kysely<RuntimeDatabase>): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'
  `.execute(db);
  return rows.length;
}

async function openTestPools() {
  const { connection, drop } = await createTestDatabase();
  const [db, testDb] = [openDatabase(connection), openTestDatabase(connection)];
  return {
    db,
    testDb,
    createId: randomUUID,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), testDb.destroy()]);
      await drop();
    },
  };
}
