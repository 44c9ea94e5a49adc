import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/support.ts';
import { openDatabase, openTestDatabase, TEST_POOL_SIZE } from '../database/connection.ts';
import { TestEntries } from './test-entries.ts';

it('holds no connection that calls need, however many tests read: the others wait for their turn', async () => {
  await using database = await openTestPools();
  const { db, testDb } = database;
  const entries = Array.from(
    { length: TEST_POOL_SIZE + 4 },
    () => new TestEntries({ db: testDb, domainId: 'acme' }),
  );
  let reading = 0;
  const reads = entries.map(async (each) => {
    const store = await each.read();
    await store.selectFrom('entry').select('id').limit(1).execute();
    reading += 1;
  });
  await expect.poll(() => reading).toBe(TEST_POOL_SIZE);

  // As many as a process makes at once.
  const calls = Array.from({ length: 10 }, () => db.selectFrom('entry').select('id').limit(1).execute());
  expect(await Promise.all(calls)).toHaveLength(10);
  expect(reading).toBe(TEST_POOL_SIZE);
  // Those that wait do so until they have one; the others wait no longer.
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
    const entries = new TestEntries({ db: database.testDb, domainId: 'acme' });
    await entries[Symbol.asyncDispose]();
    await expect(entries.read()).rejects.toThrow('The test has ended');
    await expect(entries.write()).rejects.toThrow('The test has ended');
  }
  await using next = new TestEntries({ db: database.testDb, domainId: 'acme' });
  const store = await next.read();
  expect(await store.selectFrom('entry').select('id').execute()).toEqual([]);
});

async function openTestPools() {
  const { connection, drop } = await createTestDatabase();
  const [db, testDb] = [openDatabase(connection), openTestDatabase(connection)];
  return {
    db,
    testDb,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), testDb.destroy()]);
      await drop();
    },
  };
}
