import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestServices } from '../../test/support.ts';
import { Invocations } from './invocation.service.ts';

test('the log says that calls cannot be counted', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  await using services = await startTestServices({ log });
  await sql`alter table runtime.invoked rename to invoked_away`.execute(services.context.db);
  await services.call('POST', '/hyper-dispatch/invoke/greet', { body: {} });
  await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('calls could not be counted yet');
});

test('calls that are being added up when a minute begins count once in the day, and not at all once they are given back', async () => {
  await using services = await startTestServices();
  const { db, log } = services.context;
  const clock = { now: new Date('2026-11-21T10:00:59Z') };
  const invocations = new Invocations({ db, log, now: () => clock.now });
  const domainId = 'acme';
  invocations.count(domainId, 3);
  const { flushed } = await db.transaction().execute(async (transaction) => {
    await sql`lock table runtime.invoked`.execute(transaction);
    const flushed = invocations.flush();
    const waiting = () =>
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        .execute(db)
        .then(({ rows }) => rows.length);
    await expect.poll(waiting).toBe(1);
    clock.now = new Date('2026-11-21T10:01:00Z');
    invocations.count(domainId, 1);
    return { flushed };
  });
  await flushed;
  const uses = await invocations.countUses(domainId);
  expect(uses).toEqual({
    invocationsPerMinute: 1,
    invocationsPerDay: 4,
    computingPerDay: 0,
    addressCallsPerDay: 0,
    fetchesPerDay: 0,
    fetchBytesPerDay: 0,
  });

  const taken = invocations.take({ domainId }, 2);
  expect(await invocations.countUses(domainId)).toMatchObject({
    invocationsPerMinute: 3,
    invocationsPerDay: 6,
  });
  invocations.giveBack(domainId, taken);
  expect(await invocations.countUses(domainId)).toMatchObject({
    invocationsPerMinute: 2,
    invocationsPerDay: 5,
  });
  // Of a minute that is over.
  clock.now = new Date('2026-11-21T10:02:00Z');
  invocations.giveBack(domainId, taken);
  expect(await invocations.countUses(domainId)).toMatchObject({ invocationsPerDay: 4 });
  await invocations.close();
});

test('requests to other hosts are refused once the bytes of the day are used up, in every process', async () => {
  await using services = await startTestServices();
  const { db, log } = services.context;
  const clock = { now: new Date('2026-11-21T10:00:00Z') };
  const open = () => new Invocations({ db, log, now: () => clock.now });
  const [one, other] = [open(), open()];
  const caller = { domainId: 'acme', limits: { fetchBytesPerDay: 1_000 } };
  one.takeFetch(caller);
  one.countFetchBytes('acme', 600);
  await one.flush();
  other.takeFetch(caller);
  other.countFetchBytes('acme', 400);
  expect(await other.countUses('acme')).toMatchObject({ fetchesPerDay: 2, fetchBytesPerDay: 1_000 });

  expect(() => other.takeFetch(caller)).toThrow('Data of functions to and from other hosts');
  clock.now = new Date('2026-11-22T00:00:00Z');
  other.takeFetch(caller);
  expect(await other.countUses('acme')).toMatchObject({ fetchesPerDay: 1, fetchBytesPerDay: 0 });
  await Promise.all([one.close(), other.close()]);
});
