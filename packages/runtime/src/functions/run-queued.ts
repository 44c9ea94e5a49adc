import { CallerLeftError, TooManyRequestsError } from '@atrium/host/errors';
import { Cancellation } from '../sandbox/cancellation.ts';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';

/** Longest time a call is queued: the platform waits 80 s for the response, and the call itself takes up to 30 s. */
export const MAX_WAIT_MS = 30_000;

/** Runs a call that leaves the queue within `waitMs`. `run` gets a cancellation that is valid until the call starts. */
export async function runQueued(
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
