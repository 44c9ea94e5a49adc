import { readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Call, type Outcome } from './call.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import { GuestVm } from './guest-vm.ts';
import { MAX_KEPT_VM_BYTES, MAX_KEPT_VMS, SLOW_AFTER_MS } from './limits.ts';
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
const waitingForSources = new Map<string, { message: RunMessage; text: string }>();
let current: Call | undefined;
let isSlow = false;

function send(header: FromWorker, text?: string): void {
  socket.write(encodeFrame(header, text));
}

async function run(message: RunMessage, text: string): Promise<void> {
  const known = sources.get(message.key);
  if (!known) {
    waitingForSources.set(message.key, { message, text });
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
  current = new Call({
    message,
    vm,
    sources: message.kind === 'test' && text !== '' ? withSource(known, message.path, text) : known,
    startedAt,
    sendHostCall: (hostCallId, operation, argument) =>
      send({ type: 'host', id: message.id, hostCallId, operation }, argument),
    onTick: () => stepBack(startedAt),
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
  const isKept = keep(message, machineKey, vm, outcome);
  const done: DoneMessage = {
    type: 'done',
    id: message.id,
    failure: outcome.failure,
    console: call?.console ?? '',
    durationMs: performance.now() - startedAt,
    memoryBytes,
    nestedCalls: call?.nestedCalls ?? 0,
    compiledFiles: vm.compiledFiles,
    isVmDiscarded: !isKept,
  };
  send(done, outcome.result);
  if (isSlow) speedUp();
}

const EXHAUSTED = new Set(['TimeLimit', 'MemoryLimit', 'StackLimit', 'Crash', 'NeverSettles']);

/** A machine that met a limit, or has grown, is not used again: it may hold half-finished work. */
function keep(message: RunMessage, machineKey: string, vm: GuestVm, { failure }: Outcome): boolean {
  const isExhausted = failure !== null && EXHAUSTED.has(failure.name);
  if (
    message.kind === 'test' ? isExhausted || !vm.reset() : isExhausted || vm.memoryBytes > MAX_KEPT_VM_BYTES
  ) {
    return false;
  }
  machines.set(machineKey, vm);
  if (machines.size > MAX_KEPT_VMS) {
    const [oldest] = machines.keys();
    if (oldest !== undefined) machines.delete(oldest);
  }
  return true;
}

/** A call that computes for long leaves the processor to short ones of others. */
function stepBack(startedAt: number): void {
  if (isSlow || performance.now() - startedAt < SLOW_AFTER_MS) return;
  isSlow = true;
  trySetPriority(19);
  send({ type: 'slow' });
}

function speedUp(): void {
  isSlow = false;
  // Only root may take back what was given up; otherwise a fresh worker takes this one's place.
  if (!trySetPriority(0)) socket.end();
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
      void run(header, text);
      break;
    case 'sources': {
      remember(header.key, new Map(Object.entries(JSON.parse(text) as Record<string, string>)));
      const waiting = waitingForSources.get(header.key);
      waitingForSources.delete(header.key);
      if (waiting) void run(waiting.message, waiting.text);
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
