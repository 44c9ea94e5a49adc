import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { searchLog } from '@atrium/contract/audit/log';
import { readBaseFile } from '@atrium/contract/configuration/bases';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getProgress } from '@atrium/contract/configuration/progress';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import type { Intercept } from '../../../test/git-server.ts';
import type { Caller } from '../../http/caller.ts';
import { readMetadata } from '../live-configuration.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let caller: Caller;

/** Paths whose connections break: before the server has the request, or before it has answered. */
const lostRequests = new Set<string>();
const lostResponses = new Set<string>();

const intercept: Intercept = (request, response) => {
  const path = request.url ?? '';
  if (request.method !== 'POST') return false;
  if (lostRequests.has(path)) request.socket.destroy();
  if (lostResponses.has(path)) {
    // The server goes through with it; nothing of its answer arrives.
    response.writeHead = () => response;
    response.write = () => true;
    response.end = () => response.destroy();
  }
  return lostRequests.has(path);
};

beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept });
  caller = world.caller;
});

afterAll(() => world[Symbol.asyncDispose]());

/** Pushes are limited by address: all tests together are more than one may make in a minute. */
let address = 0;
beforeEach(() => {
  address += 1;
});
const asCaller = (headers: Record<string, string> = {}) => ({
  as: caller,
  headers: { 'x-forwarded-for': `203.0.113.${address}`, ...headers },
});

function callPush(name: string, more: object = {}) {
  const body = world.gitRequest(name, { services: [SERVICE], ...more });
  return world.server.call(push, { body }, asCaller());
}

const pushTo = async (name: string, more: object = {}) => (await callPush(name, more)).push;

async function refusalOf(name: string, more: object = {}): Promise<string> {
  const body = world.gitRequest(name, { services: [SERVICE], ...more });
  const refused = await world.server.request(push, { body }, asCaller());
  expect(refused.statusCode).toBe(422);
  return refused.json().message;
}

const filesOf = async (folder: string, branch = 'main') =>
  (await execGit(folder, 'ls-tree', '-r', '--name-only', branch)).trim().split('\n');

/** Messages of failed pushes, the newest first. */
async function failureLog(): Promise<string[]> {
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.push-failed' };
  const { logs } = await world.server.call(searchLog, { body }, { as: caller });
  return logs.map(({ message }) => message);
}

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
  expect(again).toMatchObject({ status: 'OK', commitSha: result?.commitSha, fileCount: 0 });
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

describe('a new branch', () => {
  test('starts where the configuration was last exchanged: merging it undoes nothing of others', async () => {
    const folder = await world.repositoryOfLive('branch');
    const [onMain] = await pushTo('branch');
    const theirs = { [`${SERVICE}/functions/theirs.js`]: 'their work\n', 'docs/theirs.md': 'x' };
    await commitFiles(folder, theirs);
    await world.changeLive({ 'functions/mine.js': 'export default () => 1;\n' });
    const [refused] = await pushTo('branch');
    expect(refused?.error?.localizedMessage).toContain('The remote has changed since the last pull');

    const [result] = await pushTo('branch', { branch: 'feature/mine', commitMessage: 'Mine' });
    expect(result?.status).toBe('OK');
    expect(await execGit(folder, 'rev-parse', 'feature/mine~1')).toBe(`${onMain?.commitSha}\n`);
    // Files of a merge request.
    expect(await execGit(folder, 'diff', '--name-status', 'main...feature/mine')).toBe(
      `A\t${SERVICE}/functions/mine.js\n`,
    );
    const work = `${folder}-work`;
    await execGit(world.remote.root, 'clone', '-q', folder, work);
    await execGit(work, 'merge', '-q', '-m', 'Merge', 'origin/feature/mine');
    expect(await readFile(`${work}/${SERVICE}/functions/theirs.js`, 'utf8')).toBe('their work\n');
    expect(await readFile(`${work}/${SERVICE}/functions/mine.js`, 'utf8')).toBe('export default () => 1;\n');
  });

  test('is another name for that commit when nothing changed', async () => {
    const folder = await world.repositoryOfLive('same');
    await pushTo('same');
    const {
      branch,
      isNewBranch,
      defaultBranch,
      push: results,
    } = await callPush('same', { branch: 'release/1' });
    expect({ branch, isNewBranch, defaultBranch }).toEqual({
      branch: 'release/1',
      isNewBranch: true,
      defaultBranch: 'main',
    });
    expect(results[0]).toMatchObject({ status: 'OK', fileCount: 0 });
    expect(await execGit(folder, 'rev-parse', 'release/1')).toBe(await execGit(folder, 'rev-parse', 'main'));
  });

  test('is refused where nothing was exchanged, unless the remote has nothing that could be pulled', async () => {
    await world.repositoryOfLive('unknown');
    expect(await refusalOf('unknown', { branch: 'feature/x' })).toContain(
      'It is not known from which commit the new branch should start',
    );
    const folder = await world.remote.createRepository('readme');
    const readme = await commitFiles(folder, { 'README.md': 'Shop' });
    expect((await pushTo('readme', { branch: 'feature/x' }))[0]?.status).toBe('OK');
    expect(await execGit(folder, 'rev-parse', 'feature/x~1')).toBe(`${readme}\n`);
  });

  test('is refused where the history was rewritten, though the host still has the commit', async () => {
    const folder = await world.repositoryOfLive('rewritten');
    const [first] = await pushTo('rewritten');
    await execGit(folder, 'update-ref', '-d', 'refs/heads/main');
    await commitFiles(folder, { 'README.md': 'Begun anew' });
    expect(await refusalOf('rewritten', { branch: 'feature/x' })).toBe(
      `The new branch would start from commit ${first?.commitSha?.slice(0, 10)} of main, which was last exchanged, but no branch of the repository contains it anymore. Its history was rewritten, or the branch was deleted. Pull the newest state of a branch and merge, then push again.`,
    );
  });

  test('is refused where a tag has its name, or it is named like a commit', async () => {
    const folder = await world.repositoryOfLive('names');
    const [first] = await pushTo('names');
    await execGit(folder, 'tag', 'v1');
    expect(await refusalOf('names', { branch: 'v1' })).toContain('"v1" is a tag of the repository.');
    expect(await refusalOf('names', { branch: first?.commitSha })).toContain('is a commit sha.');
  });

  test('is refused, by the preview already, where the name of another branch is in the way', async () => {
    await world.repositoryOfLive('in-the-way');
    await pushTo('in-the-way', { branch: 'main' });
    await pushTo('in-the-way', { branch: 'release/1.0' });
    for (const [branch, other] of [
      ['main/x', 'main'],
      ['release', 'release/1.0'],
    ]) {
      const body = world.gitRequest('in-the-way', { services: [SERVICE], branch });
      for (const endpoint of [previewPush, push]) {
        const refused = await world.server.request(endpoint, { body }, { as: caller });
        expect([refused.statusCode, refused.json().message]).toEqual([
          422,
          `The repository has a branch "${other}", so that none can be named "${branch}". Choose another name.`,
        ]);
      }
    }
  });

  test('is refused where it would be named HEAD or refs/heads/…', async () => {
    const refused = async (name: string) => [
      await refusalOf(name, { branch: 'HEAD' }),
      await refusalOf(name, { branch: 'refs/heads/main' }),
    ];
    const expected = [
      'No branch can be named "HEAD". Choose another name.',
      'Enter the name of the branch only: "main" in place of "refs/heads/main".',
    ];
    await world.repositoryOfLive('ref-names');
    await pushTo('ref-names');
    expect(await refused('ref-names')).toEqual(expected);
    await world.remote.createRepository('ref-names-empty');
    expect(await refused('ref-names-empty')).toEqual(expected);
  });

  test('leaves out, by name, a service whose older exchange has changed until the newest one', async () => {
    const folder = await world.remote.createRepository('services');
    const both = [SERVICE, 'content'];
    await pushTo('services', { services: both });
    await commitFiles(folder, { 'content/theirs/work.js': '1;\n' });
    await world.changeLive({ 'functions/services.js': '1;\n' });
    const onMain = await pushTo('services', { services: both });
    expect(onMain.map(({ status }) => status).toSorted()).toEqual(['ERROR', 'OK']);
    const results = await pushTo('services', { services: both, branch: 'feature/x' });
    const content = results.find(({ serviceId }) => serviceId === 'content');
    expect(content?.error).toEqual({
      localizedMessage:
        'The remote has changed since the last pull: theirs/work.js. Pull and merge first, then push again.',
      needsPull: true,
    });
    expect(await execGit(folder, 'rev-parse', 'feature/x')).toBe(await execGit(folder, 'rev-parse', 'main'));
  });
});

test('a service that a refused push had nothing to do for does not move the start of a new branch', async () => {
  const folder = await world.remote.createRepository('mixed');
  const both = [SERVICE, 'content'];
  const [first] = await pushTo('mixed', { services: both });
  await commitFiles(folder, { [`${SERVICE}/theirs/work.js`]: '1;\n' });
  await world.changeLive({ 'functions/mixed.js': '1;\n' });
  const mixed = await pushTo('mixed', { services: both });
  expect(
    Object.fromEntries(mixed.map(({ serviceId, status, fileCount }) => [serviceId, [status, fileCount]])),
  ).toEqual({ content: ['OK', 0], [SERVICE]: ['ERROR', undefined] });
  // Nor does one that is pushed alone.
  expect(await pushTo('mixed', { services: ['content'] })).toMatchObject([{ status: 'OK', fileCount: 0 }]);
  const onBranch = await pushTo('mixed', { services: both, branch: 'feature/x' });
  expect(onBranch.map(({ error }) => error?.localizedMessage)).toEqual([undefined, undefined]);
  expect((await execGit(folder, 'rev-parse', 'feature/x~1')).trim()).toBe(first?.commitSha);
});

describe('without a branch', () => {
  test.each([
    ['detached', ['update-ref', '--no-deref', 'HEAD', 'refs/heads/trunk']],
    ['missing', ['symbolic-ref', 'HEAD', 'refs/heads/gone']],
  ])('a push does not guess one where HEAD is %s', async (state, args) => {
    const name = `headless-${state}`;
    const folder = await world.remote.createRepository(name);
    await commitFiles(folder, { 'README.md': 'Old' }, { branch: 'archive/2019' });
    await commitFiles(folder, { 'README.md': 'New' }, { branch: 'trunk' });
    await execGit(folder, ...args);
    const before = await execGit(folder, 'show-ref');
    expect(await refusalOf(name)).toBe('The repository has no default branch. Please choose a branch.');
    expect(await refusalOf(name, { branch: 'feature/x' })).toContain(
      'because the repository has no default branch',
    );
    expect(await execGit(folder, 'show-ref')).toBe(before);
    expect(await pushTo(name, { branch: 'trunk' })).toMatchObject([{ status: 'OK' }]);
  });

  test('the first push goes to the branch that HEAD of an empty repository names, where a pull finds it', async () => {
    const folder = await world.remote.createRepository('unborn');
    await execGit(folder, 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    expect(await callPush('unborn')).toMatchObject({ branch: 'trunk', isNewBranch: true });
    const pulled = await world.server.call(pull, { body: world.gitRequest('unborn') }, { as: caller });
    expect(pulled.branch).toBe('trunk');
  });
});

test('whoever has left finds what a push came to, also that the remote did not take it', async () => {
  const folder = await world.repositoryOfLive('left');
  const endOf = async (more: object = {}) => {
    const progress = randomUUID();
    await pushTo('left', { ...more, progress });
    const { state, error } = await world.server.call(
      getProgress,
      { params: { id: progress } },
      { as: caller },
    );
    return [state, error];
  };
  expect(await endOf()).toEqual(['DONE', null]);
  await world.changeLive({ 'left/a.js': '1;\n' });
  await commitFiles(folder, { [`${SERVICE}/left/a.js`]: '2;\n' });
  expect(await endOf()).toEqual([
    'FAILED',
    `Functions was not pushed. The remote has changed since the last pull: left/a.js. Pull and merge first, then push again.`,
  ]);
});

describe('a preview', () => {
  const preview = async (name: string, more: object = {}) => {
    const body = world.gitRequest(name, { services: [SERVICE], ...more });
    return world.server.call(previewPush, { body }, { as: caller });
  };

  test('tells that a new branch starts from the newest commit where nothing was ever exchanged', async () => {
    const folder = await world.remote.createRepository('preview-first');
    const parent = await commitFiles(folder, { 'README.md': 'Shop' });
    expect(await preview('preview-first', { branch: 'feature/x' })).toMatchObject({
      parent,
      isNewBranch: true,
      defaultBranch: 'main',
      isParentExchanged: false,
    });
  });

  test('tells what a push would write, line by line, and writes nothing', async () => {
    const folder = await world.repositoryOfLive('preview');
    await pushTo('preview');
    expect(await preview('preview')).toMatchObject({
      branch: 'main',
      isNewBranch: false,
      defaultBranch: 'main',
      services: [{ serviceId: SERVICE, status: 'OK', fileCount: 0, files: [] }],
    });
    await world.changeLive({ 'preview/kept.js': 'a\nb\nc\n', 'preview/gone.js': 'x\ny\n' });
    await pushTo('preview');
    await world.changeLive({
      'preview/kept.js': 'a\nB\nc\nd\n',
      'preview/gone.js': null,
      'preview/new.js': '1;',
    });
    const head = await execGit(folder, 'rev-parse', 'main');
    const shown = await preview('preview');
    expect(shown.parent).toBe(head.trim());
    expect(shown.services[0]?.files).toEqual([
      { filePath: 'preview/gone.js', change: 'DELETED', addedLines: 0, removedLines: 2 },
      { filePath: 'preview/kept.js', change: 'CHANGED', addedLines: 2, removedLines: 1 },
      { filePath: 'preview/new.js', change: 'ADDED', addedLines: 1, removedLines: 0 },
    ]);
    expect(await execGit(folder, 'rev-parse', 'main')).toBe(head);

    expect(await preview('preview', { branch: 'feature/x' })).toMatchObject({
      parent: head.trim(),
      isNewBranch: true,
      isParentExchanged: true,
    });

    // Only the previewed files can be confirmed.
    const versions = { [SERVICE]: shown.services[0]?.version };
    await world.changeLive({ 'preview/late.js': '1;\n' });
    const [late] = await pushTo('preview', { versions });
    expect(late?.error?.localizedMessage).toContain('The live configuration changed since the preview');
    const again = await preview('preview');
    // Another service, which had no preview, is left out.
    const services = [SERVICE, 'content'];
    const pushed = await pushTo('preview', {
      services,
      versions: { [SERVICE]: again.services[0]?.version },
    });
    expect(pushed).toMatchObject([{ serviceId: SERVICE, status: 'OK', fileCount: 4 }]);
    expect((await execGit(folder, 'diff', '--name-only', 'main~1', 'main')).trim().split('\n')).toHaveLength(
      4,
    );
  });

  test('tells for each service why it would be refused, and from where a new branch starts', async () => {
    const folder = await world.repositoryOfLive('preview-new');
    const [first] = await pushTo('preview-new');
    await commitFiles(folder, { [`${SERVICE}/functions/theirs.js`]: 'theirs' });
    const [onMain] = (await preview('preview-new')).services;
    expect(onMain).toMatchObject({ status: 'ERROR', version: null, files: [] });
    expect(onMain?.error?.localizedMessage).toContain('The remote has changed since the last pull');
    expect(await preview('preview-new', { branch: 'feature/x' })).toMatchObject({
      branch: 'feature/x',
      isNewBranch: true,
      parent: first?.commitSha,
      services: [{ status: 'OK', fileCount: 0 }],
    });
  });
});

test('a push whose answer is lost is told as what became of it', async () => {
  const folder = await world.remote.createRepository('lost');
  lostResponses.add('/lost.git/git-receive-pack');
  const [taken] = await pushTo('lost');
  expect(taken).toMatchObject({ status: 'OK' });
  expect(`${taken?.commitSha}\n`).toBe(await execGit(folder, 'rev-parse', 'main'));
  // It counts as exchanged: the next push continues from it.
  await world.changeLive({ 'functions/lost.js': '1;\n' });
  lostResponses.clear();
  expect((await pushTo('lost'))[0]).toMatchObject({ status: 'OK', fileCount: 1 });

  // The remote never got the next one.
  await world.changeLive({ 'functions/lost.js': '2;\n' });
  const before = await execGit(folder, 'rev-parse', 'main');
  lostRequests.add('/lost.git/git-receive-pack');
  expect(await refusalOf('lost')).toBe(
    'The connection broke before the git host took the push: the branch "main" is as it was. Please push again.',
  );
  lostRequests.clear();
  expect(await execGit(folder, 'rev-parse', 'main')).toBe(before);
  expect((await pushTo('lost'))[0]).toMatchObject({ status: 'OK', fileCount: 1 });
});

test('a name in another Unicode form comes back in the spelling of the repository', async () => {
  const folder = await world.repositoryOfLive('unicode');
  const spelled = `${SERVICE}/cafe\u0301/the\u0301.js`;
  await commitFiles(folder, { [spelled]: 'export default 1;\n' });
  const { uuid } = await world.server.call(pull, { body: world.gitRequest('unicode') }, { as: caller });
  const folders = [{ name: 'caf\u00e9', files: [{ name: 'th\u00e9.js', action: 'remote' as const }] }];
  const body = { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
  await world.server.call(confirmPull, { body }, { as: caller });
  expect(await world.liveContent('caf\u00e9/th\u00e9.js')).toBe('export default 1;\n');
  expect((await pushTo('unicode'))[0]).toMatchObject({ status: 'OK', fileCount: 0 });

  await world.changeLive({ 'caf\u00e9/th\u00e9.js': 'export default 2;\n', 'caf\u00e9/new.js': '1;\n' });
  expect((await pushTo('unicode'))[0]).toMatchObject({ status: 'OK', fileCount: 2 });
  const names = await execGit(folder, 'ls-tree', '-r', '-z', '--name-only', 'main', `${SERVICE}/cafe\u0301/`);
  expect(names.split('\0')).toEqual([`${SERVICE}/cafe\u0301/new.js`, spelled, '']);
  expect(await execGit(folder, 'ls-tree', '-r', '--name-only', 'main', `${SERVICE}/caf\u00e9/`)).toBe('');

  await world.changeLive({ 'caf\u00e9/th\u00e9.js': null, 'caf\u00e9/new.js': null });
  await pushTo('unicode');
  expect(await execGit(folder, 'ls-tree', '-r', '--name-only', 'main', `${SERVICE}/cafe\u0301/`)).toBe('');
});

test('refuses, per service, when the remote moved since the last exchange', async () => {
  const folder = await world.repositoryOfLive('moved');
  await pushTo('moved');
  const before = await execGit(folder, 'rev-parse', 'main');
  await commitFiles(folder, { [`${SERVICE}/functions/theirs.js`]: 'their work' });
  const [result] = await pushTo('moved');
  expect(result?.status).toBe('ERROR');
  expect(result?.error?.localizedMessage).toBe(
    'The remote has changed since the last pull: functions/theirs.js. Pull and merge first, then push again.',
  );
  expect(await execGit(folder, 'rev-parse', 'main~1')).toBe(before);

  const pulled = await world.server.call(pull, { body: world.gitRequest('moved') }, { as: caller });
  const services = await world.server.call(listConfiguredServices, {}, { as: caller });
  const mine = services.services.find(({ serviceId }) => serviceId === SERVICE);
  expect(mine).toMatchObject({ ahead: 0, behind: 1, exchange: { direction: 'PUSH', branch: 'main' } });
  expect(mine?.exchange?.userId).toBe(caller.userId);
  expect(mine?.lastChange?.user).toBe(`user-${caller.userId}`);

  const folders = [{ name: 'functions', files: [{ name: 'theirs.js', action: 'local' as const }] }];
  const body = { uuid: pulled.uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
  await world.server.call(confirmPull, { body }, { as: caller });
  // Decided by a person: theirs is not wanted.
  const [again] = await pushTo('moved');
  expect(again?.status).toBe('OK');

  const listMine = async () => {
    const listed = await world.server.call(listConfiguredServices, {}, { as: caller });
    return listed.services.find(({ serviceId }) => serviceId === SERVICE);
  };
  const exchanged = await listMine();
  expect(exchanged).toMatchObject({ ahead: 0, version: await world.liveVersion() });
  await world.changeLive({ 'functions/mine.js': 'my work' });
  const ahead = { ahead: 1, version: (exchanged?.version ?? 0) + 1 };
  expect([await listMine(), await listMine()]).toMatchObject([ahead, ahead]);
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
  // Its base is only in an older version of the service.
  const client = world.server.context.services.getClient(caller);
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
  const { folders } = await readMetadata(world.server.context.services.getClient(caller), SERVICE);
  const path = `${SERVICE}/${folders[0]?.files[0]?.filePath}`;
  await commitFiles(folder, { [path]: '/etc/passwd' }, { modes: { [path]: '120000' } });
  const [result] = await pushTo('links');
  expect(result?.error?.localizedMessage).toBe(
    `${path} exists in the repository, but a pull leaves it out, so it cannot be overwritten.`,
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
  const [message] = await failureLog();
  expect(message).toBe(
    `${SERVICE}: push to main of ${world.remote.url('protected')}: ${result?.error?.localizedMessage}`,
  );
});

test('wrong credentials fail the whole push, and are found in no log', async () => {
  await world.repositoryOfLive('locked');
  const body = world.gitRequest('locked', { password: 'a very secret word' });
  const refused = await world.server.request(push, { body }, asCaller());
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toBe(
    'The git host rejected the username or password. Use an access token if your host requires two-factor sign-in.',
  );
  const { logs } = await world.server.call(
    searchLog,
    { body: { startAt: '2020-01-01T00:00:00.000Z' } },
    { as: caller },
  );
  expect(logs.map(({ action }) => action)).toContain('configuration.push');
  expect((await failureLog())[0]).toBe(
    `push to the default branch of ${world.remote.url('locked')}: ${refused.json().message}`,
  );
  expect(JSON.stringify(logs)).not.toContain('secret word');
});

test('the same Idempotency-Key pushes once', async () => {
  const folder = await world.remote.createRepository('once');
  const send = (message: string) =>
    world.server.request(
      push,
      { body: world.gitRequest('once', { services: [SERVICE], commitMessage: message }) },
      asCaller({ 'idempotency-key': 'key-1' }),
    );
  const [first, second] = await Promise.all([send('one'), send('one')]);
  expect(first.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect((await execGit(folder, 'rev-list', '--count', 'main')).trim()).toBe('1');
  expect((await send('two')).statusCode).toBe(422);
});
