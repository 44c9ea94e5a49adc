import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Repositories of remotes, kept so that the next pull moves only what is new. Nothing depends on them. */
export interface RemoteCache {
  /**
   * The repository of a remote, for one user at a time: while it is in use, others get one of their own that
   * is removed afterwards.
   */
  open(key: CacheKey): Promise<CachedRepository>;
}

/** Nothing is shared between domains, nor between the users of a remote. */
export interface CacheKey {
  domainId: string;
  username: string;
  url: string;
}

export interface CachedRepository extends AsyncDisposable {
  /** A bare repository that fetches without contents. */
  folder: string;
  /** A repository that sees the same objects, but never asks the remote for one that is missing. */
  reader: string;
  /** Removes it at the end, instead of keeping it for the next pull. */
  discard(): void;
}

/** More packs than this make look-ups slow; starting anew costs little. */
const MAX_PACKS = 60;
const UNUSED_AFTER_MS = 7 * 24 * 3600 * 1000;

/** Fetched tips, so that the next fetch can say what is here already. */
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

export function createRemoteCache(root: string): RemoteCache {
  const busy = new Set<string>();
  return {
    async open({ domainId, username, url }) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const name = createHash('sha256')
        .update(JSON.stringify([domainId, username, url]))
        .digest('hex');
      const folder = join(root, `${name.slice(0, 40)}.git`);
      const lock = `${folder}.lock`;
      if (busy.has(folder)) return openTemporary(root);
      busy.add(folder);
      try {
        if (!(await takeLock(lock))) {
          busy.delete(folder);
          return await openTemporary(root);
        }
        await removeUnused(root, folder);
        if (!(await isUsable(folder))) await createRepository(folder);
      } catch (error) {
        busy.delete(folder);
        throw error;
      }
      let isKept = true;
      return {
        folder,
        reader: join(folder, 'reader'),
        discard: () => {
          isKept = false;
        },
        async [Symbol.asyncDispose]() {
          if (isKept) await removeLeftovers(folder);
          else await remove(folder);
          await remove(lock);
          busy.delete(folder);
        },
      };
    },
  };
}

async function openTemporary(root: string): Promise<CachedRepository> {
  const folder = await mkdtemp(join(root, 'once-'));
  await createRepository(folder);
  return {
    folder,
    reader: join(folder, 'reader'),
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

/** What a killed git process leaves behind: half packs and locks. */
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

/** True if nobody else has it. The lock of a process that is gone is taken over. */
async function takeLock(lock: string): Promise<boolean> {
  const owner = `${hostname()} ${process.pid}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(lock, owner, { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      if (!(await isAbandoned(lock))) return false;
      await remove(lock);
    }
  }
  return false;
}

async function isAbandoned(lock: string): Promise<boolean> {
  try {
    const [host, pid] = (await readFile(lock, 'utf8')).split(' ');
    if (host !== hostname()) return Date.now() - (await stat(lock)).mtimeMs > UNUSED_AFTER_MS;
    if (Number(pid) === process.pid) return true;
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}

/** Repositories that nobody used for a week, and what processes that were killed left behind. */
async function removeUnused(root: string, except: string): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    if (path === except || path.startsWith(`${except}.`)) continue;
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    const limit = name.startsWith('once-') ? 3600 * 1000 : UNUSED_AFTER_MS;
    if (age > limit) await remove(path);
  }
}

export const removeRepository = remove;

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
