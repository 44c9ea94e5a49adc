import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import {
  ADD,
  adding,
  type ConnectedRepository,
  connectRepository,
  runConnectionJobs,
  TESTED_ADD,
} from '../../../test/connected-world.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import { countWaitingForLocks, whileLocked } from '../../../test/locked-table.ts';

/** Tables at which a push is held until its process is killed; thirty rounds are the proof. */
const MOMENTS = ['backups', 'candidates', 'pulls', 'submissions', 'logEntries'] as const;
const ROUNDS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? 1);
const PROGRAM = join(import.meta.dirname, '../../../test/taking-process.ts');

vi.setConfig({ testTimeout: 120_000 + ROUNDS * 60_000 });

let world: ConfigurationWorld;
let repository: ConnectedRepository;
beforeAll(async () => {
  world = await startConfigurationWorld();
  repository = await connectRepository(world, 'killed', { files: TESTED_ADD });
  await repository.setOnPush('LIVE');
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

/** Goes on with a push in a process of its own, and kills it where it waits for the table. */
async function killAt(table: (typeof MOMENTS)[number], id: string): Promise<void> {
  const { connection, dataFolder, context } = world.server;
  const key = { domainId: world.caller.domainId, id };
  await whileLocked(connection, table, async () => {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'inherit'] });
    const servicesUrl = context.services.ownProcess;
    child.stdin.end(JSON.stringify({ connection, dataFolder, servicesUrl, key }));
    await expect.poll(() => countWaitingForLocks(context.db), { timeout: 60_000 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
}

test('a push whose process is killed anywhere is wholly live after the next one, once, and the log tells', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const table = MOMENTS[round % MOMENTS.length] ?? 'pulls';
    const before = await world.liveVersion();
    const content = adding(100 + round);
    const commitSha = await commitFiles(repository.folder, { [`${SERVICE}/${ADD}`]: content });
    await repository.refresh();
    const eventOf = async () =>
      (await repository.automation()).events.find((event) => event.commitSha === commitSha);
    const { id = '' } = (await eventOf()) ?? {};
    await killAt(table, id);
    const key = { domainId: world.caller.domainId, id };
    // The queue runs jobs of a killed process again.
    await expect
      .poll(
        async () => {
          await world.server.context.gitSync.pushes.take(key, AbortSignal.timeout(120_000));
          await runConnectionJobs(world);
          return (await eventOf())?.isOpen;
        },
        { timeout: 120_000, interval: 1000 },
      )
      .toBe(false);
    expect({ table, event: await eventOf() }).toMatchObject({ table, event: { outcome: 'LIVE' } });
    expect(await world.liveContent(ADD)).toBe(content);
    expect(await world.liveVersion()).toBe(before + 1);
  }
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.import' };
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  expect(logs).toHaveLength(ROUNDS);
});
