import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { listGitProcesses } from '../../../test/git-processes.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { startGitServer } from '../../../test/git-server.ts';

vi.setConfig({ testTimeout: 90_000 });

const MARKER = join(tmpdir(), `atrium-attack-${process.pid}`);

let world: ConfigurationWorld;

beforeAll(async () => {
  world = await startConfigurationWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

/** Expects that an attack had no effect. */
async function expectHarmless(): Promise<void> {
  expect(existsSync(MARKER)).toBe(false);
  // A good pull before may still be reading its history.
  await expect.poll(() => listGitProcesses(world.server.dataFolder), { timeout: 30_000 }).toEqual([]);
}

describe('addresses that git would run, read or be led by', () => {
  test.each([
    `ext::sh -c touch% ${MARKER}`,
    `ext::touch%20${MARKER}`,
    'file:///etc/passwd',
    '/etc/passwd',
    '../../etc',
    'ssh://git@127.0.0.1/x.git',
    `ssh://-oProxyCommand=touch%20${MARKER}/x`,
    'git@github.com:x/y.git',
    'git://127.0.0.1/x.git',
    'ftp://127.0.0.1/x.git',
    `--upload-pack=touch ${MARKER}`,
    '-c core.sshCommand=x https://127.0.0.1/x.git',
    'https:\\\\127.0.0.1\\x.git',
    'https:127.0.0.1/x.git',
    'http::https://127.0.0.1/x.git',
    'https://user:pass@127.0.0.1/x.git',
    'https://127.0.0.1/x.git?service=git-receive-pack',
    'https://127.0.0.1/x.git#fragment',
    'https://127.0.0.1/x.git\nhttps://127.0.0.1/y.git',
  ])('%j', async (gitUrl) => {
    const { server, caller } = world;
    const body = { ...world.gitRequest('x'), gitUrl };
    for (const endpoint of [listBranches, pull, previewPush, push]) {
      const refused = await server.request(endpoint, { body }, { as: caller });
      expect([400, 422], refused.body).toContain(refused.statusCode);
      expect(refused.json().message).not.toBe('');
    }
    await expectHarmless();
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x.git',
    'https://192.168.1.1/x.git',
    'https://[::1]/x.git',
    'https://[::ffff:127.0.0.1]/x.git',
    'https://0x7f000001/x.git',
    'https://2130706433/x.git',
    'https://127.1/x.git',
    'https://0.0.0.0/x.git',
    'https://localhost/x.git',
  ])('private: %s', async (gitUrl) => {
    // The product's default: private addresses are not allowed.
    await using closed = await startConfigurationWorldOnce();
    const body = { ...closed.gitRequest('x'), gitUrl };
    const refused = await closed.server.request(pull, { body }, { as: closed.caller });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().details).toEqual({ failure: 'ADDRESS_NOT_ALLOWED' });
  });
});

let closedWorld: Promise<ConfigurationWorld> | undefined;

/** One for all of the addresses; ended with the last of them. */
function startConfigurationWorldOnce() {
  closedWorld ??= startConfigurationWorld({ allowPrivate: false });
  return closedWorld.then((each) => ({ ...each, [Symbol.asyncDispose]: async () => undefined }));
}

afterAll(async () => (await closedWorld)?.[Symbol.asyncDispose]());

describe('branches and commits that git would take for options', () => {
  const branches = [`--upload-pack=touch ${MARKER}`, '-x', 'a..b', '../../x', 'a:b', 'a\u0000b', '@{1}'];
  const commits = ['--all', 'HEAD', 'HEAD~1', 'main', '-', 'abcdef1;touch', 'zzzzzzzz'];

  test.each([...branches.map((branch) => ({ branch })), ...commits.map((commitSha) => ({ commitSha }))])(
    '%j',
    async (selection) => {
      const { server, caller } = world;
      const body = { ...world.gitRequest('x'), ...selection };
      const refused = await server.request(pull, { body }, { as: caller });
      expect(refused.statusCode, refused.body).toBe(400);
      await expectHarmless();
    },
  );
});

test('a tree of traps: each is left out for a reason, the good file arrives', async () => {
  const { server, caller, remote } = world;
  const folder = await remote.createRepository('traps');
  await commitFiles(
    folder,
    {
      [`${SERVICE}/functions/good.js`]: 'export default () => 1;\n',
      [`${SERVICE}/functions/Twin.js`]: 'a\n',
      [`${SERVICE}/functions/twin.js`]: 'b\n',
      [`${SERVICE}/functions/caf\u00e9.js`]: 'a\n',
      [`${SERVICE}/functions/cafe\u0301.js`]: 'b\n',
      [`${SERVICE}/functions/link.js`]: '/etc/passwd',
      [`${SERVICE}/functions/large.js`]: 'x'.repeat(1024 * 1024 + 1),
      [`${SERVICE}/functions/binary.js`]: Buffer.from([0, 1, 2, 255]),
      [`${SERVICE}/functions/pointer.js`]: `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`,
      [`${SERVICE}/functions/__proto__.js`]: 'x\n',
      [`${SERVICE}/.hidden/x.js`]: 'x\n',
      [`${SERVICE}/functions/con:x.js`]: 'x\n',
      [`${SERVICE}/loose.js`]: 'x\n',
      '.gitattributes': `* filter=evil\n`,
      '.gitmodules': '[submodule "s"]\n\tpath = s\n\turl = ext::sh\n',
    },
    { modes: { [`${SERVICE}/functions/link.js`]: '120000' } },
  );
  await addHostileNames(folder);
  const { uuid, ignored, services } = await server.call(
    pull,
    { body: world.gitRequest('traps') },
    { as: caller },
  );
  const reasons = Object.fromEntries(ignored.map(({ reason, count }) => [reason, count]));
  expect(reasons).toMatchObject({ AMBIGUOUS_NAME: 4, SYMBOLIC_LINK: 1, NO_FOLDER: 1, SUBMODULE: 1 });
  const named = ignored.filter(({ reason }) => /^NAME_|^INVALID_NAME$/.test(reason));
  expect(named.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(4);
  const paths = services
    .flatMap(({ folders }) => folders.flatMap(({ files }) => files))
    .map((file) => file.filePath);
  expect(paths.toSorted()).toEqual(
    ['__proto__.js', 'binary.js', 'good.js', 'large.js', 'pointer.js'].map((name) => `functions/${name}`),
  );
  const commits = () => server.call(getLastCommits, { params: { uuid } }, { as: caller });
  await expect.poll(commits, { timeout: 30_000 }).toMatchObject({ contents: 'COMPLETE' });
  expect((await commits()).unreadable[SERVICE]).toEqual({
    'functions/binary.js': 'NOT_TEXT',
    'functions/large.js': 'TOO_LARGE',
    'functions/pointer.js': 'LFS_POINTER',
  });
  const source = { uuid, serviceId: SERVICE, folderName: 'functions', fileName: 'good.js' };
  const { content } = await server.call(readRemoteFile, { body: source }, { as: caller });
  expect(content).toBe('export default () => 1;\n');
  for (const fileName of ['../../../../etc/passwd', 'link.js', '..', 'Twin.js']) {
    const read = await server.request(readRemoteFile, { body: { ...source, fileName } }, { as: caller });
    expect(read.statusCode).toBe(404);
  }
  const submit = await server.request(
    confirmPull,
    {
      body: {
        uuid,
        serviceId: SERVICE,
        baseVersion: await world.liveVersion(),
        folders: [{ name: '../other', files: [{ name: 'x.js', action: 'merge', content: 'x' }] }],
      },
    },
    { as: caller },
  );
  expect(submit.statusCode).toBe(422);
  await expectHarmless();
});

/** Entries that no git command makes of a work tree: `..`, `.git`, a submodule. */
async function addHostileNames(folder: string): Promise<void> {
  const blob = await feed(folder, ['hash-object', '-w', '--stdin'], 'x\n');
  const commit = (await execGit(folder, 'rev-parse', 'main')).trim();
  const tree = (entries: string) => feed(folder, ['mktree', '--missing', '-z'], entries);
  const inner = await tree(`100644 blob ${blob}\t..\x00100644 blob ${blob}\tx.js\x00`);
  const dots = await tree(`040000 tree ${inner}\t..\x00040000 tree ${inner}\t.git\x00`);
  const own = (await execGit(folder, 'ls-tree', `main:${SERVICE}`)).trim().split('\n');
  const service = await tree(
    `${[...own, `040000 tree ${dots}\tfunctions2`, `160000 commit ${commit}\tsub`].join('\0')}\x00`,
  );
  const root = (await execGit(folder, 'ls-tree', 'main')).trim().split('\n');
  const kept = root.filter((line) => !line.endsWith(`\t${SERVICE}`));
  const whole = await tree(`${[...kept, `040000 tree ${service}\t${SERVICE}`].join('\0')}\x00`);
  const made = await feed(folder, ['commit-tree', whole, '-p', commit, '-m', 'Traps'], '');
  await execGit(folder, 'update-ref', 'refs/heads/main', made);
}

function feed(folder: string, args: string[], input: string): Promise<string> {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x',
  };
  return new Promise((resolve, reject) => {
    const child = execFile('git', args, { cwd: folder, env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    );
    // Some of them do not read what they are given.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

test('what a browser calls the remote is not taken for it', async () => {
  const { server, caller } = world;
  const folder = await world.repositoryOfLive('forged');
  await commitFiles(folder, { [`${SERVICE}/functions/forged.js`]: 'true remote\n' });
  const { uuid } = await server.call(pull, { body: world.gitRequest('forged') }, { as: caller });
  const file = { name: 'forged.js', action: 'remote', content: 'forged\n' };
  const body = {
    uuid,
    serviceId: SERVICE,
    baseVersion: await world.liveVersion(),
    folders: [{ name: 'functions', files: [file] }],
  };
  expect((await server.request(confirmPull, { body }, { as: caller })).statusCode).toBe(400);
  expect(await world.liveContent('functions/forged.js')).toBeUndefined();
});

test('a redirect from a repository to a file or another scheme leads nowhere', async () => {
  for (const location of ['file:///etc/passwd', 'ext::sh', 'ftp://127.0.0.1/x', 'https://127.0.0.1:9/x']) {
    await using hostile = await startGitServer((_request, response) => {
      response.writeHead(302, { location }).end();
      return true;
    });
    const body = { ...world.gitRequest('x'), gitUrl: hostile.url('x') };
    const refused = await world.server.request(pull, { body }, { as: world.caller });
    expect(refused.statusCode, location).toBe(422);
    await expectHarmless();
  }
});
