import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A lock from another machine cannot be checked for its process; after a week it counts as abandoned. */
const ABANDONED_AFTER_MS = 7 * 24 * 3600 * 1000;
const WRITTEN_WITHIN_MS = 60_000;

/** Identity of a lock file. */
interface FoundLock {
  owner: string;
  writtenMs: number;
}

/** Returns whether no other process has it. The lock of a process that is gone is taken over. */
export async function takeLock(lock: string): Promise<boolean> {
  const owner = `${hostname()} ${process.pid}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(lock, owner, { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      const found = await readLock(lock);
      if (found === undefined) continue;
      if (!isAbandoned(found)) return false;
      await removeAbandoned(lock, found);
    }
  }
  return false;
}

export function releaseLock(lock: string): Promise<void> {
  return rm(lock, { force: true });
}

async function readLock(lock: string): Promise<FoundLock | undefined> {
  try {
    return { owner: await readFile(lock, 'utf8'), writtenMs: (await stat(lock)).mtimeMs };
  } catch {
    return undefined;
  }
}

function isAbandoned({ owner, writtenMs }: FoundLock): boolean {
  const [host, pid] = owner.split(' ');
  const isOlderThan = (ms: number) => Date.now() - writtenMs > ms;
  // The process that made the lock ended before it wrote the file.
  if (host === '') return isOlderThan(WRITTEN_WITHIN_MS);
  if (host !== hostname()) return isOlderThan(ABANDONED_AFTER_MS);
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}

/** Of several processes that found the lock, one removes it. A lock created by another process since is restored. */
async function removeAbandoned(lock: string, found: FoundLock): Promise<void> {
  const aside = `${lock}.${process.pid}.lock`;
  await rename(lock, aside).catch(() => undefined);
  const taken = await readLock(aside);
  if (taken === undefined) return;
  const isFound = taken.owner === found.owner && taken.writtenMs === found.writtenMs;
  if (!isFound) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}
