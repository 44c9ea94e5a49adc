import { setTimeout as wait } from 'node:timers/promises';
import { hasNoResponse } from './remote-client.ts';

const ASK_AGAIN_MS = 1_000;
/** Processes are exchanged, and databases restarted, in less. */
const PATIENCE_MS = 5 * 60_000;

/** Reads again while there is no answer; in the end it fails as the last try did. */
export async function readPatiently<Result>(read: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + PATIENCE_MS; ; await wait(ASK_AGAIN_MS)) {
    try {
      return await read();
    } catch (error) {
      if (!hasNoResponse(error) || performance.now() > until) throw error;
    }
  }
}
