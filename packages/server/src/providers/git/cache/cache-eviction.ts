import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { releaseLock, takeLock } from './cache-lock.ts';

const UNUSED_AFTER_MS = 7 * 24 * 3600 * 1000;
const LEFT_BEHIND_AFTER_MS = 3600 * 1000;

/** Begins the name of a repository that is removed after one use. */
export const TEMPORARY = 'once-';

export interface CacheLimits {
  /** Limit for all repositories. */
  maxBytes: number;
  /** Limit for one domain's repositories, and the prefix of their names. */
  own?: { beginning: string; maxBytes: number };
}

/** Sizes of repositories that were not in use, by folder, each as of the last use of its repository. */
export type KnownSizes = Map<string, { usedMs: number; bytes: number }>;

/**
 * Removes repositories that no one used for a week, what processes that were killed left behind, and then the least
 * recently used ones until the rest fits: of one domain first, then of all. Never one that is in use, here or in another process.
 */
export async function evict(
  root: string,
  { maxBytes, own }: CacheLimits,
  isInUse: (folder: string) => boolean,
  sizes: KnownSizes,
): Promise<void> {
  const kept: Kept[] = [];
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    const usedMs = (await stat(folder).catch(() => undefined))?.mtimeMs;
    if (usedMs === undefined || name.endsWith('.lock')) continue;
    const ageMs = Date.now() - usedMs;
    if (name.startsWith(TEMPORARY)) {
      if (ageMs > LEFT_BEHIND_AFTER_MS) await rm(folder, { recursive: true, force: true });
    } else if (ageMs > UNUSED_AFTER_MS) await removeUnlessUsed(folder, isInUse);
    else {
      const known = sizes.get(folder);
      const isKnown = known?.usedMs === usedMs && !isInUse(folder);
      kept.push({ folder, usedMs, bytes: isKnown ? known.bytes : await sizeOf(folder) });
    }
  }
  sizes.clear();
  for (const { folder, usedMs, bytes } of kept) sizes.set(folder, { usedMs, bytes });
  const isOwn = ({ folder }: Kept) => own !== undefined && basename(folder).startsWith(own.beginning);
  const removed = own === undefined ? [] : await shrink(kept.filter(isOwn), own.maxBytes, isInUse);
  await shrink(
    kept.filter((each) => !removed.includes(each)),
    maxBytes,
    isInUse,
  );
}

interface Kept {
  folder: string;
  usedMs: number;
  bytes: number;
}

/** Removes the least recently used ones until the rest fits; returns which. */
async function shrink(
  kept: readonly Kept[],
  maxBytes: number,
  isInUse: (folder: string) => boolean,
): Promise<Kept[]> {
  const removed: Kept[] = [];
  let bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  for (const each of kept.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (bytes <= maxBytes) break;
    if (!(await removeUnlessUsed(each.folder, isInUse))) continue;
    bytes -= each.bytes;
    removed.push(each);
  }
  return removed;
}

/** Total size of repositories whose names have a prefix. */
export async function sizeOfAll(root: string, beginning: string): Promise<number> {
  const names = (await readdir(root).catch(() => [])).filter((name) => name.startsWith(beginning));
  const sizes = await Promise.all(names.map((name) => sizeOf(join(root, name))));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function removeUnlessUsed(folder: string, isInUse: (folder: string) => boolean): Promise<boolean> {
  if (isInUse(folder)) return false;
  const lock = `${folder}.lock`;
  if (!(await takeLock(lock))) return false;
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } finally {
    await releaseLock(lock);
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)).catch(() => undefined));
  return (await Promise.all(sizes)).reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
