import { CallerLeftError, TooManyRequestsError } from '@atrium/host/errors';
import { Cancellation } from '../sandbox/cancellation.ts';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';

/** Longest time for which a call waits for its turn: the platform waits for its answer for 60 s, and it runs for up to 10 s. */
export const MAX_WAIT_MS = 30_000;

/** Runs a call whose turn comes in time. `run` is given what cancels it for as long as it has not begun. */
export async function runInTurn(
  left: Cancellation,
  waitMs: number,
  run: (waiting: Cancellation) => Promise<SandboxResult>,
): Promise<SandboxResult> {
  if (waitMs <= 0) throw waitedTooLong();
  const waiting = new Cancellation();
  if (left.isCanceled) waiting.cancel();
  left.onCancel(() => waiting.cancel());
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    waiting.cancel();
  }, waitMs);
  try {
    const result = await run(waiting);
    if (!result.isCanceled) return result;
  } finally {
    clearTimeout(timer);
  }
  throw isLate ? waitedTooLong() : new CallerLeftError();
}

function waitedTooLong(): TooManyRequestsError {
  return new TooManyRequestsError('The call waited too long for its turn. Please try again in a moment.', 5);
}
