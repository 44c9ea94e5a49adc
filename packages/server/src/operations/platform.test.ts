import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPlatform, getPlatformSummary } from '@atrium/contract/operations/platform';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startTestApp } from '../../test/support.ts';
import { defineJob, handleJob } from '../jobs/define-job.ts';
import { startJobWorkers } from '../jobs/jobs.ts';
import { HealthWatch } from '../services/health-watch.service.ts';

const HOUR_MS = 3_600_000;

test('an administrator sees the database, backups, services, queues and failed jobs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const backupFolder = join(folder, 'backups');
  const config = { backupFolder, backupEveryHours: 6, dataFolder: folder };
  await using server = await startTestApp({ config });
  const { context, clock } = server;
  const administrator = await buildUser(context, { isAdmin: true });
  const read = () => server.call(getPlatform, {}, { as: administrator });

  const before = await read();
  expect(before.backups).toEqual({
    everyHours: 6,
    lastSuccess: null,
    lastFailure: null,
    nextOn: clock.now().toISOString(),
  });
  expect(before).toMatchObject({ services: [], failedJobs: [] });
  const summarize = () => server.call(getPlatformSummary, {}, { as: administrator });
  expect(await summarize()).toEqual({
    overdue: { invoices: 0, amounts: [], oldestDueOn: null },
    failedJobs: { count: 0, lastOn: null },
    backups: { everyHours: 6, lastSuccessOn: null, failedOn: null },
    errorsPerMinute: 0,
    // The administrator's own domain is not the platform's in this test.
    newCustomers: 1,
  });

  const madeOn = clock.now();
  await context.databaseBackups.createDue();
  clock.travel(7 * HOUR_MS);
  await rm(backupFolder, { recursive: true });
  await writeFile(backupFolder, 'a file where a folder should be');
  await expect(context.databaseBackups.createDue()).rejects.toThrow(/EEXIST|ENOTDIR/);

  await using shop = await startScriptedService('shop', {});
  await context.services.register(shop.address);
  await context.services.expectShipped({ id: 'content', name: 'Content', group: 'Platform' });
  await new HealthWatch(context).check(5_000);
  const definition = defineJob({
    name: 'operations.try',
    payload: z.object({ secret: z.string() }),
    policy: 'standard',
    retries: 0,
    timetable: '17 3 * * *',
  });
  await context.jobs.send(definition, { secret: 'not told' });
  const handler = handleJob(definition, () => Promise.reject(new Error('The mail server is away.')));
  await expect(context.jobs.runDue([handler])).rejects.toThrow('The mail server is away.');
  const workers = await startJobWorkers(
    server.connection,
    [handleJob(definition, async () => {})],
    context.log,
  );
  await workers.stop();

  const after = await read();
  expect(after.backups).toEqual({
    everyHours: 6,
    lastSuccess: {
      endedOn: madeOn.toISOString(),
      folder: expect.stringContaining(backupFolder),
      sizeBytes: expect.any(Number),
    },
    lastFailure: { endedOn: clock.now().toISOString(), message: expect.stringMatching(/EEXIST|ENOTDIR/) },
    // It was due an hour ago.
    nextOn: clock.now().toISOString(),
  });
  const checkedOn = clock.now().toISOString();
  expect(after.services).toEqual([
    { id: 'shop', name: 'Service shop', address: shop.address, health: 'UP', checkedOn },
    { id: 'content', name: 'Content', address: null, health: 'DOWN', checkedOn },
  ]);
  expect(after.queues.find(({ name }) => name === 'operations.try')).toEqual({
    name: 'operations.try',
    waiting: 0,
    active: 0,
    failed: 1,
    oldestSeconds: 0,
    timetable: '17 3 * * *',
  });
  expect(after.failedJobs).toMatchObject([{ queue: 'operations.try', message: 'The mail server is away.' }]);
  expect(JSON.stringify(after)).not.toContain('not told');
  expect(after.database).toMatchObject({
    messages: 'HEARD',
    pool: { size: context.config.databasePoolSize },
  });
  expect(after.database.sizeBytes).toBeGreaterThan(1_000_000);
  expect(after.database.connections.used).toBeGreaterThan(0);

  for (let error = 0; error < 5; error += 1) context.errorRate.add();
  expect(await summarize()).toMatchObject({
    failedJobs: { count: 1, lastOn: expect.any(String) },
    backups: { lastSuccessOn: madeOn.toISOString(), failedOn: clock.now().toISOString() },
    errorsPerMinute: 1,
  });
  clock.travel(8 * 24 * HOUR_MS);
  expect(await summarize()).toMatchObject({ errorsPerMinute: 0, newCustomers: 0 });
});
