import type { WorkerGone } from './process/messages.ts';
import { limits } from './worker/failure.ts';
import type { Job } from './worker-slot.ts';

/** A call that loses its worker this often through no fault of its own is given up. */
const MAX_LOSSES = 3;

export interface LostJob {
  job: Job;
  /** Why it failed; undefined if it is to be run again, because none of its output has been seen yet. */
  limit: { name: string; message: string } | undefined;
}

/**
 * Decides which calls of a lost worker run again. `callId` is the call that ran, null for none; undefined if the whole process
 * was lost, with the workers of other calls.
 */
export function sortLostJobs(
  jobs: readonly Job[],
  reason: WorkerGone['reason'],
  callId: number | null | undefined,
): LostJob[] {
  return jobs.map((job) => ({ job, limit: limitOf(job, callId, reason) }));
}

function limitOf(
  job: Job,
  callId: number | null | undefined,
  reason: WorkerGone['reason'],
): LostJob['limit'] {
  if (job.isCanceled) return limits.canceled;
  const isRunning = job.id === callId;
  const { cpuMs, wallMs, memoryMiB } = job.call.limits;
  if (isRunning && reason === 'CpuLimit') return limits.cpu(cpuMs);
  if (isRunning && reason === 'WallLimit') return limits.wall(wallMs);
  if (isRunning && reason === 'MemoryLimit') return limits.memory(memoryMiB);
  if (isRunning && reason === 'Crash') return limits.crash;
  job.losses += 1;
  if (!job.hasAsked && job.losses < MAX_LOSSES) return undefined;
  // No one knows whose call ended the process: none of them is blamed.
  return callId === undefined ? limits.unavailable : limits.lost;
}
