import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { countWaitingForLocks, whileLocked } from '../../../test/locked-table.ts';
import {
  liveDigests,
  prepareReturned,
  readReturn,
  startDecidingRun,
  submitBoth,
} from '../../../test/submitted-both.ts';

/** Each moment once for every change; twenty rounds are the proof. */
const ROUNDS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? 2);
/** Where a return is held until it is killed, and how many services are put back by then: none, or half of them. */
const MOMENTS = [
  { table: 'backups', putBack: 0 },
  { table: 'logEntries', putBack: 1 },
] as const;
const PROGRAM = join(import.meta.dirname, '../../../test/returning-process.ts');

vi.setConfig({ testTimeout: 60_000 + ROUNDS * 15_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await prepareReturned(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Puts back what a run has found to be wrong in a process of its own, and kills it in the middle. */
async function killReturn(runId: string, { table, putBack }: (typeof MOMENTS)[number]): Promise<void> {
  const { connection, dataFolder, context } = world.server;
  const submitted = await liveDigests(world);
  await whileLocked(connection, table, async () => {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin.end(
      JSON.stringify({ connection, dataFolder, servicesUrl: context.services.ownProcess, runId }),
    );
    await expect.poll(() => countWaitingForLocks(context.db), { timeout: 60_000 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const live = await liveDigests(world);
    expect(live.filter((digest, at) => digest !== submitted[at])).toHaveLength(putBack);
  });
}

test('a return that is killed is done wholly by the next process, once, and the log tells', async () => {
  const { context } = world.server;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await liveDigests(world);
    const { backupKey } = await submitBoth(world, -1 - round);
    const submitted = await liveDigests(world);
    const runId = await startDecidingRun(world, backupKey);
    await context.jobs.runDue(context.testRuns.jobs);
    await killReturn(runId, MOMENTS[round % 2] ?? MOMENTS[0]);
    // What the queue does when a process is gone.
    await context.configuration.returning.run(runId, new AbortController().signal);
    const live = await liveDigests(world);
    const outcome = await readReturn(world, runId);
    expect({ round, live, state: outcome?.state }).toEqual({ round, live: before, state: 'RETURNED' });
    expect(live).not.toEqual(submitted);
    for (const service of outcome?.services ?? []) expect(service.returned).toBe(service.submitted + 1);
  }
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.return-submit' };
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  expect(logs).toHaveLength(ROUNDS);
});
