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
  /** Its caller has left or has waited too long: it need not begin. */
  isUnwanted: boolean;
  /** It asked the service for something: it must not be run again. */
  hasAsked: boolean;
  /** It computed for long. */
  wasSlow: boolean;
  /** Calls of its function usually compute for long. */
  isHeavy: boolean;
  /** What it asked the service for and has not got yet. */
  openHostCalls: number;
  /** How often its worker was lost for another reason. */
  losses: number;
}

/** What is known of one worker. */
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

/** Its call computes for long, or waits for the service: others need another worker. */
export function isSlow({ jobs }: WorkerSlot): boolean {
  // What was sent behind such a call has been returned: it is the last one.
  const job = jobs.at(-1);
  return job !== undefined && (job.isHeavy || job.wasSlow || job.openHostCalls > 0);
}

/**
 * One that keeps a machine for the call, or else the one with the fewest, so that machines are spread over all; of those with as
 * many the one that has done nothing for the longest time.
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
