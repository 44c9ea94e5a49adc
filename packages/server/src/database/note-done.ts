import { setTimeout as sleep } from 'node:timers/promises';

/** A database that fails over is back within seconds. */
const AGAIN_AFTER_MS = [500, 2_000];

/** Notes that something was done. It stays done where that cannot be noted, so that is told to `onFailure` alone. */
export async function noteDone(
  note: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const pause of [...AGAIN_AFTER_MS, undefined]) {
    try {
      return await note();
    } catch (error) {
      if (pause === undefined) onFailure(error);
      else await sleep(pause);
    }
  }
}
