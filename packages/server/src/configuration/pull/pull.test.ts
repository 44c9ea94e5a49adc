import { listBases, readBaseFile } from '@atrium/contract/configuration/bases';
import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import type { FileAction } from '@atrium/contract/configuration/confirmed-file';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildUser } from '../../../test/factories.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import { GIT_PASSWORD } from '../../../test/git-server.ts';
import type { Caller } from '../../http/caller.ts';
import { gitLimits } from '../../providers/git/git-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let server: ConfigurationWorld['server'];
let remote: ConfigurationWorld['remote'];
let caller: Caller;

beforeAll(async () => {
  world = await startConfigurationWorld();
  ({ server, remote, caller } = world);
});

afterAll(() => world[Symbol.asyncDispose]());

test('lists branches, and refuses missing fields with the message of the form', async () => {
  const folder = await remote.createRepository('branches');
  await commitFiles(folder, { 'README.md': 'x' });
  const found = await server.call(listBranches, { body: world.gitRequest('branches') }, { as: caller });
  expect(found).toEqual({ branches: ['main'], defaultBranch: 'main', tags: [] });

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
  const folder = await world.repositoryOfLive('main-job');
  const base = await world.liveVersion();
  const commit = await commitFiles(
    folder,
    {
      [`${SERVICE}/functions/greet.js`]: 'export default () => "from git";\n',
      [`${SERVICE}/extra/new/here.js`]: 'export default 1;\n',
    },
    { message: 'From git', at: 1_770_000_000 },
  );
  const pulled = await server.call(pull, { body: world.gitRequest('main-job') }, { as: caller });
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
    .poll(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }), { timeout: 50_000 })
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
  expect(await world.liveContent('functions/greet.js')).toBe('export default () => "from git";\n');
  const again = await server.call(getPull, { params: { uuid }, query: {} }, { as: caller });
  expect(again.services[0]?.confirmedVersion).toBe(base + 1);
  expect(again.lastCommits).toBe('COMPLETE');
});

describe('submitting', () => {
  test('refuses when live moved, names the files, and writes nothing', async () => {
    const folder = await world.repositoryOfLive('moved');
    await commitFiles(folder, {
      [`${SERVICE}/functions/greet.js`]: 'one\n',
      [`${SERVICE}/functions/other.js`]: 'two\n',
    });
    const base = await world.liveVersion();
    const { uuid } = await server.call(pull, { body: world.gitRequest('moved') }, { as: caller });
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
    expect(await world.liveVersion()).toBe(base + 1);
  });

  test('without baseVersion, the live version that the pull was compared with counts', async () => {
    const folder = await world.repositoryOfLive('without-base');
    await commitFiles(folder, { [`${SERVICE}/functions/specified.js`]: 'specified\n' });
    const base = await world.liveVersion();
    const { uuid } = await server.call(pull, { body: world.gitRequest('without-base') }, { as: caller });
    const folders = [{ name: 'functions', files: [{ name: 'specified.js', action: 'remote' }] }];
    const submit = () =>
      server.request(confirmPull, { body: { uuid, serviceId: SERVICE, folders } }, { as: caller });
    const done = await submit();
    expect([done.statusCode, done.json().version]).toEqual([200, base + 1]);
    expect(await world.liveContent('functions/specified.js')).toBe('specified\n');
    const again = await submit();
    expect([again.statusCode, again.json().details]).toEqual([
      409,
      { version: base + 1, moved: ['functions/specified.js'] },
    ]);
  });

  test('obeys If-Match, and tells states by ETag', async () => {
    const folder = await world.repositoryOfLive('tags');
    await commitFiles(folder, { [`${SERVICE}/functions/tagged.js`]: 'tagged\n' });
    const base = await world.liveVersion();
    const { uuid } = await server.call(pull, { body: world.gitRequest('tags') }, { as: caller });
    const as = { as: caller };
    const submit = (ifMatch: string) => {
      const folders = [{ name: 'functions', files: [{ name: 'tagged.js', action: 'remote' }] }];
      const body = { uuid, serviceId: SERVICE, baseVersion: base, folders };
      return server.request(confirmPull, { body }, { ...as, headers: { 'if-match': ifMatch } });
    };
    const moved = await submit(`"${base + 1}"`);
    expect([moved.statusCode, moved.json().details]).toEqual([409, { version: base, moved: [] }]);
    expect((await submit('nonsense')).statusCode).toBe(400);
    expect(await world.liveVersion()).toBe(base);
    const done = await submit(`"${base}", "1"`);
    expect([done.statusCode, done.headers.etag]).toEqual([200, `"${base + 1}"`]);

    const parts = { params: { uuid }, query: {} };
    const read = await server.request(getPull, parts, as);
    const known = { ...as, headers: { 'if-none-match': String(read.headers.etag) } };
    expect(read.headers.etag).toContain(uuid);
    await expect
      .poll(async () => (await server.request(getPull, parts, as)).headers.etag, { timeout: 20_000 })
      .toContain('COMPLETE');
    expect((await server.request(getPull, parts, known)).statusCode).toBe(
      String(read.headers.etag).includes('COMPLETE') ? 304 : 200,
    );
    const now = String((await server.request(getPull, parts, as)).headers.etag);
    const same = await server.request(getPull, parts, { ...as, headers: { 'if-none-match': now } });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    const source = { uuid, serviceId: SERVICE, fileName: 'tagged.js', folderName: 'functions' };
    const file = await server.request(readRemoteFile, { body: source }, as);
    expect(file.headers.etag).toBe(`"${file.json().checksum}"`);
  });

  test('merges three-way on the content last exchanged, conflicts in favour of a side', async () => {
    const path = `${SERVICE}/functions/merged.js`;
    const folder = await world.repositoryOfLive('merge');
    const submit = async (action: FileAction, content?: string) => {
      const { uuid } = await server.call(pull, { body: world.gitRequest('merge') }, { as: caller });
      const file = { name: 'merged.js', action, ...(content === undefined ? {} : { content }) };
      const folders = [{ name: 'functions', files: [file] }];
      const body = { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
      await server.call(confirmPull, { body }, { as: caller });
      return uuid;
    };
    await commitFiles(folder, { [path]: 'a\nb\nc\nd\ne\nf\ng\n' });
    await submit('remote');
    // Someone merges by hand; what the remote had is the base from now on.
    await commitFiles(folder, { [path]: 'A\nb\nc\nd\ne\nf\ng\n' });
    await submit('merge', 'A\nb\nc\nlocal\ne\nf\ng\n');
    await commitFiles(folder, { [path]: 'A\nB\nc\nremote\ne\nf\nG\n' });
    const uuid = await submit('merge-local');
    expect(await world.liveContent('functions/merged.js')).toBe('A\nB\nc\nlocal\ne\nf\nG\n');
    const body = { uuid, serviceId: SERVICE, fileName: 'merged.js', folderName: 'functions' };
    const read = await server.call(readRemoteFile, { body }, { as: caller });
    expect(read.base?.content).toBe('A\nB\nc\nremote\ne\nf\nG\n');
    await commitFiles(folder, { [path]: 'A\nB\nc\nremote 2\ne\nf\nG\n' });
    await submit('merge-remote');
    expect(await world.liveContent('functions/merged.js')).toBe('A\nB\nc\nremote 2\ne\nf\nG\n');
  });

  test('tells what the remote did to files since they were exchanged', async () => {
    const [kept, gone, mine] = ['kept', 'gone', 'mine'].map((name) => `${SERVICE}/functions/base-${name}.js`);
    const folder = await world.repositoryOfLive('bases');
    await commitFiles(folder, { [kept as string]: 'kept\n', [gone as string]: 'gone\n' });
    const first = await server.call(pull, { body: world.gitRequest('bases') }, { as: caller });
    const bases = (uuid: string) => server.call(listBases, { params: { uuid } }, { as: caller });
    expect((await bases(first.uuid)).services).toEqual({});
    const files = ['base-kept.js', 'base-gone.js'].map((name) => ({ name, action: 'remote' as const }));
    const body = {
      uuid: first.uuid,
      serviceId: SERVICE,
      baseVersion: await world.liveVersion(),
      folders: [{ name: 'functions', files }],
    };
    await server.call(confirmPull, { body }, { as: caller });
    await commitFiles(folder, { [mine as string]: 'added\n' }, { remove: [gone as string] });
    const { uuid } = await server.call(pull, { body: world.gitRequest('bases') }, { as: caller });
    expect((await bases(uuid)).services[SERVICE]).toEqual({
      exchange: expect.any(String) as string,
      changed: { 'functions/base-gone.js': blobId('gone\n') },
      added: ['functions/base-mine.js'],
      kept: [],
    });
    const source = { uuid, serviceId: SERVICE, fileName: 'base-gone.js', folderName: 'functions' };
    expect(await server.call(readBaseFile, { body: source }, { as: caller })).toEqual({
      content: 'gone\n',
      checksum: blobId('gone\n'),
    });
    const never = { ...source, fileName: 'base-mine.js' };
    expect((await server.request(readBaseFile, { body: never }, { as: caller })).statusCode).toBe(404);
  });

  test('refuses choices that the console would not offer, all of them at once', async () => {
    const folder = await world.repositoryOfLive('choices');
    await commitFiles(folder, { [`${SERVICE}/functions/choice.js`]: 'x' });
    const { uuid } = await server.call(pull, { body: world.gitRequest('choices') }, { as: caller });
    const refused = await server.request(
      confirmPull,
      {
        body: {
          uuid,
          serviceId: SERVICE,
          baseVersion: await world.liveVersion(),
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
    const folder = await world.repositoryOfLive('foreign');
    await commitFiles(folder, { [`${SERVICE}/functions/x.js`]: 'x' });
    const { uuid } = await server.call(pull, { body: world.gitRequest('foreign') }, { as: caller });
    const stranger = await buildUser(server.context);
    for (const endpoint of [getPull, getLastCommits]) {
      expect((await server.request(endpoint, { params: { uuid } }, { as: stranger })).statusCode).toBe(404);
    }
  });
});

test('says what is wrong with what was pulled', async () => {
  const folder = await remote.createRepository('nothing');
  await commitFiles(folder, { 'src/index.js': 'x' });
  const nothing = await server.request(pull, { body: world.gitRequest('nothing') }, { as: caller });
  expect(nothing.statusCode).toBe(422);
  expect(nothing.json().message).toContain('no folder named after a service');

  const binary = await remote.createRepository('binary');
  await commitFiles(binary, { [`${SERVICE}/functions/bin.js`]: Buffer.from([1, 0, 255]) });
  const { uuid } = await server.call(pull, { body: world.gitRequest('binary') }, { as: caller });
  const body = { uuid, serviceId: SERVICE, fileName: 'bin.js', folderName: 'functions' };
  const read = await server.request(readRemoteFile, { body }, { as: caller });
  expect(read.statusCode).toBe(422);
  expect(read.json().message).toBe('functions/bin.js cannot be taken: not UTF-8 text.');
});

test('a pull whose contents could not be read says why, and pulling again reads them', async () => {
  await using small = await startConfigurationWorld({
    limits: { ...gitLimits, maxContentBytes: 2 * 1024 * 1024 },
  });
  const folder = await small.repositoryOfLive('too-much');
  const large = (letter: string) => `// ${letter.repeat(900_000)}\n`;
  const files = Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [`${SERVICE}/large/${name}.js`, large(name)]),
  );
  await commitFiles(folder, files);
  const pullAgain = async () => {
    const request = { body: small.gitRequest('too-much') };
    const { uuid } = await small.server.call(pull, request, { as: small.caller });
    const read = () => small.server.call(getLastCommits, { params: { uuid } }, { as: small.caller });
    await expect.poll(read, { timeout: 50_000 }).not.toMatchObject({ contents: 'PENDING' });
    return read();
  };
  expect(await pullAgain()).toMatchObject({
    contents: 'FAILED',
    contentsError: 'The files that differ are larger than 2 MB in total.',
  });
  await commitFiles(folder, {}, { remove: [`${SERVICE}/large/c.js`] });
  expect(await pullAgain()).toMatchObject({ contents: 'COMPLETE', contentsError: null });
});
