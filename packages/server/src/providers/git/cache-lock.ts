import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A lock from another machine cannot be checked for its process; after a week it counts as abandoned. */
const ABANDONED_AFTER_MS = 7 * 24 * 3600 * 1000;
const WRITTEN_WITHIN_MS = 60_000;

/** Returns whether no other process has it. The lock of a process that is gone is taken over. */
export async function takeLock(lock: string): Promise<boolean> {
  const owner = `${hostname()} ${process.pid}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(lock, owner, { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      if (!(await isAbandoned(lock))) return false;
      await releaseLock(lock);
    }
  }
  return false;
}

export function releaseLock(lock: string): Promise<void> {
  return rm(lock, { force: true });
}

async function isAbandoned(lock: string): Promise<boolean> {
  try {
    const [host, pid] = (await readFile(lock, 'utf8')).split(' ');
    // Whoever made it ended before it was written.
    if (host === '') return Date.now() - (await stat(lock)).mtimeMs > WRITTEN_WITHIN_MS;
    if (host !== hostname()) return Date.now() - (await stat(lock)).mtimeMs > ABANDONED_AFTER_MS;
    if (Number(pid) === process.pid) return true;
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}
