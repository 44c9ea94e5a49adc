import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getLastCommits, getPull, pull, readRemoteFile } from '@atrium/contract/configuration/pull';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { commitFiles } from '../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from '../../test/git-server.ts';
import { type PlatformApp, startPlatform } from '../../test/shipped-services.ts';
import type { Caller } from '../http/caller.ts';
import { readMetadata, readSources } from './live-configuration.ts';

let remote: GitServer;
let server: PlatformApp;
let caller: Caller;

beforeAll(async () => {
  [remote, server] = await Promise.all([startGitServer(), startPlatform()]);
  caller = await buildUser(server.context);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await remote[Symbol.asyncDispose]();
});

const SERVICE = 'hyper-dispatch';

function gitRequest(name: string, more: object = {}) {
  return { username: GIT_USERNAME, password: GIT_PASSWORD, gitUrl: remote.url(name), ...more };
}

const client = () => server.context.services.client(caller);

async function liveVersion(): Promise<number> {
  return (await readMetadata(client(), SERVICE)).version;
}

async function liveContent(path: string): Promise<string | undefined> {
  const cut = path.lastIndexOf('/');
  const place = { folderPath: path.slice(0, cut), name: path.slice(cut + 1) };
  return (await readSources(client(), SERVICE, [place])).get(path)?.content;
}

/** A repository that holds what is live now, below the service's folder. */
async function repositoryOfLive(name: string): Promise<string> {
  const folder = await remote.createRepository(name);
  const { folders } = await readMetadata(client(), SERVICE);
  const places = folders.flatMap(({ files }) => files);
  const sources = await readSources(client(), SERVICE, places);
  const files = [...sources].map(([path, { content }]) => [`${SERVICE}/${path}`, content]);
  await commitFiles(folder, { 'README.md': 'Shop', ...Object.fromEntries(files) }, { message: 'Live' });
  return folder;
}

test('lists branches, and refuses missing fields with the message of the form', async () => {
  const folder = await remote.createRepository('branches');
  await commitFiles(folder, { 'README.md': 'x' });
  const found = await server.call(listBranches, { body: gitRequest('branches') }, { as: caller });
  expect(found).toEqual({ branches: ['main'], defaultBranch: 'main' });

  const refused = await server.request(listBranches, { body: { username: ' ', gitUrl: '' } }, { as: caller });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toEqual(
    ['gitUrl', 'username', 'password'].map((field) => ({
      field,
      defaultMessage: 'Please provide values in required fields.',
    })),
  );
});

test('the main job: pull, read both sides, submit, and the live configuration is the remote one', async () => {
  const folder = await repositoryOfLive('main-job');
  const base = await liveVersion();
  const commit = await commitFiles(
    folder,
    {
      [`${SERVICE}/functions/greet.js`]: 'export default () => "from git";\n',
      [`${SERVICE}/extra/new/here.js`]: 'export default 1;\n',
    },
    { message: 'From git', at: 1_770_000_000 },
  );
  const pulled = await server.call(pull, { body: gitRequest('main-job') }, { as: caller });
  expect(pulled).toMatchObject({ branch: 'main', commitSha: commit });
  expect(pulled.ignored).toEqual([{ reason: 'NOT_A_SERVICE', count: 1, examples: ['README.md'] }]);
  const files = pulled.services.flatMap((service) => service.folders.flatMap((each) => each.files));
  expect(files.map((file) => file.filePath)).toContain('extra/new/here.js');
  expect(JSON.stringify(pulled)).not.toContain(GIT_PASSWORD);

  const { uuid } = pulled;
  const source = { uuid, serviceId: SERVICE, fileName: 'here.js', folderName: 'extra/new' };
  const file = await server.call(readRemoteFile, { body: source }, { as: caller });
  expect(file).toMatchObject({ content: 'export default 1;\n', base: null });

  const last = await expect
    .poll(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }))
    .toMatchObject({ state: 'COMPLETE', contents: 'COMPLETE' })
    .then(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }));
  const index = last.files[SERVICE]?.['extra/new/here.js'];
  expect(last.commits[index ?? -1]).toMatchObject({ commitSha: commit, message: 'From git' });

  const confirmed = await server.call(
    confirmPull,
    {
      body: {
        uuid,
        serviceId: SERVICE,
        baseVersion: base,
        folders: [
          { name: 'extra/new', files: [{ name: 'here.js', action: 'remote' }] },
          { name: 'functions', files: [{ name: 'greet.js', action: 'remote' }] },
        ],
      },
    },
    { as: caller },
  );
  expect(confirmed.version).toBe(base + 1);
  expect(confirmed.backupId).not.toBeNull();
  expect(await liveContent('functions/greet.js')).toBe('export default () => "from git";\n');
  const again = await server.call(getPull, { params: { uuid }, query: {} }, { as: caller });
  expect(again.services[0]?.confirmedVersion).toBe(base + 1);
  expect(again.lastCommits).toBe('COMPLETE');
});

describe('submitting', () => {
  test('refuses when live moved, names the files, and writes nothing', async () => {
    const folder = await repositoryOfLive('moved');
    await commitFiles(folder, {
      [`${SERVICE}/functions/greet.js`]: 'one\n',
      [`${SERVICE}/functions/other.js`]: 'two\n',
    });
    const base = await liveVersion();
    const { uuid } = await server.call(pull, { body: gitRequest('moved') }, { as: caller });
    const submit = (baseVersion: number, name: string) =>
      server.request(
        confirmPull,
        {
          body: {
            uuid,
            serviceId: SERVICE,
            baseVersion,
            folders: [{ name: 'functions', files: [{ name, action: 'remote' }] }],
          },
        },
        { as: caller },
      );
    expect((await submit(base, 'greet.js')).statusCode).toBe(200);
    const refused = await submit(base, 'greet.js');
    expect(refused.statusCode).toBe(409);
    expect(refused.json().details).toEqual({ version: base + 1, moved: ['functions/greet.js'] });
    expect((await submit(base, 'other.js')).json().details).toEqual({ version: base + 1, moved: [] });
    expect(await liveVersion()).toBe(base + 1);
  });

  test('merges three-way with the last exchanged content as base, in favour of a side', async () => {
    const lines = (...changed: string[]) => `${['a', 'b', 'c', 'd', 'e', ...changed].join('\n')}\n`;
    const path = `${SERVICE}/functions/merged.js`;
    const folder = await repositoryOfLive('merge');
    await commitFiles(folder, { [path]: lines() });
    const confirm = (
      uuid: string,
      baseVersion: number,
      action: 'remote' | 'merge-local' | 'merge',
      content?: string,
    ) =>
      server.call(
        confirmPull,
        {
          body: {
            uuid,
            serviceId: SERVICE,
            baseVersion,
            folders: [
              {
                name: 'functions',
                files: [{ name: 'merged.js', action, ...(content === undefined ? {} : { content }) }],
              },
            ],
          },
        },
        { as: caller },
      );
    const first = await server.call(pull, { body: gitRequest('merge') }, { as: caller });
    await confirm(first.uuid, await liveVersion(), 'remote');
    // Local changes its end, the remote its beginning.
    await confirm(first.uuid, await liveVersion(), 'remote');
    const second = await server.call(pull, { body: gitRequest('merge') }, { as: caller });
    expect(second.services[0]?.folders.length).toBeGreaterThan(0);
    await commitFiles(folder, { [path]: lines().replace('a', 'A') });
    const third = await server.call(pull, { body: gitRequest('merge') }, { as: caller });
    await confirm(third.uuid, await liveVersion(), 'merge', lines('local'));
    await commitFiles(folder, { [path]: lines().replace('a', 'AA').replace('b', 'B') });
    const fourth = await server.call(pull, { body: gitRequest('merge') }, { as: caller });
    const read = await server.call(
      readRemoteFile,
      { body: { uuid: fourth.uuid, serviceId: SERVICE, fileName: 'merged.js', folderName: 'functions' } },
      { as: caller },
    );
    expect(read.base?.content).toBe(lines().replace('a', 'A'));
    await confirm(fourth.uuid, await liveVersion(), 'merge-local');
    expect(await liveContent('functions/merged.js')).toBe(lines('local').replace('b', 'b'));
  });

  test('refuses choices that the console would not offer, all of them at once', async () => {
    const folder = await repositoryOfLive('choices');
    await commitFiles(folder, { [`${SERVICE}/functions/choice.js`]: 'x' });
    const { uuid } = await server.call(pull, { body: gitRequest('choices') }, { as: caller });
    const refused = await server.request(
      confirmPull,
      {
        body: {
          uuid,
          serviceId: SERVICE,
          baseVersion: await liveVersion(),
          folders: [
            {
              name: 'functions',
              files: [
                { name: 'choice.js', action: 'delete' },
                { name: 'nowhere.js', action: 'remote' },
              ],
            },
          ],
        },
      },
      { as: caller },
    );
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.map(({ field }: { field: string }) => field)).toEqual([
      'functions/choice.js',
      'functions/nowhere.js',
    ]);
  });

  test("another domain's pull does not exist", async () => {
    const folder = await repositoryOfLive('foreign');
    await commitFiles(folder, { [`${SERVICE}/functions/x.js`]: 'x' });
    const { uuid } = await server.call(pull, { body: gitRequest('foreign') }, { as: caller });
    const stranger = await buildUser(server.context);
    for (const endpoint of [getPull, getLastCommits]) {
      expect((await server.request(endpoint, { params: { uuid } }, { as: stranger })).statusCode).toBe(404);
    }
  });
});

test('says what is wrong with what was pulled', async () => {
  const folder = await remote.createRepository('nothing');
  await commitFiles(folder, { 'src/index.js': 'x' });
  const nothing = await server.request(pull, { body: gitRequest('nothing') }, { as: caller });
  expect(nothing.statusCode).toBe(422);
  expect(nothing.json().message).toContain('no folder named after a service');

  const binary = await remote.createRepository('binary');
  await commitFiles(binary, { [`${SERVICE}/functions/bin.js`]: Buffer.from([1, 0, 255]) });
  const { uuid } = await server.call(pull, { body: gitRequest('binary') }, { as: caller });
  const body = { uuid, serviceId: SERVICE, fileName: 'bin.js', folderName: 'functions' };
  const read = await server.request(readRemoteFile, { body }, { as: caller });
  expect(read.statusCode).toBe(422);
  expect(read.json().message).toBe('functions/bin.js cannot be taken: not UTF-8 text.');
});
