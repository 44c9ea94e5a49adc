import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import {
  MAX_HELD_MS,
  MAX_KEPT_BYTES,
  MAX_KEPT_SOURCES,
  MAX_KEPT_VM_BYTES,
  SLOW_AFTER_MS,
} from '../limits.ts';
import { FrameReader } from '../process/frame.ts';
import type { CallKind, RunMessage, ToWorker } from '../process/messages.ts';
import { openOwnTimes, ownCpuMs, ownThread, stepBack, stepForward } from '../process/thread-priority.ts';
import { WatchedCall } from '../process/watched-call.ts';
import { Call, type CallRequest, type Outcome } from './call.ts';
import { GuestVm } from './guest-vm.ts';
import { dropOldest, keepLatest, machineKeyOf } from './kept-machines.ts';
import { KeptSources, type WorkerSources } from './kept-sources.ts';
import type { Origin } from './origin.ts';
import { Outbox } from './outbox.ts';
import type { WorkerStart } from './worker-start.ts';

const { socketPath, secret, workerId, watched, engine, functionOrigin } = workerData as WorkerStart;
/** Machines for tests take longer to prepare; theirs comes as soon as it is ready. */
const testOrigin = new Promise<Origin>((resolve) => parentPort?.once('message', resolve));
const socket = connect(socketPath);
const outbox = new Outbox(socket);
const watch = new WatchedCall(watched);
watch.thread = ownThread();
watch.timesFile = openOwnTimes();

/** Machines kept warm, least recently used first. */
const machines = new Map<string, GuestVm>();
const sources = new KeptSources(MAX_KEPT_SOURCES);
let waitingForSources: CallRequest | undefined;
let current: Call | undefined;
/** Calls that were sent together with the running one; none of them has begun. */
let waiting: CallRequest[] = [];
/** The last call that computed for long. */
let hasMadeRoom = 0;
let isBusy = false;
let isWorking = false;

/** Runs what waits, one after the other, for as long as nothing has to be waited for. */
function work(): void {
  if (isWorking) return;
  isWorking = true;
  for (let next = nextCall(); next !== undefined; next = nextCall()) {
    isBusy = true;
    run(next);
  }
  isWorking = false;
  outbox.flush();
  // Not after each of many short calls.
  watch.keptBytes = dropOldest(machines, watch.keptByAll - MAX_KEPT_BYTES);
}

function nextCall(): CallRequest | undefined {
  return isBusy ? undefined : waiting.shift();
}

function run(request: CallRequest): void {
  const known = sources.get(request.key);
  if (known === undefined) {
    waitingForSources = request;
    outbox.send({ type: 'need', key: request.key, kept: sources.keys });
    outbox.flush();
    return;
  }
  const vm = machines.get(machineKeyOf(request));
  if (vm) runIn(vm, known, request);
  else void createMachine(request.kind).then((made) => runIn(made, known, request));
}

async function createMachine(kind: CallKind): Promise<GuestVm> {
  return GuestVm.create(engine, kind, kind === 'test' ? await testOrigin : functionOrigin);
}

function runIn(vm: GuestVm, known: WorkerSources, request: CallRequest): void {
  const { id, kind, path, timeoutMs } = request;
  // A machine is made in our time, not in the call's.
  const startedAt = performance.now();
  // From here on the supervisor ends this thread if the call outlives its time.
  watch.begin(id, timeoutMs);
  if (request.isHeavy) stepBack(watch, 1);
  vm.compiledFiles = 0;
  // A result waits for others only before calls that are known to be quick, and before tests, which most often are.
  if (kind === 'function' && !vm.isQuick(path)) outbox.flush();
  const cpuBefore = ownCpuMs();
  current = new Call({
    request,
    vm,
    sources: known,
    startedAt,
    sendHostCall: (hostCallId, operation, argument) => {
      waiting = [];
      const called = operation === 'fetch' ? [...(current?.called ?? [])] : [];
      outbox.send(
        { type: 'host', id, hostCallId, operation, ...(called.length > 0 && { called }) },
        argument,
      );
      outbox.flush();
    },
    onTick: () => {
      outbox.flushLate();
      makeRoom(id, startedAt, cpuBefore);
    },
    onEnd: (outcome) => finish(request, vm, { startedAt, cpuBefore }, outcome),
  });
  current.begin();
}

function finish(
  { id, kind, zone, key, path }: CallRequest,
  vm: GuestVm,
  { startedAt, cpuBefore }: { startedAt: number; cpuBefore: number },
  { failure, result }: Outcome,
): void {
  const call = current;
  current = undefined;
  const hasReturnedOthers = watch.end();
  if (hasReturnedOthers) waiting = [];
  const memoryBytes = vm.heapBytes;
  const durationMs = performance.now() - startedAt;
  const cpuMs = ownCpuMs() - cpuBefore;
  if (kind === 'function') vm.noteDuration(path, durationMs);
  keep({ kind, zone, key }, vm, failure?.name);
  outbox.add(
    {
      id,
      failure,
      console: call?.console ?? '',
      durationMs,
      cpuMs,
      memoryBytes,
      nestedCalls: call?.nestedCalls ?? 0,
      compiledFiles: vm.compiledFiles,
      // A test's machine is as good as new: it loads every source that the test reaches.
      ...(kind === 'test' && call && { loadedFiles: call.loaded }),
      ...(call?.hasValues && { calledFiles: [...call.called] }),
      ...(hasReturnedOthers && { hasReturnedOthers }),
      resultLength: result.length,
    },
    result,
    MAX_HELD_MS[kind],
  );
  // Only root may take back a priority that was given up; otherwise a fresh worker takes this one's place.
  if (!stepForward(watch)) {
    outbox.retire(() => socket.end());
    return;
  }
  // A call that asked the service for something must never be repeated: its result leaves at once.
  if (call && call.hostCalls > 0) outbox.flush();
  outbox.whenThereIsRoom(() => {
    isBusy = false;
    work();
  });
}

const EXHAUSTED = new Set(['TimeLimit', 'MemoryLimit', 'StackLimit', 'Crash', 'NeverSettles', 'NotAwaited']);

/** A machine that met a limit, or has grown, is not used again: it may hold half-finished work. */
function keep(
  place: Pick<CallRequest, 'kind' | 'zone' | 'key'>,
  vm: GuestVm,
  failed: string | undefined,
): void {
  const machineKey = machineKeyOf(place);
  machines.delete(machineKey);
  if (failed !== undefined && EXHAUSTED.has(failed)) return;
  if (place.kind === 'test' ? !vm.reset() : vm.memoryBytes > MAX_KEPT_VM_BYTES) return;
  keepLatest(machines, machineKey, vm);
}

/**
 * Lowers the priority of calls that compute for long, in favor of short ones. Measured by the call's own
 * processor time: on a busy machine a short call may take long and must not be delayed further.
 */
function makeRoom(id: number, startedAt: number, cpuBefore: number): void {
  if (hasMadeRoom === id || performance.now() - startedAt < SLOW_AFTER_MS) return;
  if (ownCpuMs() - cpuBefore < SLOW_AFTER_MS) return;
  hasMadeRoom = id;
  waiting = [];
  stepBack(watch, 1);
  outbox.send({ type: 'slow', id });
  outbox.flush();
}

function receiveCalls(
  { kind, zone, key, timeoutMs, isHeavy, contexts, calls }: RunMessage,
  text: string,
): void {
  let from = 0;
  for (const [id, path, context, inputLength] of calls) {
    const input = text.slice(from, from + inputLength);
    from += inputLength;
    waiting.push({ id, kind, zone, key, path, timeoutMs, isHeavy, context: contexts[context] ?? '', input });
  }
}

const reader = new FrameReader<ToWorker>((header, text) => {
  switch (header.type) {
    case 'run':
      receiveCalls(header, text);
      break;
    case 'sources': {
      sources.add(header.key, text, header.base);
      const asked = waitingForSources;
      waitingForSources = undefined;
      if (asked) run(asked);
      break;
    }
    case 'reply':
      if (current?.id === header.id) current.reply(header.hostCallId, header.isOk, text);
      break;
  }
});

socket.on('connect', () => {
  outbox.send({ type: 'hello', secret, workerId });
  outbox.flush();
});
socket.on('data', (chunk: Buffer) => {
  reader.push(chunk);
  work();
});
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(1));
