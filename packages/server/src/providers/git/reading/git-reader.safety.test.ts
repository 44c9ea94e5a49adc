import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commitTree, writeBomb } from '../../../../test/git-plumbing.ts';
import { listGitProcesses } from '../../../../test/git-processes.ts';
import { execGit } from '../../../../test/git-repository.ts';
import { runLocalGit } from '../local-git.ts';
import { createGitReader, type GitReader } from './git-reader.ts';

vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const isLimited = existsSync('/usr/bin/prlimit');

let repository: string;
let commitSha: string;
let reader: GitReader;

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'git-reader-'));
  await execGit(repository, 'init', '-q', '--bare', '-b', 'main');
  commitSha = await commitTree(repository, await writeBomb(repository, 9));
  reader = createGitReader(64);
});

afterAll(async () => {
  reader.close();
  await rm(repository, { recursive: true, force: true });
});

/** Reads until it is stopped: the tree never ends. */
function readForEver(onBegin: () => void): Promise<string> {
  const tree = { repository, commitSha, maxFiles: Infinity };
  return reader.readTree(tree, never, onBegin).then(
    () => 'no error',
    (error: { message: string }) => error.message,
  );
}

/** Files of a small tree of the same repository. */
async function readSmall(): Promise<number> {
  const small = await execGit(repository, 'rev-parse', `main:${'d0/'.repeat(8)}d0`);
  let files = 0;
  await reader.readTree({ repository, commitSha: small.trim(), maxFiles: 100 }, never, (entries) => {
    files += entries.length;
  });
  return files;
}

test('a reader that dies ends what it was reading with its own words, and is started again', async () => {
  expect(await readSmall()).toBe(10);
  const first = reader.pid;
  const outcomes = await Promise.all([
    readForEver(() => process.kill(first ?? 0, 'SIGKILL')),
    readForEver(() => undefined),
  ]);
  const words = 'Reading the repository ended unexpectedly. Please pull again; nothing was changed.';
  expect(outcomes).toEqual([words, words]);
  expect(await readSmall()).toBe(10);
  expect(reader.pid).not.toBe(first);
  // Its git processes have no one left to report to.
  await expect.poll(() => listGitProcesses(repository), { timeout: 20_000 }).toEqual([]);
});

test('it knows nothing of the environment of the server', async () => {
  process.env['ATRIUM_TEST_SECRET'] = 'never to be seen';
  try {
    expect(await readSmall()).toBe(10);
    const environment = await readFile(`/proc/${reader.pid}/environ`, 'utf8').catch(() => '');
    const names = environment.split('\0').flatMap((line) => (line === '' ? [] : line.split('=', 1)));
    const known = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_COMPILE_CACHE'];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  } finally {
    delete process.env['ATRIUM_TEST_SECRET'];
  }
});

test('a canceled reading ends its git process at once', async () => {
  const cancel = new AbortController();
  const tree = { repository, commitSha, maxFiles: Infinity };
  const reading = reader.readTree(tree, cancel.signal, () => cancel.abort());
  await expect(reading).rejects.toMatchObject({ failure: 'CANCELED' });
  expect(await listGitProcesses(repository)).toEqual([]);
});

test.runIf(isLimited)(
  'the system ends a git process at its limits of processor time and memory',
  async () => {
    const walk = { args: ['ls-tree', '-r', '-d', commitSha], folder: repository, signal: never };
    const ending = runLocalGit({
      ...walk,
      cpuSeconds: 1,
      onOutput: () => undefined,
      maxOutputBytes: Infinity,
    });
    await expect(ending).rejects.toMatchObject({
      failure: 'TIMEOUT',
      message: 'Git needs more than 1 s of processor time for this repository.',
    });
    const log = { args: ['log', '--raw', commitSha, '--'], folder: repository, signal: never };
    await expect(runLocalGit({ ...log, memoryBytes: 64 * 1024 ** 2 })).rejects.toMatchObject({
      failure: 'TOO_LARGE',
      message: 'Git needs more memory than it may use for this repository.',
    });
  },
);
