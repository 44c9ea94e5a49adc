import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const HOLD = '.hold';
/** A backup renews its hold; one that was killed holds nothing for longer than this. */
const HOLD_LASTS_MS = 60_000;

/** Whether a backup is reading the folder: what the platform has taken stays there for so long. */
export async function areSegmentsHeld(folder: string): Promise<boolean> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(HOLD)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    if (Date.now() - mtimeMs < HOLD_LASTS_MS) return true;
  }
  return false;
}
