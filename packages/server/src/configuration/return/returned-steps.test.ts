import { restoreBackup } from '@atrium/contract/configuration/backups';
import { listBases } from '@atrium/contract/configuration/bases';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { submitPull } from '@atrium/contract/configuration/submission';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  inGit,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import {
  executeRun,
  prepareReturned,
  readReturn,
  startDecidingRun,
  testsOfKey,
} from '../../../test/submitted-both.ts';

vi.setConfig({ testTimeout: 60_000 });

const FAILING = 'functions/returned/answer.js';

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await prepareReturned(world);
});
afterAll(() => world[Symbol.asyncDispose]());

async function pullAgain(name: string): Promise<string> {
  return (await world.server.call(pull, { body: world.gitRequest(name) }, { as: world.caller })).uuid;
}

async function basesOf(uuid: string) {
  const bases = await world.server.call(listBases, { params: { uuid } }, { as: world.caller });
  return bases.services[SERVICE];
}

/** Takes some files of a pull, and decides nothing about the others. */
async function submitStep(uuid: string, backupKey: string, paths: readonly string[]) {
  const { server, caller } = world;
  const found = await server.call(getPull, { params: { uuid }, query: {} }, { as: caller });
  const all = found.services.flatMap(({ folders }) => folders.flatMap(({ files }) => files)).map(filePathOf);
  const folders = paths.map((path) => {
    const { folderPath, name } = filePlaceOf(path);
    return { name: folderPath, files: [{ name, action: 'remote' as const }] };
  });
  const leftOut = all.filter((path) => !paths.includes(path));
  const baseVersion = await world.liveVersion();
  const body = { uuid, serviceId: SERVICE, baseVersion, folders, leftOut, backupKey };
  const { backupId } = await server.call(confirmPull, { body }, { as: caller });
  return backupId as string;
}

const restore = (id: string, serviceId?: string) =>
  world.server.call(restoreBackup, { params: { id }, body: { serviceId } }, { as: world.caller });

/** What is live was exchanged with git, where colleagues then changed two files. */
async function prepareStep(name: string, answer = 1) {
  const folder = await world.repositoryOfLive(name);
  await submitStep(await pullAgain(name), world.server.context.random.id(), []);
  const commit = await commitFiles(folder, {
    [inGit(`steps/${name}.js`)]: 'theirs\n',
    [inGit(FAILING)]: `export default () => ${answer};\n`,
  });
  const uuid = await pullAgain(name);
  const backupKey = world.server.context.random.id();
  return { folder, commit, uuid, backupKey, file: `steps/${name}.js`, before: await basesOf(uuid) };
}

test('a submit in two steps that is returned was not exchanged: a push takes nothing of others back', async () => {
  const { folder, commit, uuid, backupKey, file, before } = await prepareStep('returned-steps', -1);
  await submitStep(uuid, backupKey, [file]);
  await submitStep(uuid, backupKey, [FAILING]);
  const runId = await startDecidingRun(world, backupKey);
  await executeRun(world);
  expect(await readReturn(world, runId)).toMatchObject({ state: 'RETURNED' });
  expect(await world.liveContent(file)).toBeUndefined();
  expect(await basesOf(uuid)).toEqual(before);
  const { services } = await world.server.call(
    getPull,
    { params: { uuid }, query: {} },
    { as: world.caller },
  );
  expect(services.map(({ confirmedVersion }) => confirmedVersion)).toEqual([null]);
  const body = world.gitRequest('returned-steps', { services: [SERVICE] });
  const pushed = await world.server.call(push, { body }, { as: world.caller });
  expect(pushed.push[0]?.error?.localizedMessage).toContain('The remote has changed since the last pull');
  expect((await execGit(folder, 'rev-parse', 'main')).trim()).toBe(commit);
});

test('restoring what was before both steps undoes both, and undoing the second one leaves the first', async () => {
  const { uuid, backupKey, file, before } = await prepareStep('restored-steps');
  const first = await submitStep(uuid, backupKey, [file]);
  const between = await basesOf(uuid);
  const second = await submitStep(uuid, backupKey, [FAILING]);
  await restore(second, SERVICE);
  expect(await basesOf(uuid)).toEqual(between);
  await submitStep(uuid, backupKey, [FAILING]);
  await restore(first);
  expect(await world.liveContent(file)).toBeUndefined();
  expect(await basesOf(uuid)).toEqual(before);
});

test('a step that was undone is no part of what a failed test returns', async () => {
  const { uuid, backupKey, file, before } = await prepareStep('undone-step', -2);
  await restore(await submitStep(uuid, backupKey, [file]));
  const live = await world.liveContent(FAILING);
  await submitStep(uuid, backupKey, [FAILING]);
  const runId = await startDecidingRun(world, backupKey);
  await executeRun(world);
  expect(await readReturn(world, runId)).toMatchObject({ state: 'RETURNED' });
  expect(await world.liveContent(FAILING)).toBe(live);
  expect(await basesOf(uuid)).toEqual(before);
});

test('a return that cannot be kept is refused before anything is submitted', async () => {
  const { server, caller } = world;
  const { uuid, backupKey, file } = await prepareStep('refused-step');
  await submitStep(uuid, backupKey, [file]);
  await world.changeLive({ 'steps/colleague.js': 'mine\n' });
  const body = testsOfKey(world, backupKey);
  const refused = await server.request(submitPull, { body }, { as: caller });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining(`Someone has changed ${SERVICE} since it was submitted`),
  ]);
});
