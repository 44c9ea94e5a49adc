import { limits } from './failure.ts';
import type { WorkerGone } from './messages.ts';
import type { Job } from './worker-slot.ts';

/** A call that loses its worker this often through no fault of its own is given up. */
const MAX_LOSSES = 3;

export interface LostJob {
  job: Job;
  /** Why it failed; undefined if it is to be run again, because none of its output has been seen yet. */
  limit: { name: string; message: string } | undefined;
}

/** What becomes of the calls of a worker that is gone. `callId` is the one that ran, where that is known. */
export function sortLostJobs(
  jobs: readonly Job[],
  reason: WorkerGone['reason'],
  callId: number | null | undefined,
): LostJob[] {
  const running = callId === undefined ? jobs[0]?.id : callId;
  return jobs.map((job) => ({ job, limit: limitOf(job, job.id === running, reason) }));
}

function limitOf(job: Job, isRunning: boolean, reason: WorkerGone['reason']): LostJob['limit'] {
  if (job.isCanceled) return limits.canceled;
  if (isRunning && reason === 'TimeLimit') return limits.time(job.call.timeoutMs);
  if (isRunning && reason === 'MemoryLimit') return limits.memory;
  if (isRunning && reason === 'Crash') return limits.crash;
  job.losses += 1;
  return job.hasAsked || job.losses >= MAX_LOSSES ? limits.crash : undefined;
}
