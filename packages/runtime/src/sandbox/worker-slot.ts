import { FULL_AT_PARKED_BYTES, MAX_PARKED_CALLS } from './limits.ts';
import type { SendToWorker } from './process/sandbox-process.ts';
import type { SandboxCall, SandboxResult } from './sandbox-call.ts';
import { machineKeyOf } from './worker/kept-machines.ts';

/** Functions of one domain, or its tests: however long tests take, its functions find workers. */
export type Lane = string;

/** A call on its way through the sandbox. */
export interface Job {
  id: number;
  call: SandboxCall;
  lane: Lane;
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
  /** Wakes the call for its timers. */
  waker: NodeJS.Timeout | undefined;
  /** Number of answers and wakings that it was sent. */
  resumptions: number;
  /** Of a parked call: it goes on, so its worker is busy. */
  isResumed: boolean;
  /** Of a parked call. */
  memoryBytes: number;
  /** Number of workers lost for another reason. */
  losses: number;
}

/** State of one worker. */
export interface WorkerSlot {
  id: number;
  send: SendToWorker | undefined;
  /** It ends after the calls it has. */
  isRetiring: boolean;
  /** The first one runs; the others, of the same key, have not begun and can be taken back. */
  jobs: Job[];
  /** Calls that wait while it runs others, by id. */
  parked: Map<number, Job>;
  /** Number of its calls, by lane. */
  lanes: Map<Lane, number>;
  /** The machines that it keeps. */
  machines: Map<string, true>;
  idleSince: number;
}

export function createJob(id: number, call: SandboxCall, settle: Job['settle']): Job {
  const state = { isCanceled: false, isUnwanted: false, hasAsked: false, wasSlow: false, isHeavy: false };
  const parked = { waker: undefined, resumptions: 0, isResumed: false, memoryBytes: 0 };
  return {
    id,
    call,
    lane: `${call.kind} ${call.identity.domainId}`,
    settle,
    startedAt: 0,
    ...state,
    ...parked,
    openHostCalls: 0,
    losses: 0,
  };
}

export function createWorkerSlot(id: number): WorkerSlot {
  const calls = { jobs: [], parked: new Map(), lanes: new Map() };
  return {
    id,
    send: undefined,
    isRetiring: false,
    ...calls,
    machines: new Map(),
    idleSince: performance.now(),
  };
}

/** A call computes for long, or calls wait for the service, so others need another worker. */
export function isSlow({ jobs, parked }: WorkerSlot): boolean {
  if (parked.size > 0) return true;
  // Calls queued behind it have been returned: it is the last one.
  const job = jobs.at(-1);
  return (
    job !== undefined && (job.isHeavy || job.wasSlow || job.openHostCalls > 0 || job.waker !== undefined)
  );
}

/** The running or a parked call of a worker. */
export function findBegun({ jobs: [first], parked }: WorkerSlot, id: number): Job | undefined {
  return first?.id === id ? first : parked.get(id);
}

export interface Choice {
  isHeavy: boolean;
  /** The lane has as many workers as it may. */
  isLaneFull: boolean;
  /** All workers have calls that wait: those of other lanes may be shared. */
  mayShare: boolean;
}

/**
 * An idle worker for a call. One that has calls that wait takes only calls of the same lane, except when there is no
 * other, because a call that ends its thread ends them all. Prefers a warm machine, then a worker that has waiting calls
 * of the lane. Among equals, picks the one with the fewest waiting calls and machines, to spread them, and then the one that has
 * been idle longest.
 */
export function findIdleWorker(
  workers: Iterable<WorkerSlot>,
  job: Job,
  choice: Choice,
): WorkerSlot | undefined {
  const machine = machineKeyOf(job.call);
  let best: WorkerSlot | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const worker of workers) {
    const rank = rankOf(worker, job.lane, machine, choice);
    if (rank === undefined || rank > bestRank) continue;
    if (best && rank === bestRank && !comesBefore(worker, best)) continue;
    best = worker;
    bestRank = rank;
  }
  return best;
}

function rankOf(worker: WorkerSlot, lane: Lane, machine: string, choice: Choice): number | undefined {
  const { parked, lanes } = worker;
  if (worker.jobs.length > 0 || !worker.send || worker.isRetiring) return undefined;
  if (parked.size === 0) {
    if (choice.isLaneFull) return undefined;
    return worker.machines.has(machine) ? 0 : 2;
  }
  if (!hasRoom(parked)) return undefined;
  const isOwn = lanes.size === 1 && lanes.has(lane);
  // A call that computes for long holds up those that wait.
  if (isOwn) return choice.isHeavy ? 3 : 1;
  return choice.mayShare && (lanes.has(lane) || !choice.isLaneFull) ? 4 : undefined;
}

function hasRoom(parked: ReadonlyMap<number, Job>): boolean {
  if (parked.size >= MAX_PARKED_CALLS) return false;
  let bytes = 0;
  for (const { isResumed, memoryBytes } of parked.values()) {
    // It computes.
    if (isResumed) return false;
    bytes += memoryBytes;
  }
  return bytes < FULL_AT_PARKED_BYTES;
}

function comesBefore(one: WorkerSlot, other: WorkerSlot): boolean {
  const difference = one.parked.size - other.parked.size || one.machines.size - other.machines.size;
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
