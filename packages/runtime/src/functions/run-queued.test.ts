import { CallerLeftError, TooManyRequestsError } from '@atrium/host/errors';
import { expect, it } from 'vitest';
import { Cancellation } from '../sandbox/cancellation.ts';
import { failedResult, type SandboxResult } from '../sandbox/sandbox-call.ts';
import { limits } from '../sandbox/worker/failure.ts';
import { runQueued } from './run-queued.ts';

/** A call that waits for a turn that never comes. */
const waitForever = (waiting: Cancellation) =>
  new Promise<SandboxResult>((settle) => {
    if (waiting.isCanceled) settle(failedResult(limits.canceled));
    waiting.onCancel(() => settle(failedResult(limits.canceled)));
  });

it('refuses what waited too long, so that its caller may send it again', async () => {
  const late = runQueued(new Cancellation(), 1, waitForever);
  await expect(late).rejects.toBeInstanceOf(TooManyRequestsError);
  await expect(late).rejects.toMatchObject({ retryAfterSeconds: 5 });
  const run = () => Promise.reject(new Error('It has no time left.'));
  await expect(runQueued(new Cancellation(), 0, run)).rejects.toBeInstanceOf(TooManyRequestsError);
});

it('gives up what no one waits for any more', async () => {
  const left = new Cancellation();
  const waiting = runQueued(left, 60_000, waitForever);
  left.cancel();
  await expect(waiting).rejects.toBeInstanceOf(CallerLeftError);
  await expect(runQueued(left, 60_000, waitForever)).rejects.toBeInstanceOf(CallerLeftError);
});
