import type { SendToWorker } from './process/sandbox-process.ts';
import type { SandboxCall, SandboxResult } from './sandbox-call.ts';
import { machineKeyOf } from './worker/kept-machines.ts';

/** A call on its way through the sandbox. */
export interface Job {
  id: number;
  call: SandboxCall;
  settle: (result: SandboxResult) => void;
  startedAt: number;
  isCanceled: boolean;
  /** The caller has left or waited too long, so the call need not start. */
  isUnwanted: boolean;
  /** It asked the service for something: it must not be run again. */
  hasAsked: boolean;
  /** It computed for long. */
  wasSlow: boolean;
  /** Calls of its function usually compute for long. */
  isHeavy: boolean;
  /** Pending requests of the call to the service. */
  openHostCalls: number;
  /** Number of workers lost for another reason. */
  losses: number;
}

/** State of one worker. */
export interface WorkerSlot {
  id: number;
  send: SendToWorker | undefined;
  /** The first one runs; the others, of the same key, have not begun and can be taken back. */
  jobs: Job[];
  /** The machines that it keeps. */
  machines: Map<string, true>;
  idleSince: number;
}

export function createJob(id: number, call: SandboxCall, settle: Job['settle']): Job {
  const state = { isCanceled: false, isUnwanted: false, hasAsked: false, wasSlow: false, isHeavy: false };
  return { id, call, settle, startedAt: 0, ...state, openHostCalls: 0, losses: 0 };
}

export function createWorkerSlot(id: number): WorkerSlot {
  return { id, send: undefined, jobs: [], machines: new Map(), idleSince: performance.now() };
}

/** The call computes for long or waits for the service, so others need another worker. */
export function isSlow({ jobs }: WorkerSlot): boolean {
  // Calls queued behind it have been returned: it is the last one.
  const job = jobs.at(-1);
  return job !== undefined && (job.isHeavy || job.wasSlow || job.openHostCalls > 0);
}

/**
 * Prefers a worker with a warm machine for the call. Otherwise picks the one with the fewest machines, to
 * spread them, and among equals the one that has been idle longest.
 */
export function findIdleWorker(workers: Iterable<WorkerSlot>, call: SandboxCall): WorkerSlot | undefined {
  const machine = machineKeyOf(call);
  let idle: WorkerSlot | undefined;
  for (const worker of workers) {
    if (worker.jobs.length > 0 || !worker.send) continue;
    if (worker.machines.has(machine)) return worker;
    if (idle === undefined || comesBefore(worker, idle)) idle = worker;
  }
  return idle;
}

function comesBefore(one: WorkerSlot, other: WorkerSlot): boolean {
  const difference = one.machines.size - other.machines.size;
  return difference < 0 || (difference === 0 && one.idleSince < other.idleSince);
}

export interface SandboxOptions {
  /** Workers for short calls. */
  fastWorkers?: number;
  maxWorkers?: number;
  /** Workers of one domain at the same time; tests get half as many of their own. */
  maxDomainWorkers?: number;
  idleMs?: number;
}
