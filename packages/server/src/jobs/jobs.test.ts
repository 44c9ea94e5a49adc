import { cloneDatabase, type TestDatabase } from '@atrium/host/test/databases';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../test/database.ts';
import { openDatabase } from '../database/connection.ts';
import { defineJob, handleJob } from './define-job.ts';
import { createJobs, type Jobs, startJobWorkers } from './jobs.ts';
import { listQueueFigures } from './queue-figure.repository.ts';

const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
const greet = defineJob({ name: 'greet', payload: z.object({ name: z.string() }), retryDelaySeconds: 1 });

let database: TestDatabase;
let db: ReturnType<typeof openDatabase>;
let jobs: Jobs;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connection);
  jobs = await createJobs(db, log);
});

afterAll(async () => {
  await jobs.stop();
  await db.destroy();
  await database.drop();
});

test('a job sent in a transaction exists only if the transaction is committed', async () => {
  const greeted: string[] = [];
  const handler = handleJob(greet, async ({ name }) => {
    greeted.push(name);
  });
  await db.transaction().execute((transaction) => jobs.send(greet, { name: 'Ada' }, { transaction }));
  await db
    .transaction()
    .execute(async (transaction) => {
      await jobs.send(greet, { name: 'Nobody' }, { transaction });
      throw new Error('undo');
    })
    .catch(() => {});
  expect(await jobs.runDue([handler])).toBe(1);
  expect(greeted).toEqual(['Ada']);
});

test('processes that start together on an empty database are all left with connections that work', async () => {
  const empty = await cloneDatabase();
  const pools = Array.from({ length: 4 }, () => openDatabase(empty.connection));
  const queues = await Promise.all(pools.map((pool) => createJobs(pool, log)));
  for (const pool of pools) {
    // The connection that was used last is the one that is used next.
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(pool);
    expect(rows).toEqual([{ one: 1 }]);
  }
  for (const queue of queues) expect(await queue.send(greet, { name: 'Ada' })).toBeTypeOf('string');
  await Promise.all(queues.map((queue) => queue.stop()));
  await Promise.all(pools.map((pool) => pool.destroy()));
  await empty.drop();
});

test('jobs are sent from as many transactions at once as there are connections', async () => {
  const connections = 3;
  const pool = openDatabase({ ...database.connection, max: connections, connectionTimeoutMillis: 2_000 });
  const fresh = await createJobs(pool, log);
  const wave = defineJob({ name: 'wave', payload: z.object({}) });
  await fresh.prepare([handleJob(wave, async () => {})]);
  const allBegun = Promise.withResolvers<void>();
  let begun = 0;
  const sendInTransaction = () =>
    pool.transaction().execute(async (transaction) => {
      begun += 1;
      if (begun === connections) allBegun.resolve();
      await allBegun.promise;
      return fresh.send(wave, {}, { transaction });
    });
  const sent = await Promise.all(Array.from({ length: connections }, sendInTransaction));
  expect(new Set(sent).size).toBe(connections);
  await fresh.stop();
  await pool.destroy();
});

test('a payload is checked when it is sent', async () => {
  await expect(jobs.send(greet, { name: 7 } as never)).rejects.toThrow(z.ZodError);
});

test('what was given up within the last hour is counted apart from what is kept', async () => {
  const failing = defineJob({ name: 'fail', payload: z.object({}), retries: 0 });
  const handler = handleJob(failing, () => Promise.reject(new Error('no way')));
  const find = async () => (await listQueueFigures(db)).find(({ queue }) => queue === 'fail');
  for (const _ of ['once', 'and again']) {
    await jobs.send(failing, {});
    await expect(jobs.runDue([handler])).rejects.toThrow('no way');
  }
  expect(await find()).toMatchObject({ failed: 2, failedLastHour: 2 });
  await sql`
    update jobs.job set completed_on = completed_on - interval '1 hour'
     where id = (select id from jobs.job where name = 'fail' order by id limit 1)`.execute(db);
  expect(await find()).toMatchObject({ failed: 2, failedLastHour: 1 });
});

test('a second job with the key of an exclusive one is superfluous', async () => {
  const close = defineJob({ name: 'close', payload: z.object({}), policy: 'exclusive' });
  expect(await jobs.send(close, {}, { key: '2026-10' })).toBeTypeOf('string');
  expect(await jobs.send(close, {}, { key: '2026-10' })).toBeUndefined();
  expect(await jobs.send(close, {}, { key: '2026-11' })).toBeTypeOf('string');
});

test('workers run jobs as they are sent, try failed ones again, and finish before they stop', async () => {
  const runs: string[] = [];
  let finishSlow = () => {};
  const slowJob = defineJob({ name: 'slow', payload: z.object({}) });
  const workers = await startJobWorkers(
    database.connection,
    [
      handleJob(greet, async ({ name }, { tryNumber }) => {
        runs.push(`${name} ${tryNumber}`);
        if (tryNumber === 0 && name === 'Grace') throw new Error('not yet');
      }),
      handleJob(slowJob, async () => {
        runs.push('slow begun');
        await new Promise<void>((resolve) => {
          finishSlow = resolve;
        });
        runs.push('slow done');
      }),
    ],
    log,
  );
  await jobs.send(greet, { name: 'Ada' });
  await vi.waitFor(() => expect(runs).toContain('Ada 0'), 4000);
  await jobs.send(greet, { name: 'Grace' });
  await vi.waitFor(() => expect(runs).toContain('Grace 1'), 15_000);
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ job: 'greet' }), 'A job of greet failed.');
  await jobs.send(slowJob, {});
  await vi.waitFor(() => expect(runs).toContain('slow begun'), 4000);
  const stopped = workers.stop();
  setTimeout(finishSlow, 300);
  await stopped;
  expect(runs.at(-1)).toBe('slow done');
});

test('a worker takes job after job until none waits', async () => {
  const count = defineJob({ name: 'count', payload: z.object({ number: z.int() }) });
  for (let number = 0; number < 300; number += 1) await jobs.send(count, { number });
  const counted = new Set<number>();
  const handler = handleJob(count, async ({ number }) => void counted.add(number));
  const workers = await startJobWorkers(database.connection, [handler], log);
  // With a pause after every job this would take a quarter of an hour.
  await vi.waitFor(() => expect(counted.size).toBe(300), 30_000);
  await workers.stop();
}, 60_000);

test('senders take turns however much one has sent, and what is urgent goes first', async () => {
  const post = defineJob({ name: 'post', payload: z.object({ to: z.string() }), concurrency: 1 });
  const send = (group: string, to: string, isUrgent = false) => jobs.send(post, { to }, { group, isUrgent });
  for (let number = 0; number < 300; number += 1) await send('flooding', `flood ${number}`);
  for (const to of ['first', 'second']) await send('quiet', to);
  await send('other', 'only');
  for (let number = 0; number < 3; number += 1) await send('flooding', `urgent flood ${number}`, true);
  await send('quiet', 'urgent', true);

  const sent: string[] = [];
  const handler = handleJob(post, async ({ to }) => void sent.push(to));
  const workers = await startJobWorkers(database.connection, [handler], log);
  await vi.waitFor(() => expect(sent).toHaveLength(307), 30_000);
  await workers.stop();
  expect(sent.slice(0, 9)).toEqual([
    'urgent flood 0',
    'urgent',
    'urgent flood 1',
    'urgent flood 2',
    'flood 0',
    'first',
    'only',
    'flood 1',
    'second',
  ]);
}, 60_000);

test('slow work for one sender leaves a worker to the others', async () => {
  const slow = defineJob({
    name: 'slow-for-one',
    payload: z.object({ to: z.string() }),
    concurrency: 3,
    concurrencyOfOne: 2,
  });
  for (let number = 0; number < 5; number += 1) await jobs.send(slow, { to: 'slow' }, { group: 'slow' });
  for (let number = 0; number < 5; number += 1) await jobs.send(slow, { to: 'quick' }, { group: 'quick' });
  const done: string[] = [];
  const release = Promise.withResolvers<void>();
  const handler = handleJob(slow, async ({ to }) => {
    if (to === 'slow') await release.promise;
    done.push(to);
  });
  const workers = await startJobWorkers(database.connection, [handler], log);
  await vi.waitFor(() => expect(done).toEqual(Array.from({ length: 5 }, () => 'quick')), 30_000);
  release.resolve();
  await vi.waitFor(() => expect(done).toHaveLength(10), 30_000);
  await workers.stop();
}, 60_000);

test('the timetable follows the handlers', async () => {
  const nightly = defineJob({ name: 'nightly', payload: z.object({}), timetable: '0 3 * * *' });
  const schedules = async () =>
    (await db
      .withSchema('jobs')
      .selectFrom('schedule' as never)
      .select('name' as never)
      .execute()) as { name: string }[];
  const withNightly = await startJobWorkers(database.connection, [handleJob(nightly, async () => {})], log);
  await withNightly.stop();
  expect(await schedules()).toEqual([{ name: 'nightly' }]);
  const without = await startJobWorkers(database.connection, [], log);
  await without.stop();
  expect(await schedules()).toEqual([]);
});
