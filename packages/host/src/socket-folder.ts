import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of this process that are in use. */
const own = new Set<string>();

/**
 * A folder that only this user can enter. The name states its purpose and owner, because a killed process
 * leaves it behind.
 */
export function makeSocketFolder(purpose: string): string {
  const prefix = `atrium-${purpose}-`;
  sweep(prefix);
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  own.add(folder);
  return folder;
}

export function removeSocketFolder(folder: string): void {
  own.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Removes what killed processes left: of a process that is gone, or of one before this that had the same number. */
function sweep(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? /^\d+(?=-)/.exec(name.slice(prefix.length))?.[0] : undefined;
    const folder = join(tmpdir(), name);
    if (pid === undefined || own.has(folder) || isOfAnother(Number(pid))) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}

function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Without the right to ask, it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
