import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commitFiles } from '../../../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { createGit, type Git } from '../git.ts';
import { gitLimits } from '../git-limits.ts';
import { createRemoteCache } from './remote-cache.ts';

vi.setConfig({ testTimeout: 60_000 });

const EMPTY_PACK_BYTES = 32;
const signal = new AbortController().signal;

let server: GitServer;
let root: string;
let git: Git | undefined;

beforeAll(async () => {
  server = await startGitServer();
  root = await mkdtemp(join(tmpdir(), 'git-cache-'));
});

afterAll(async () => {
  git?.close();
  await server[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

test('the least recently used repositories make room, and never one that is in use', async () => {
  const folder = await mkdtemp(join(root, 'evicting-'));
  const cache = createRemoteCache(folder, 25_000);
  const names = new Map<string, string>();
  const open = async (name: string) => {
    const opened = await cache.open(
      { domainId: 'domain', username: 'ada', url: name, maxBytes: Infinity },
      signal,
    );
    names.set(basename(opened.folder), name);
    await writeFile(join(opened.folder, 'objects', 'pack', 'pack-1.pack'), Buffer.alloc(10_000));
    return opened;
  };
  const kept = async () => (await readdir(folder)).map((name) => names.get(name) ?? 'lock').toSorted();
  for (const name of ['first', 'second', 'third']) await (await open(name))[Symbol.asyncDispose]();
  expect(await kept()).toEqual(['second', 'third']);
  const used = await open('second');
  await (await open('fourth'))[Symbol.asyncDispose]();
  expect(await kept()).toEqual(['fourth', 'lock', 'second']);
  const other = await open('fourth');
  const last = await open('fifth');
  await last[Symbol.asyncDispose]();
  // Both older ones are in use, so that it had to go itself.
  for (const each of [used, other]) await each[Symbol.asyncDispose]();
  expect(await kept()).toEqual(['fourth', 'second']);
});

test('what cannot be tidied up fails nothing, and is there again for the next one', async () => {
  const folder = await mkdtemp(join(root, 'tidying-'));
  const cache = createRemoteCache(folder, Infinity);
  const open = () =>
    cache.open({ domainId: 'domain', username: 'ada', url: 'gone', maxBytes: Infinity }, signal);
  const opened = await open();
  await rm(opened.folder, { recursive: true });
  await opened[Symbol.asyncDispose]();
  const again = await open();
  expect(again.folder).toBe(opened.folder);
  expect(await readdir(again.folder)).toContain('objects');
  await again[Symbol.asyncDispose]();
});

test('the repositories of a domain stay within its own limit, and those of others stay', async () => {
  const folder = await mkdtemp(join(root, 'limits-'));
  const cache = createRemoteCache(folder, Infinity);
  const keep = async (domainId: string, url: string, maxBytes = Infinity) => {
    await using opened = await cache.open({ domainId, username: 'ada', url, maxBytes }, signal);
    await writeFile(join(opened.folder, 'objects', 'pack', 'pack-1.pack'), Buffer.alloc(10_000));
  };
  for (const url of ['first', 'second', 'third']) await keep('quiet', url);
  for (const url of ['first', 'second', 'third']) await keep('limited', url, 25_000);
  expect(await cache.countBytes('quiet')).toBeGreaterThan(30_000);
  const bytes = await cache.countBytes('limited');
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(25_000);
  await keep('limited', 'larger than its limit', 5_000);
  expect(await cache.countBytes('limited')).toBe(0);
  expect(await readdir(folder)).toHaveLength(3);
});

test('ten pulls of one remote that come together fetch it once, each with its own credentials', async () => {
  const folder = await server.createRepository('crowd');
  await commitFiles(folder, { 'a/b/c.js': 'x'.repeat(1000) });
  const limits = { ...gitLimits, pulls: { permits: 4, permitsPerKey: 2, maxWaiting: 50 } };
  git = createGit({ cacheFolder: root, allowPrivate: true, limits, maxCacheBytes: Infinity });
  const waited: number[] = [];
  const pull = async (index: number, password = GIT_PASSWORD) => {
    const connection = { gitUrl: server.url('crowd'), username: GIT_USERNAME, password };
    const onProgress = (phase: string) => phase === 'WAIT' && waited.push(index);
    await using remote = await (git as Git).open('domain', connection, { signal, onProgress });
    const tree = await remote.fetchTree({ branch: 'main' }, { signal });
    return tree.entries.length;
  };
  const pulls = Array.from({ length: 10 }, (_, index) => pull(index));
  await expect(pull(10, 'wrong')).rejects.toMatchObject({ failure: 'CREDENTIALS_REFUSED' });
  expect(await Promise.all(pulls)).toEqual(Array.from({ length: 10 }, () => 1));
  expect(waited.length).toBe(9);
  const [cached = ''] = await readdir(join(root, 'git-cache'));
  const folderOfPacks = join(root, 'git-cache', cached, 'objects', 'pack');
  const packs = (await readdir(folderOfPacks)).filter((name) => name.endsWith('.pack'));
  const sizes = await Promise.all(packs.map(async (name) => (await stat(join(folderOfPacks, name))).size));
  // Later fetches receive a pack without objects.
  expect(sizes.filter((bytes) => bytes > EMPTY_PACK_BYTES).length).toBe(1);
});
