import { toUnavailable } from '@atrium/host/database/errors';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabaseWire } from '../../test/database-wire.ts';
import { createTestDatabase, startTestServices } from '../../test/support.ts';
import { openDatabase } from './connection.ts';

const GREET = '/hyper-dispatch/invoke/greet';
const SOON = { timeout: 30_000, interval: 50 };

async function openOnWire() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const wire = await openDatabaseWire(database.connection);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const db = openDatabase(wire.connection);
  onTestFinished(() => db.destroy());
  const ask = (statement = 'select 1') =>
    sql
      .raw(statement)
      .execute(db)
      .then(
        () => 'answered',
        (error: unknown) => toUnavailable(error)?.status ?? String(error),
      );
  return { wire, ask };
}

it('a server that says nothing any more holds no one up: who waits is told, and then everyone at once', async () => {
  const { wire, ask } = await openOnWire();
  expect(await ask()).toBe('answered');
  wire.block();
  // The only one that has a connection: no time-out of the server will ever end it.
  expect(await ask()).toBe(503);
  expect(await Promise.all(Array.from({ length: 20 }, () => ask()))).toEqual(
    Array.from({ length: 20 }, () => 503),
  );
  await wire.mend();
  await expect.poll(() => ask(), SOON).toBe('answered');
});

it('after a failover those who wait on connections to the server before are told, though new ones are answered', async () => {
  const { wire, ask } = await openOnWire();
  expect(await Promise.all([ask(), ask()])).toEqual(['answered', 'answered']);
  await wire.failOver();
  // Both connections of the pool are dead, and no one says so. A third one is good, and stays.
  expect(await Promise.all([ask(), ask(), ask('select pg_sleep(8)')])).toEqual([503, 503, 'answered']);
  expect(await ask()).toBe('answered');
  await wire.failOver();
  // Whoever begins to wait when the question has just been asked is told by the next one.
  expect(await ask()).toBe(503);
});

it('a statement that only takes long is not given up', async () => {
  const { ask } = await openOnWire();
  expect(await ask('select pg_sleep(2.5)')).toBe('answered');
});

it('a database that refuses connections, or reads only, is 503 with the time to come again', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const wire = await openDatabaseWire(database.connection);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  await using services = await startTestServices({ connection: wire.connection });
  const invoke = async (domainId: string) => {
    const as = { userId: '0197a000-0000-7000-8000-0000000000c3', domainId, parentId: null };
    const caller = { ...as, roles: [], isAdmin: false, permissions: ['functions.invoke'] as const };
    const { status, headers } = await services.call('POST', GREET, { as: caller, body: {} });
    return { status, retryAfter: headers['retry-after'] };
  };
  expect(await invoke('first')).toMatchObject({ status: 200 });
  const name = String(database.connection.database);
  const admin = openDatabase(database.connection);
  onTestFinished(() => admin.destroy());

  // A domain that was never seen has to be written.
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(admin);
  await wire.cut();
  await wire.mend();
  await expect.poll(() => invoke('second'), SOON).toEqual({ status: 503, retryAfter: '30' });
  const writable = 'begin; set transaction read write; alter database';
  await sql.raw(`${writable} ${name} reset default_transaction_read_only; commit`).execute(admin);
  await wire.cut();
  expect(await invoke('third')).toEqual({ status: 503, retryAfter: '2' });
  await wire.mend();
  await expect.poll(() => invoke('fourth'), SOON).toMatchObject({ status: 200 });
});
