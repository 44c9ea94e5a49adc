import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { updateAutomation } from '@atrium/contract/connections/automation';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  inGit,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import {
  ADD,
  adding,
  type ConnectedRepository,
  connectRepository,
  lookAt,
  runConnectionJobs,
} from '../../../test/connected-world.ts';
import { buildGitHostApi } from '../../../test/git-host-api.ts';
import { execGit } from '../../../test/git-repository.ts';
import { countWaitingForLocks, whileLocked } from '../../../test/locked-table.ts';

/** Tables at which a push is held until its process is killed: each is written after the commit. */
const MOMENTS = ['exchanges', 'connectionEvents', 'logEntries'] as const;
const ROUNDS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? 1);
const PROGRAM = join(import.meta.dirname, '../../../test/sending-process.ts');

vi.setConfig({ testTimeout: 60_000 + ROUNDS * MOMENTS.length * 30_000 });

const api = buildGitHostApi('GITLAB');
let world: ConfigurationWorld;
let repository: ConnectedRepository;
beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept: api.intercept });
  repository = await connectRepository(world, 'sent', { files: { [ADD]: adding(0) } });
  const body = { toGit: 'DIRECT' as const };
  await world.server.call(updateAutomation, { params: { id: repository.id }, body }, { as: world.caller });
  await runConnectionJobs(world);
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const contents = async (branch = 'main') => {
  const shas = (await execGit(repository.folder, 'log', '--reverse', '--format=%H', branch))
    .trim()
    .split('\n');
  return Promise.all(shas.map((sha) => execGit(repository.folder, 'show', `${sha}:${inGit(ADD)}`)));
};

/** Pushes in a process of its own, and kills it where it waits for the table. */
async function killAt(table: (typeof MOMENTS)[number]): Promise<void> {
  const { connection, dataFolder, context } = world.server;
  const key = { domainId: world.caller.domainId, connectionId: repository.id };
  await whileLocked(connection, table, async () => {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'inherit'] });
    const servicesUrl = context.services.ownProcess;
    child.stdin.end(JSON.stringify({ connection, dataFolder, servicesUrl, key }));
    await expect.poll(() => countWaitingForLocks(context.db), { timeout: 60_000 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
}

test('a push whose process is killed between commit and record leaves each version once, in order', async () => {
  let last = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const table of MOMENTS) {
      for (const _ of ['first', 'second']) {
        last += 1;
        await world.changeLive({ [ADD]: adding(last) });
      }
      await killAt(table);
      // The commit of the killed process is in git, and not recorded.
      expect((await contents()).at(-1)).toBe(adding(last - 1));
      await lookAt(world, repository);
    }
  expect(await contents()).toEqual(Array.from({ length: last + 1 }, (_, value) => adding(value)));
  expect((await repository.automation()).events.filter(({ outcome }) => outcome === 'REFUSED')).toEqual([]);
});

test('a killed push to a new request branch goes on there, with one request', async () => {
  repository = await connectRepository(world, 'requested', { files: { [ADD]: adding(0) } });
  const body = { toGit: 'REQUEST' as const, reportTo: 'GITLAB' as const };
  await world.server.call(updateAutomation, { params: { id: repository.id }, body }, { as: world.caller });
  await runConnectionJobs(world);
  for (const value of [1, 2]) await world.changeLive({ [ADD]: adding(value) });
  await killAt('exchanges');
  expect(await contents('atrium/main')).toEqual([adding(0), adding(1)]);
  await lookAt(world, repository);
  expect(await contents('atrium/main')).toEqual([adding(0), adding(1), adding(2)]);
  const branches = await execGit(
    repository.folder,
    'for-each-ref',
    '--format=%(refname:short)',
    'refs/heads',
  );
  expect(branches.trim().split('\n').toSorted()).toEqual(['atrium/main', 'main']);
  expect(api.requests).toEqual([{ from: 'atrium/main', into: 'main', isOfFork: false }]);
});
