import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listGitProcesses } from '../../../test/git-processes.ts';
import { execGit } from '../../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from '../../../test/git-server.ts';
import { createGit } from './git.ts';
import { gitLimits } from './git-limits.ts';
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

beforeAll(async () => {
  server = await startGitServer();
  folder = await mkdtemp(join(tmpdir(), 'git-limits-'));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function expectNothingLeft(): Promise<void> {
  expect(await listGitProcesses(folder)).toEqual([]);
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => /tmp_|\.lock$|once-|incoming/.test(name))).toEqual([]);
}

function open(name: string): Promise<RemoteRepository> {
  const git = createGit({ cacheFolder: folder, allowPrivate: true, limits: gitLimits });
  return git.open('domain', { gitUrl: server.url(name), username: GIT_USERNAME, password: GIT_PASSWORD });
}

/** A blob of a file beside a small one. */
async function commitHuge(name: string, file: string, compression: number): Promise<void> {
  const repository = await server.createRepository(name);
  const level = ['-c', `core.compression=${compression}`, '-c', 'core.bigFileThreshold=1m'];
  const huge = (await execGit(repository, ...level, 'hash-object', '-w', file)).trim();
  const small = (await pipe(repository, ['hash-object', '-w', '--stdin'], 'small')).trim();
  const tree = await pipe(
    repository,
    ['mktree'],
    `100644 blob ${huge}\thuge.js\n100644 blob ${small}\tsmall.js\n`,
  );
  const commit = (await execGit(repository, 'commit-tree', tree.trim(), '-m', 'Huge')).trim();
  await execGit(repository, 'update-ref', 'refs/heads/main', commit);
}

async function pipe(cwd: string, args: string[], input: string): Promise<string> {
  const child = spawn('git', args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

async function contentsOf(name: string): Promise<Record<string, string>> {
  await using remote = await open(name);
  const tree = await remote.fetchTree({}, work);
  const byId = new Map(tree.entries.map(({ blobId, path }) => [blobId, path]));
  const found: Record<string, string> = {};
  for await (const slice of remote.readContents(tree, [...byId.keys()], work)) {
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

test('a million files are refused, 400,000 are listed', async () => {
  const failureOf = async (name: string) => {
    await using remote = await open(name);
    const tree = await remote.fetchTree({}, work).catch((error: { message: string }) => error.message);
    return typeof tree === 'string' ? tree : tree.entries.length;
  };
  await commitFolders('million', 1000);
  const startedAt = performance.now();
  expect(await failureOf('million')).toBe('The repository holds more than 500000 files.');
  expect(performance.now() - startedAt).toBeLessThan(gitLimits.timeoutMs);
  await commitFolders('many', 400);
  expect(await failureOf('many')).toBe(400_000);
  await expectNothingLeft();
});

/** Folders of a thousand files each. */
async function commitFolders(name: string, folders: number): Promise<void> {
  const repository = await server.createRepository(name);
  const trees: string[] = [];
  const blob = (await pipe(repository, ['hash-object', '-w', '--stdin'], 'x')).trim();
  const files = Array.from({ length: 1000 }, (_, index) => `100644 blob ${blob}\tf${index}.js`);
  const tree = (await pipe(repository, ['mktree'], `${files.join('\n')}\n`)).trim();
  for (let index = 0; index < folders; index++) trees.push(`040000 tree ${tree}\td${index}`);
  const root = (await pipe(repository, ['mktree'], `${trees.join('\n')}\n`)).trim();
  const commit = (await execGit(repository, 'commit-tree', root, '-m', 'Many')).trim();
  await execGit(repository, 'update-ref', 'refs/heads/main', commit);
}
