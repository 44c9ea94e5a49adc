import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commitTree, writeBomb } from '../../../../test/git-plumbing.ts';
import { execGit } from '../../../../test/git-repository.ts';
import { createGitSemaphore } from '../git-semaphore.ts';
import { readMemory, takeFiles, writeMemory } from '../reading/last-commits-memory.ts';
import { type Holding, holdTree } from './held-tree.ts';

vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;

let repository: string;
let large: string;
let small: string;

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'git-held-'));
  await execGit(repository, 'init', '-q', '--bare', '-b', 'main');
  small = await commitTree(repository, await writeBomb(repository, 2));
  large = await commitTree(repository, await writeBomb(repository, 4));
});

afterAll(() => rm(repository, { recursive: true, force: true }));

const treeOf = (commitSha: string) => ({ repository, commitSha, maxFiles: 100_000 });

function holdingIn(room: Holding['room'], options: Partial<Holding> = {}): Holding {
  return { signal: never, room, onWait: () => undefined, onProgress: () => undefined, ...options };
}

test('a large tree waits until the one before it is let go; a small one goes past', async () => {
  const room = createGitSemaphore({ permits: 1, permitsPerKey: 1, maxWaiting: Infinity });
  const first = await holdTree(treeOf(large), holdingIn(room));
  expect(first.entries.length).toBe(100_000);
  let isHeld = false;
  const waited = Promise.withResolvers<void>();
  const second = holdTree(treeOf(large), holdingIn(room, { onWait: waited.resolve }));
  void second.then(() => {
    isHeld = true;
  });
  await waited.promise;
  using little = await holdTree(treeOf(small), holdingIn(room));
  expect(little.entries.length).toBe(1_000);
  expect(isHeld).toBe(false);
  first[Symbol.dispose]();
  using again = await second;
  expect(again.entries.length).toBe(100_000);
});

test('a large tree that is remembered waits too, and is told as it was', async () => {
  const room = createGitSemaphore({ permits: 1, permitsPerKey: 1, maxWaiting: Infinity });
  const first = await holdTree(treeOf(large), holdingIn(room));
  const listed = [...first.entries];
  const found = { commitSha: large, folders: undefined, last: { commits: [], files: new Map() } };
  await writeMemory(repository, { ...found, files: takeFiles(first.entries) });
  const earlier = await readMemory(repository);
  expect(await readMemory(repository, 1_000_000)).toBeUndefined();
  const waited = Promise.withResolvers<void>();
  const second = holdTree(treeOf(large), holdingIn(room, { earlier, onWait: waited.resolve }));
  await waited.promise;
  first[Symbol.dispose]();
  using again = await second;
  expect(again.entries).toEqual(listed);
});

test('a tree with too many files leaves its room to the next one', async () => {
  const room = createGitSemaphore({ permits: 1, permitsPerKey: 1, maxWaiting: Infinity });
  const tooLarge = holdTree({ ...treeOf(large), maxFiles: 50_000 }, holdingIn(room));
  await expect(tooLarge).rejects.toMatchObject({ failure: 'TOO_MANY_FILES' });
  using next = await holdTree(treeOf(large), holdingIn(room));
  expect(next.entries.length).toBe(100_000);
});
