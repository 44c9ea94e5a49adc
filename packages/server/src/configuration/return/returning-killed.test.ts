import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';
import {
  liveDigests,
  prepareReturned,
  readReturn,
  startDecidingRun,
  submitBoth,
} from '../../../test/submitted-both.ts';

/** Two for every change; twenty are the proof. */
const ROUNDS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? 2);
/** A return of both services takes about this long. */
const RETURN_MS = 300;
const PROGRAM = join(import.meta.dirname, '../../../test/returning-process.ts');

vi.setConfig({ testTimeout: 60_000 + ROUNDS * 15_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await prepareReturned(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Puts back what a run has found to be wrong in a process of its own, and kills it at some moment. */
async function killReturn(runId: string, afterMs: number): Promise<boolean> {
  const { connection, dataFolder } = world.server;
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ connection, dataFolder, runId }));
  await once(child.stdout, 'data');
  await pause(afterMs);
  const wasRunning = child.exitCode === null;
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return wasRunning;
}

test('a return that is killed is done wholly by the next process, once, and the log tells', async () => {
  const { context } = world.server;
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await liveDigests(world);
    const { backupKey } = await submitBoth(world, -1 - round);
    const submitted = await liveDigests(world);
    const runId = await startDecidingRun(world, backupKey);
    await context.jobs.runDue(context.testRuns.jobs);
    if (await killReturn(runId, (RETURN_MS * (round + 1)) / (ROUNDS + 1))) killed += 1;
    // What the queue does when a process is gone.
    await context.configuration.returning.run(runId, new AbortController().signal);
    const live = await liveDigests(world);
    const outcome = await readReturn(world, runId);
    expect({ round, live, state: outcome?.state }).toEqual({ round, live: before, state: 'RETURNED' });
    expect(live).not.toEqual(submitted);
    for (const service of outcome?.services ?? []) expect(service.returned).toBe(service.submitted + 1);
  }
  expect(killed).toBeGreaterThan(0);
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.return-submit' };
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  expect(logs).toHaveLength(ROUNDS);
});
