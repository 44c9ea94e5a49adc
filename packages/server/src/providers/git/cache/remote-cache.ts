import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Semaphore } from '@atrium/host/semaphore';
import { abortReason } from '../git-process.ts';
import { createGitSemaphore } from '../git-semaphore.ts';
import { evict, type KnownSizes, sizeOfAll, TEMPORARY } from './cache-eviction.ts';
import { releaseLock, takeLock } from './cache-lock.ts';

/** Cached repositories of remotes, so that the next pull transfers only new objects. Safe to delete at any time. */
export interface RemoteCache {
  /**
   * The repository of a remote, shared by concurrent pulls of one user. While another process has it, or a fetch in it
   * takes too long to wait for, a temporary one that is removed afterwards.
   */
  open(key: CacheKey, signal: AbortSignal, onWait?: () => void): Promise<CachedRepository>;
  /** A fresh one that nobody shares, removed when it is closed. */
  openTemporary(): Promise<CachedRepository>;
  /** Disk usage of a domain's repositories. */
  countBytes(domainId: string): Promise<number>;
}

/** Nothing is shared between domains, nor between the users of a remote. */
interface CacheKey {
  domainId: string;
  username: string;
  url: string;
  /** Limit for all repositories of the domain. */
  maxBytes: number;
}

export interface CachedRepository extends AsyncDisposable {
  /** A bare repository that fetches without contents. */
  folder: string;
  /** A repository that sees the same objects, but never asks the remote for one that is missing. */
  reader: string;
  /** Serializes writes to the repository; later callers don't wait for long ones. */
  exclusively<Result>(
    signal: AbortSignal,
    write: () => Promise<Result>,
    options?: { isLong: boolean },
  ): Promise<Result>;
  /** Removes it at the end, instead of keeping it for the next pull. */
  discard(): void;
}

/** More packs than this make look-ups slow; starting again costs little. */
const MAX_PACKS = 60;
/** Exceeds the walk of a large repository's history; fetching again costs the host and the disk more. */
const WAIT_FOR_LONG_MS = 15_000;
const ONE_AT_A_TIME = { permits: 1, permitsPerKey: 1, maxWaiting: Infinity };

/** Fetched tips, which tell the next fetch the objects already present. */
export const REFS = 'refs/atrium';

const CONFIG = `[core]
	repositoryformatversion = 1
	bare = true
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	partialclonefilter = blob:none
`;

/** A repository of the cache while someone here uses it. */
interface InUse {
  folder: string;
  /** Limit of its domain. */
  maxBytes: number;
  users: number;
  /** Whether this process has it; false when another one does. */
  isOurs: Promise<boolean>;
  writes: Semaphore;
  isHeldLong: boolean;
  isKept: boolean;
  closing: Promise<void> | undefined;
}

export function createRemoteCache(root: string, maxBytes: number): RemoteCache {
  const inUse = new Map<string, InUse>();
  const sizes: KnownSizes = new Map();
  let evicting = Promise.resolve();

  async function prepare(folder: string): Promise<boolean> {
    await evicting;
    if (!(await takeLock(`${folder}.lock`))) return false;
    try {
      if (!(await isUsable(folder))) await createRepository(folder);
      return true;
    } catch (error) {
      await releaseLock(`${folder}.lock`);
      throw error;
    }
  }

  async function enter(folder: string, maxOfDomain: number): Promise<InUse> {
    for (let known = inUse.get(folder); known !== undefined; known = inUse.get(folder)) {
      if (known.closing === undefined) {
        known.users += 1;
        known.maxBytes = maxOfDomain;
        return known;
      }
      await known.closing;
    }
    const entered: InUse = {
      folder,
      maxBytes: maxOfDomain,
      users: 1,
      isOurs: prepare(folder),
      writes: createGitSemaphore(ONE_AT_A_TIME),
      isHeldLong: false,
      isKept: true,
      closing: undefined,
    };
    inUse.set(folder, entered);
    return entered;
  }

  function leave(used: InUse): Promise<void> {
    used.users -= 1;
    if (used.users > 0) return Promise.resolve();
    used.closing = close(used);
    return used.closing;
  }

  async function close({ folder, maxBytes: maxOfDomain, isOurs, isKept }: InUse): Promise<void> {
    try {
      if (!(await isOurs.catch(() => false))) return;
      // The work is done by now: that nothing can be tidied up does not make it fail.
      await (isKept ? removeLeftovers(folder) : remove(folder)).catch(() => undefined);
      await releaseLock(`${folder}.lock`);
    } finally {
      inUse.delete(folder);
      sizes.delete(folder);
    }
    // A failed eviction is retried when the next repository is closed. Sequentially, because opening a repository waits
    // for the last one.
    const own = { beginning: beginningOf(basename(folder)), maxBytes: maxOfDomain };
    evicting = evicting
      .then(() => evict(root, { maxBytes, own }, (other) => inUse.has(other), sizes))
      .catch(() => undefined);
    await evicting;
  }

  return {
    async countBytes(domainId) {
      return sizeOfAll(root, beginningOfDomain(domainId));
    },
    async open({ domainId, username, url, maxBytes: maxOfDomain }, signal, onWait) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const name = createHash('sha256')
        .update(JSON.stringify([domainId, username, url]))
        .digest('hex');
      const folder = join(root, `${beginningOfDomain(domainId)}${name.slice(0, 40)}.git`);
      const used = await enter(folder, maxOfDomain);
      try {
        if ((await used.isOurs) && (await isFree(used, signal, onWait)))
          return shared(used, () => leave(used));
      } catch (error) {
        await leave(used);
        throw error;
      }
      await leave(used);
      return openTemporary(root);
    },
    openTemporary: () => openTemporary(root),
  };
}

/** The names of a domain's repositories begin alike, so that they can be counted together. */
function beginningOfDomain(domainId: string): string {
  return `${createHash('sha256').update(domainId).digest('hex').slice(0, 16)}-`;
}

const beginningOf = (name: string) => name.slice(0, name.indexOf('-') + 1);

async function isFree(used: InUse, signal: AbortSignal, onWait?: () => void): Promise<boolean> {
  if (!used.isHeldLong) return true;
  try {
    using _permit = await used.writes.acquire('', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(WAIT_FOR_LONG_MS)]),
      onWait,
    });
    return true;
  } catch {
    if (signal.aborted) throw abortReason(signal);
    return false;
  }
}

function shared(used: InUse, leave: () => Promise<void>): CachedRepository {
  return {
    folder: used.folder,
    reader: join(used.folder, 'reader'),
    async exclusively(signal, write, { isLong } = { isLong: false }) {
      using _permit = await used.writes.acquire('', { signal });
      used.isHeldLong = isLong;
      try {
        return await write();
      } finally {
        used.isHeldLong = false;
      }
    },
    discard: () => {
      used.isKept = false;
    },
    [Symbol.asyncDispose]: leave,
  };
}

async function openTemporary(root: string): Promise<CachedRepository> {
  const folder = await mkdtemp(join(root, TEMPORARY));
  await createRepository(folder);
  const writes = createGitSemaphore(ONE_AT_A_TIME);
  return {
    folder,
    reader: join(folder, 'reader'),
    async exclusively(signal, write) {
      using _permit = await writes.acquire('', { signal });
      return await write();
    },
    discard: () => undefined,
    [Symbol.asyncDispose]: () => remove(folder),
  };
}

/** Makes a bare repository by hand: a process less, and no templates. */
export async function createRepository(folder: string): Promise<void> {
  await remove(folder);
  for (const [path, config] of [
    [folder, CONFIG],
    [join(folder, 'reader'), '[core]\n\tbare = true\n'],
  ] as const) {
    await mkdir(join(path, 'objects', 'pack'), { recursive: true, mode: 0o700 });
    await mkdir(join(path, 'refs'), { recursive: true });
    await writeFile(join(path, 'config'), config);
    await writeFile(join(path, 'HEAD'), 'ref: refs/heads/none\n');
  }
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    const packs = await readdir(join(folder, 'objects', 'pack'));
    if (packs.filter((name) => name.endsWith('.pack')).length > MAX_PACKS) return false;
    await removeLeftovers(folder);
    const now = new Date();
    await utimes(folder, now, now);
    return true;
  } catch {
    return false;
  }
}

/** Leftovers of a killed git process: partial packs and locks. */
async function removeLeftovers(folder: string): Promise<void> {
  const packs = join(folder, 'objects', 'pack');
  for (const name of await readdir(packs)) {
    if (name.startsWith('tmp_')) await remove(join(packs, name));
  }
  for (const name of await readdir(folder)) {
    if (name.endsWith('.lock')) await remove(join(folder, name));
  }
  for (const name of await readdir(join(folder, 'objects'))) {
    if (name.startsWith('tmp_') || name.startsWith('incoming-')) await remove(join(folder, 'objects', name));
  }
  for (const name of await readdir(join(folder, REFS)).catch(() => [])) {
    if (name.endsWith('.lock')) await remove(join(folder, REFS, name));
  }
}

export const removeRepository = remove;

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
