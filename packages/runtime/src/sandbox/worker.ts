import { readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Call, type Outcome } from './call.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import { GuestVm } from './guest-vm.ts';
import { MAX_KEPT_VM_BYTES, MAX_KEPT_VMS, SLOW_AFTER_MS, SLOW_PRIORITY } from './limits.ts';
import type { CallKind, DoneMessage, FromWorker, RunMessage, ToWorker } from './messages.ts';
import type { Origin } from './origin.ts';
import type { WorkerStart } from './supervisor.ts';

const { socketPath, secret, workerId, deadline, engine, functionOrigin } = workerData as WorkerStart;
/** Machines for tests take longer to prepare; theirs comes as soon as it is ready. */
const testOrigin = new Promise<Origin>((resolve) => parentPort?.once('message', resolve));
const socket = connect(socketPath);

/** Machines kept warm, least recently used first. */
const machines = new Map<string, GuestVm>();
/** Sources of the same keys, and of keys whose tests run. */
const sources = new Map<string, Map<string, string>>();
let waitingForSources: { message: RunMessage; text: string } | undefined;
let current: Call | undefined;
/** Calls that were sent together with the running one; none of them has begun. */
let waiting: { message: RunMessage; text: string }[] = [];
let isBusy = false;
/** The batch whose calls were put back: what still arrives of it is no longer ours. */
let returnedBatch = 0;
let isSlow = false;
const basePriority = getPriority();

function send(header: FromWorker, text?: string, onSent?: () => void): void {
  socket.write(encodeFrame(header, text), onSent);
}

function runNext(): void {
  if (isBusy) return;
  const next = waiting.shift();
  if (!next) return;
  isBusy = true;
  void run(next.message, next.text);
}

async function run(message: RunMessage, text: string): Promise<void> {
  const known = sources.get(message.key);
  if (!known) {
    waitingForSources = { message, text };
    send({ type: 'need', key: message.key });
    return;
  }
  const startedAt = performance.now();
  // From here on the supervisor ends this thread if the call outlives its time.
  Atomics.store(deadline, 0, process.hrtime.bigint() + BigInt(message.timeoutMs) * 1_000_000n);
  const machineKey = `${message.kind} ${message.key}`;
  const vm = machines.get(machineKey) ?? (await createMachine(message.kind));
  machines.delete(machineKey);
  vm.compiledFiles = 0;
  const cpuBefore = cpuMs();
  current = new Call({
    message,
    vm,
    sources: message.kind === 'test' && text !== '' ? withSource(known, message.path, text) : known,
    startedAt,
    sendHostCall: (hostCallId, operation, argument) => {
      putBack(message);
      send({ type: 'host', id: message.id, hostCallId, operation }, argument);
    },
    onTick: () => stepBack(message, startedAt, cpuBefore),
    onEnd: (outcome) => finish(message, machineKey, vm, startedAt, outcome),
  });
  current.begin(text);
}

async function createMachine(kind: CallKind): Promise<GuestVm> {
  return GuestVm.create(engine, kind, kind === 'test' ? await testOrigin : functionOrigin);
}

function withSource(known: Map<string, string>, path: string, source: string): ReadonlyMap<string, string> {
  return known.has(path) ? known : new Map(known).set(path, source);
}

function finish(
  message: RunMessage,
  machineKey: string,
  vm: GuestVm,
  startedAt: number,
  outcome: Outcome,
): void {
  const call = current;
  current = undefined;
  Atomics.store(deadline, 0, 0n);
  const memoryBytes = vm.heapBytes;
  keep(message, machineKey, vm, outcome);
  // Only root may take back the priority that was given up; otherwise a fresh worker takes this one's place.
  const isRetiring = isSlow && !trySetPriority(basePriority);
  isSlow = false;
  const done: DoneMessage = {
    type: 'done',
    id: message.id,
    failure: outcome.failure,
    console: call?.console ?? '',
    durationMs: performance.now() - startedAt,
    memoryBytes,
    nestedCalls: call?.nestedCalls ?? 0,
    compiledFiles: vm.compiledFiles,
    isRetiring,
  };
  // The next call begins when this result has left: what has not left dies with this thread.
  send(done, outcome.result, () => {
    isBusy = false;
    if (isRetiring) socket.end();
    else runNext();
  });
}

const EXHAUSTED = new Set(['TimeLimit', 'MemoryLimit', 'StackLimit', 'Crash', 'NeverSettles']);

/** A machine that met a limit, or has grown, is not used again: it may hold half-finished work. */
function keep(message: RunMessage, machineKey: string, vm: GuestVm, { failure }: Outcome): void {
  if (failure !== null && EXHAUSTED.has(failure.name)) return;
  if (message.kind === 'test' ? !vm.reset() : vm.memoryBytes > MAX_KEPT_VM_BYTES) return;
  machines.set(machineKey, vm);
  if (machines.size > MAX_KEPT_VMS) {
    const [oldest] = machines.keys();
    if (oldest !== undefined) machines.delete(oldest);
  }
}

/**
 * A call that computes for long leaves the processor to short ones of others. What counts is its own
 * processor time: on a busy machine a short call may take long and must not be put back even further.
 */
function stepBack(message: RunMessage, startedAt: number, cpuBefore: number): void {
  if (isSlow || performance.now() - startedAt < SLOW_AFTER_MS) return;
  if (cpuMs() - cpuBefore < SLOW_AFTER_MS) return;
  isSlow = true;
  putBack(message);
  trySetPriority(SLOW_PRIORITY);
  send({ type: 'slow', id: message.id });
}

function putBack({ batchId }: RunMessage): void {
  returnedBatch = batchId;
  waiting = [];
}

/** Processor time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function trySetPriority(priority: number): boolean {
  try {
    // On Linux each thread has an id and a priority of its own.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, priority);
    return true;
  } catch {
    return false;
  }
}

const reader = new FrameReader<ToWorker>((header, text) => {
  switch (header.type) {
    case 'run':
      if (header.batchId === returnedBatch) break;
      waiting.push({ message: header, text });
      runNext();
      break;
    case 'sources': {
      remember(header.key, new Map(Object.entries(JSON.parse(text) as Record<string, string>)));
      const asked = waitingForSources;
      waitingForSources = undefined;
      if (asked) void run(asked.message, asked.text);
      break;
    }
    case 'reply':
      if (current?.id === header.id) current.reply(header.hostCallId, header.isOk, text);
      break;
  }
});

function remember(key: string, files: Map<string, string>): void {
  sources.delete(key);
  sources.set(key, files);
  if (sources.size > MAX_KEPT_VMS) {
    const [oldest] = sources.keys();
    if (oldest !== undefined) sources.delete(oldest);
  }
}

socket.on('connect', () => send({ type: 'hello', secret, workerId }));
socket.on('data', (chunk: Buffer) => reader.push(chunk));
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(1));
