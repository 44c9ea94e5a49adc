import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findLastCommits } from '../../../test/as-read.ts';
import { commitTree, multiplyTree, writeBlob, writeBomb, writeTree } from '../../../test/git-plumbing.ts';
import { listGitProcesses } from '../../../test/git-processes.ts';
import { execGit } from '../../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from '../../../test/git-server.ts';
import type { RemoteTree } from './cache/repository-context.ts';
import { createGit, type Git } from './git.ts';
import { gitLimits } from './git-limits.ts';
import type { LastCommits } from './reading/history.ts';
import type { RemoteRepository } from './remote-repository.ts';

// The product's own limits against the real thing. Making the repositories takes most of the time: blobs of
// gigabytes are for `node tools/attacks.mjs`; `safety.test.ts` tries the same attacks on small limits in every run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const isAttack = process.env['ATRIUM_REAL_LIMITS'] === 'yes';
const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const work = { signal: new AbortController().signal };

let server: GitServer;
let folder: string;
let git: Git;

beforeAll(async () => {
  server = await startGitServer();
  folder = await mkdtemp(join(tmpdir(), 'git-limits-'));
  git = createGit({ cacheFolder: folder, allowPrivate: true, limits: gitLimits, maxCacheBytes: Infinity });
});

afterAll(async () => {
  git.close();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function expectNothingLeft(): Promise<void> {
  expect(await listGitProcesses(folder)).toEqual([]);
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => /tmp_|\.lock$|once-|incoming/.test(name))).toEqual([]);
}

function open(name: string): Promise<RemoteRepository> {
  const connection = { gitUrl: server.url(name), username: GIT_USERNAME, password: GIT_PASSWORD };
  return git.open('domain', connection, work);
}

/** A blob of a file next to a small one. */
async function commitHuge(name: string, file: string, compression: number): Promise<void> {
  const repository = await server.createRepository(name);
  const level = ['-c', `core.compression=${compression}`, '-c', 'core.bigFileThreshold=1m'];
  const huge = (await execGit(repository, ...level, 'hash-object', '-w', file)).trim();
  const small = await writeBlob(repository, 'small');
  const lines = [`100644 blob ${huge}\thuge.js`, `100644 blob ${small}\tsmall.js`];
  await commitTree(repository, await writeTree(repository, lines));
}

async function contentsOf(name: string): Promise<Record<string, string>> {
  await using remote = await open(name);
  const tree = await remote.fetchTree({}, work);
  const byId = new Map(tree.entries.map(({ blobId, path }) => [blobId, path]));
  const found: Record<string, string> = {};
  for await (const slice of remote.readContents(tree, [[...byId.keys()]], work)) {
    for (const [id, content] of slice) found[byId.get(id) ?? ''] = String(content).slice(0, 20);
  }
  return found;
}

async function cacheSize(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Runs a pull within the product's limits of time, and within 200 MB of this process. */
async function within<Result>(pull: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const before = process.memoryUsage.rss();
  const result = await pull();
  expect(performance.now() - startedAt).toBeLessThan(gitLimits.timeoutMs);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE);
  return result;
}

test.runIf(isAttack)('a blob of 2 GB that is a few megabytes packed', async () => {
  const file = join(folder, 'zeros');
  await writeFile(file, '');
  await truncate(file, 2 * GIGABYTE);
  await commitHuge('zeros', file, 1);
  await rm(file);
  const found = await within(() => contentsOf('zeros'));
  expect(found).toEqual({ 'huge.js': 'TOO_LARGE', 'small.js': 'small' });
  expect(await cacheSize()).toBeLessThan(64 * MEGABYTE);
  await expectNothingLeft();
});

test.runIf(isAttack)('a blob that is larger than one transfer may be, and cannot be packed', async () => {
  const file = join(folder, 'noise');
  const child = spawn('head', ['-c', String(gitLimits.maxContentBytes + 20 * MEGABYTE), '/dev/urandom']);
  const parts: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => parts.push(chunk));
  await once(child, 'close');
  await writeFile(file, parts);
  parts.length = 0;
  await commitHuge('noise', file, 0);
  await rm(file);
  const found = await within(() => contentsOf('noise'));
  expect(found).toEqual({ 'huge.js': 'TOO_LARGE', 'small.js': 'small' });
  expect(await cacheSize()).toBeLessThan(64 * MEGABYTE);
  await expectNothingLeft();
});

async function pullFolder(name: string): Promise<RemoteTree> {
  await using remote = await open(name);
  return await remote.fetchTree({ folders: ['service'] }, work);
}

/** A repository whose service has folders of a thousand files each, all the same tree. */
async function commitFolders(name: string, folders: number): Promise<void> {
  const repository = await server.createRepository(name);
  const blob = await writeBlob(repository, 'x');
  const files = Array.from({ length: 1000 }, (_, index) => `100644 blob ${blob}\tf${index}.js`);
  const service = await multiplyTree(repository, await writeTree(repository, files), folders);
  await commitTree(repository, await writeTree(repository, [`040000 tree ${service}\tservice`]));
}

test('499,000 files of a service are refused, 100,000 are listed', async () => {
  await commitFolders('too-many', 499);
  await within(() =>
    expect(pullFolder('too-many')).rejects.toMatchObject({
      failure: 'TOO_MANY_FILES',
      message: 'The folders of your services contain more than 100,000 files.',
    }),
  );
  await commitFolders('many', 100);
  expect((await within(() => pullFolder('many'))).entries.length).toBe(100_000);
  await expectNothingLeft();
});

test('ten thousand million paths beside the services are neither read nor a hindrance', async () => {
  const repository = await server.createRepository('beside');
  const lines = [
    `040000 tree ${await writeBomb(repository, 9)}\tbomb`,
    `040000 tree ${await writeBomb(repository, 1)}\tservice`,
  ];
  await commitTree(repository, await writeTree(repository, lines));
  const { entries, outside } = await within(() => pullFolder('beside'));
  expect(entries.length).toBe(100);
  expect(outside).toMatchObject({ isMore: true });
  await expectNothingLeft();
});

test('ten thousand million folders without a file are refused', async () => {
  const repository = await server.createRepository('empty-folders');
  let tree = await writeTree(repository, []);
  for (let depth = 0; depth < 10; depth++) tree = await multiplyTree(repository, tree, 10);
  await commitTree(repository, await writeTree(repository, [`040000 tree ${tree}\tservice`]));
  await within(() =>
    expect(pullFolder('empty-folders')).rejects.toMatchObject({
      message: 'The folders of your services contain more than 100,000 folders.',
    }),
  );
});

async function lastCommitsOf(name: string): Promise<LastCommits> {
  await using remote = await open(name);
  return await findLastCommits(remote, await remote.fetchTree({ folders: ['service'] }, work), work);
}

test('an earlier commit with ten thousand million paths beside the services is walked past', async () => {
  const repository = await server.createRepository('hidden');
  const service = `040000 tree ${await writeBomb(repository, 1)}\tservice`;
  const bomb = `040000 tree ${await writeBomb(repository, 9)}\tbomb`;
  const first = await commitTree(repository, await writeTree(repository, [bomb, service]));
  await commitTree(repository, await writeTree(repository, [service]), { parents: [first] });
  const { commits, files } = await within(() => lastCommitsOf('hidden'));
  expect(commits.map(({ commitSha }) => commitSha)).toEqual([first]);
  expect(files.size).toBe(100);
  await expectNothingLeft();
});

test.runIf(existsSync('/usr/bin/prlimit'))(
  'an earlier commit with as many in a service ends git at its limit of memory, and nothing else',
  async () => {
    const repository = await server.createRepository('hidden-inside');
    const bomb = await writeTree(repository, [`040000 tree ${await writeBomb(repository, 9)}\tservice`]);
    const small = await writeTree(repository, [`040000 tree ${await writeBomb(repository, 0)}\tservice`]);
    const parents = [await commitTree(repository, bomb)];
    await commitTree(repository, small, { parents });
    await within(() =>
      expect(lastCommitsOf('hidden-inside')).rejects.toMatchObject({
        message: 'Git needs more memory than it may use for this repository.',
      }),
    );
    await expectNothingLeft();
  },
);

test('messages of 60 MB on one line are cut to 200 characters while they are read', async () => {
  const repository = await server.createRepository('long-messages');
  const service = `040000 tree ${await writeBomb(repository, 1)}\tservice`;
  const tree = await writeTree(repository, [service]);
  const message = 'Long '.repeat(12 * MEGABYTE);
  await commitTree(repository, tree, { message });
  const { commits } = await within(() => lastCommitsOf('long-messages'));
  expect(commits.map((commit) => commit.message)).toEqual([`${message.slice(0, 199)}…`]);
});
