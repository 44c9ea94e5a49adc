import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { searchLog } from '@atrium/contract/audit/log';
import { readBaseFile } from '@atrium/contract/configuration/bases';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { importConfiguration } from '@atrium/contract/service-api/import';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { commitFiles, execGit } from '../../test/git-repository.ts';
import type { Caller } from '../http/caller.ts';
import { readMetadata } from './live-configuration.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let caller: Caller;

beforeAll(async () => {
  world = await startConfigurationWorld();
  caller = world.caller;
});

afterAll(() => world[Symbol.asyncDispose]());

async function pushTo(name: string, more: object = {}) {
  const body = world.gitRequest(name, { services: [SERVICE], ...more });
  const answer = await world.server.call(push, { body }, { as: caller });
  return answer.push;
}

const filesOf = async (folder: string, branch = 'main') =>
  (await execGit(folder, 'ls-tree', '-r', '--name-only', branch)).trim().split('\n');

test('pushes into an empty repository, with the person as author', async () => {
  const folder = await world.remote.createRepository('empty');
  const [result] = await pushTo('empty', { commitMessage: 'First push' });
  expect(result).toMatchObject({ serviceId: SERVICE, status: 'OK' });
  expect(await execGit(folder, 'log', '--format=%H %an %s', 'main')).toBe(
    `${result?.commitSha} Ada Lovelace First push\n`,
  );
  const files = await filesOf(folder);
  expect(files.length).toBeGreaterThan(5);
  expect(files.every((path) => path.startsWith(`${SERVICE}/`))).toBe(true);
  // Nothing to do: the same commit, no empty one on top.
  const [again] = await pushTo('empty');
  expect(again).toMatchObject({ status: 'OK', commitSha: result?.commitSha });
});

test("leaves other people's files alone, removes what is not live any more, keeps file modes", async () => {
  const folder = await world.repositoryOfLive('others');
  await commitFiles(
    folder,
    {
      'src/app.ts': 'x',
      [`${SERVICE}/notes.md`]: 'n',
      [`${SERVICE}/functions/data.json`]: '{}',
      [`${SERVICE}/functions/gone.js`]: 'gone',
    },
    { modes: { 'src/app.ts': '100755' } },
  );
  const [first] = await pushTo('others');
  expect(first?.error?.localizedMessage).toContain('never pulled: functions/gone.js. Pull and merge first');
  const pulled = await world.server.call(pull, { body: world.gitRequest('others') }, { as: caller });
  const body = { uuid: pulled.uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders: [] };
  await world.server.call(confirmPull, { body }, { as: caller });
  const [result] = await pushTo('others');
  expect(result?.status).toBe('OK');
  const files = await filesOf(folder);
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'src/app.ts',
      `${SERVICE}/notes.md`,
      `${SERVICE}/functions/data.json`,
    ]),
  );
  expect(files).not.toContain(`${SERVICE}/functions/gone.js`);
  expect(await execGit(folder, 'ls-tree', 'main', 'src/app.ts')).toContain('100755');
});

test('makes a new branch from the default one, also when nothing changed', async () => {
  const folder = await world.repositoryOfLive('branch');
  const [result] = await pushTo('branch', { branch: 'release/1' });
  expect(result?.status).toBe('OK');
  expect(await execGit(folder, 'rev-parse', 'release/1')).toBe(await execGit(folder, 'rev-parse', 'main'));
});

test('refuses, per service, when the remote moved since the last exchange', async () => {
  const folder = await world.repositoryOfLive('moved');
  await pushTo('moved');
  const before = await execGit(folder, 'rev-parse', 'main');
  await commitFiles(folder, { [`${SERVICE}/functions/theirs.js`]: 'their work' });
  const [result] = await pushTo('moved');
  expect(result?.status).toBe('ERROR');
  expect(result?.error?.localizedMessage).toBe(
    'The remote moved since the last pull: functions/theirs.js. Pull and merge first, then push again.',
  );
  expect(await execGit(folder, 'rev-parse', 'main~1')).toBe(before);

  const pulled = await world.server.call(pull, { body: world.gitRequest('moved') }, { as: caller });
  const services = await world.server.call(listConfiguredServices, {}, { as: caller });
  const mine = services.services.find(({ serviceId }) => serviceId === SERVICE);
  expect(mine).toMatchObject({ ahead: 0, behind: 1, exchange: { direction: 'PUSH', branch: 'main' } });
  expect(mine?.exchange?.userId).toBe(caller.userId);

  const folders = [{ name: 'functions', files: [{ name: 'theirs.js', action: 'local' as const }] }];
  const body = { uuid: pulled.uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
  await world.server.call(confirmPull, { body }, { as: caller });
  // Decided by a person: theirs is not wanted.
  const [again] = await pushTo('moved');
  expect(again?.status).toBe('OK');
  expect(await filesOf(folder)).not.toContain(`${SERVICE}/functions/theirs.js`);
});

test('a file that was left out of a pull was not exchanged: a push does not undo it', async () => {
  const folder = await world.repositoryOfLive('left-out');
  const path = (name: string) => `${SERVICE}/left-out/${name}.js`;
  await commitFiles(folder, { [path('known')]: 'one\n', [path('wanted')]: 'one\n' });
  const take = async (names: string[], leftOut: string[]) => {
    const { uuid } = await world.server.call(pull, { body: world.gitRequest('left-out') }, { as: caller });
    const files = names.map((name) => ({ name: `${name}.js`, action: 'remote' as const }));
    const folders = [{ name: 'left-out', files }];
    const baseVersion = await world.liveVersion();
    const body = { uuid, serviceId: SERVICE, baseVersion, folders, leftOut };
    await world.server.call(confirmPull, { body }, { as: caller });
    return uuid;
  };
  await take(['known', 'wanted'], []);
  // Its base is told by an older version of the service only.
  const client = world.server.context.services.client(caller);
  const [greet] = (await readMetadata(client, SERVICE)).folders.flatMap(({ files }) => files);
  const { filePath = '', folderPath = '', name = '' } = greet ?? {};
  const before = await world.liveContent(filePath);
  const changed = { name: folderPath, files: [{ name, action: 'merge' as const, content: '// local\n' }] };
  const baseVersion = await world.liveVersion();
  await client.call(SERVICE, importConfiguration, { body: { baseVersion, folders: [changed] } });
  await commitFiles(folder, {
    [`${SERVICE}/${filePath}`]: '// remote\n',
    [path('known')]: 'two\n',
    [path('new')]: 'x\n',
    [path('wanted')]: 'two\n',
  });
  const uuid = await take(['wanted'], ['left-out/known.js', 'left-out/new.js', filePath]);

  const [refused] = await pushTo('left-out');
  expect(refused?.error?.localizedMessage).toContain(
    'left-out/known.js, left-out/new.js. Pull and merge first',
  );
  const baseOf = async (fileName: string, folderName: string) => {
    const body = { uuid, serviceId: SERVICE, fileName, folderName };
    return (await world.server.call(readBaseFile, { body }, { as: caller })).content;
  };
  expect(await baseOf('known.js', 'left-out')).toBe('one\n');
  expect(await baseOf(name, folderPath)).toBe(before);
  await take(['known', 'new'], []);
  expect((await pushTo('left-out'))[0]?.status).toBe('OK');
});

test('refuses what stands in the way instead of replacing it', async () => {
  const folder = await world.remote.createRepository('links');
  const { folders } = await readMetadata(world.server.context.services.client(caller), SERVICE);
  const path = `${SERVICE}/${folders[0]?.files[0]?.filePath}`;
  await commitFiles(folder, { [path]: '/etc/passwd' }, { modes: { [path]: '120000' } });
  const [result] = await pushTo('links');
  expect(result?.error?.localizedMessage).toBe(
    `${path} in the repository stands in the way: it is no configuration file.`,
  );
});

test('tells each service when the remote refuses', async () => {
  const folder = await world.remote.createRepository('protected');
  await commitFiles(folder, { 'README.md': 'x' });
  await mkdir(`${folder}/hooks`, { recursive: true });
  await writeFile(`${folder}/hooks/pre-receive`, '#!/bin/sh\necho "main is protected" >&2\nexit 1\n');
  await chmod(`${folder}/hooks/pre-receive`, 0o755);
  const [result] = await pushTo('protected');
  expect(result?.status).toBe('ERROR');
  expect(result?.error?.localizedMessage).toContain('The git host refused the push');
});

test('wrong credentials fail the whole push, and are found in no log', async () => {
  await world.repositoryOfLive('locked');
  const body = world.gitRequest('locked', { password: 'a very secret word' });
  const refused = await world.server.request(push, { body }, { as: caller });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toBe('The git host refused the user name or the password.');
  const { logs } = await world.server.call(
    searchLog,
    { body: { startAt: '2020-01-01T00:00:00.000Z' } },
    { as: caller },
  );
  expect(logs.map(({ action }) => action)).toContain('configuration.push');
  expect(JSON.stringify(logs)).not.toContain('secret word');
});

test('the same Idempotency-Key pushes once', async () => {
  const folder = await world.remote.createRepository('once');
  const send = (message: string) =>
    world.server.request(
      push,
      { body: world.gitRequest('once', { services: [SERVICE], commitMessage: message }) },
      { as: caller, headers: { 'idempotency-key': 'key-1' } },
    );
  const [first, second] = await Promise.all([send('one'), send('one')]);
  expect(first.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect((await execGit(folder, 'rev-list', '--count', 'main')).trim()).toBe('1');
  expect((await send('two')).statusCode).toBe(422);
});
