import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import {
  MAX_HELD_MS,
  MAX_KEPT_BYTES,
  MAX_KEPT_SOURCES,
  MAX_KEPT_VM_BYTES,
  MAX_PARKED_BYTES,
  PARK_AFTER_MS,
  SLOW_AFTER_MS,
} from '../limits.ts';
import { FrameReader } from '../process/frame.ts';
import type { RunMessage, ToWorker } from '../process/messages.ts';
import { openOwnTimes, ownThread, stepBack, stepForward } from '../process/thread-priority.ts';
import { type StepsBack, WatchedCall } from '../process/watched-call.ts';
import { Call, type CallRequest, type Outcome } from './call.ts';
import { limits } from './failure.ts';
import { GuestVm } from './guest-vm.ts';
import { KeptMachines, machineKeyOf } from './kept-machines.ts';
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

const machines = new KeptMachines<GuestVm>();
const sources = new KeptSources(MAX_KEPT_SOURCES);
let waitingForSources: CallRequest | undefined;

/** A call that has begun. Its machine is its own until it ends. */
interface Begun {
  request: CallRequest;
  call: Call;
  vm: GuestVm;
  /** Number of answers and wakings that have arrived. */
  resumptions: number;
  /** Steps by which the thread's priority is lowered in its turn. */
  stepsBack: StepsBack;
  hasMadeRoom: boolean;
}

/** The call whose turn it is: it computes, or waits for so short a time that nothing else begins. */
let current: Begun | undefined;
let parking: NodeJS.Timeout | undefined;
/** Calls that wait while others have their turn. */
const parked = new Map<number, Begun>();
/** Calls that were sent together with the one that began last; none of them has begun. */
let waiting: CallRequest[] = [];
/** The call that was taken from them last, until it waits or ends. */
let next: CallRequest | undefined;
let isWorking = false;

/** Runs what waits, one after the other, for as long as nothing has to be waited for. */
function work(): void {
  if (isWorking) return;
  isWorking = true;
  while (next === undefined) {
    next = waiting.shift();
    if (next === undefined) break;
    run(next);
  }
  isWorking = false;
  outbox.flush();
  // Not after each of many short calls.
  const ofParked = parkedBytes();
  watch.keptBytes = ofParked + machines.dropOldest(watch.keptByAll - MAX_KEPT_BYTES);
}

function run(request: CallRequest): void {
  const known = sources.get(request.key);
  if (known === undefined) {
    waitingForSources = request;
    outbox.send({ type: 'need', key: request.key, kept: sources.keys });
    outbox.flush();
    return;
  }
  const vm = machines.take(machineKeyOf(request));
  if (vm) begin(vm, known, request);
  else void createMachine(request).then((made) => begin(made, known, request));
}

async function createMachine({ kind, limits: { memoryMiB } }: CallRequest): Promise<GuestVm> {
  const origin = kind === 'test' ? await testOrigin : functionOrigin;
  return GuestVm.create(engine, { kind, memoryMiB }, origin);
}

function begin(vm: GuestVm, known: WorkerSources, request: CallRequest): void {
  const { id, kind, path } = request;
  // A machine is made in our time, not in the call's.
  const call = new Call(request, vm, known, {
    sendHostCall: (hostCallId, operation, argument) => {
      if (request === next) waiting = [];
      const called = operation === 'fetch' ? [...call.called] : [];
      outbox.send(
        { type: 'host', id, hostCallId, operation, ...(called.length > 0 && { called }) },
        argument,
      );
      outbox.flush();
    },
    sendWakeMe: (afterMs) => {
      if (request === next) waiting = [];
      outbox.send({ type: 'wake-me', id, afterMs });
      outbox.flush();
    },
    onTick: () => {
      outbox.flushLate();
      makeRoom(begun);
    },
    // Answers that have come in the meantime are read first.
    onDue: () =>
      setImmediate(() => {
        advance(begun, () => call.checkTime());
        work();
      }),
    onEnd: (outcome) => finish(begun, outcome),
  });
  const begun: Begun = { request, call, vm, resumptions: 0, stepsBack: 0, hasMadeRoom: false };
  vm.compiledFiles = 0;
  // A result waits for others only before calls that are known to be quick, and before tests, which most often are.
  if (kind === 'function' && !vm.isQuick(path)) outbox.flush();
  if (request.isHeavy) begun.stepsBack = 1;
  parked.set(id, begun);
  advance(begun, () => call.begin());
}

/** Lets a call take its next step, in its turn. */
function advance(begun: Begun, step: () => void): void {
  const { id } = begun.request;
  if (current !== begun) {
    // It has ended.
    if (!parked.has(id)) return;
    while (current) park(current);
    parked.delete(id);
    current = begun;
    // From here on the supervisor ends this thread if the call outlives its time.
    watch.begin(id, begun.call.time);
    if (begun.stepsBack !== 0) stepBack(watch, begun.stepsBack);
  }
  clearTimeout(parking);
  step();
  if (current === begun) parking = setTimeout(parkCurrent, PARK_AFTER_MS);
}

/** Ends the turn of a call; true when the supervisor has returned the calls behind it. */
function endTurn(begun: Begun): boolean {
  clearTimeout(parking);
  current = undefined;
  begun.stepsBack = watch.stepsBack;
  const hasReturnedOthers = watch.end();
  if (hasReturnedOthers && begun.request === next) waiting = [];
  // Only root may take back a priority; otherwise a fresh worker takes this one's place.
  if (!stepForward(watch)) outbox.retire();
  return hasReturnedOthers;
}

function parkCurrent(): void {
  if (current) park(current);
  work();
}

function park(begun: Begun): void {
  const { request, vm, resumptions, call } = begun;
  endTurn(begun);
  parked.set(request.id, begun);
  if (parked.size > 1 && parkedBytes() > MAX_PARKED_BYTES) {
    advance(begun, () => call.abort(limits.parkedMemory));
    return;
  }
  const { id } = request;
  const { memoryBytes } = vm;
  outbox.send({ type: 'parked', id, resumptions, memoryBytes, isRetiring: outbox.isRetiring });
  outbox.flush();
  if (request === next) next = undefined;
}

function parkedBytes(): number {
  let bytes = 0;
  for (const { vm } of parked.values()) bytes += vm.memoryBytes;
  return bytes;
}

function finish(begun: Begun, { failure, result }: Outcome): void {
  const { request, call, vm } = begun;
  const { id, kind, path } = request;
  const { durationMs, cpuMs } = call.time;
  const hasReturnedOthers = endTurn(begun);
  const memoryBytes = vm.heapBytes;
  if (kind === 'function') vm.noteDuration(path, durationMs);
  keep(request, vm, failure?.name);
  outbox.add(
    {
      id,
      failure,
      console: call.console,
      durationMs,
      cpuMs,
      memoryBytes,
      nestedCalls: call.nestedCalls,
      compiledFiles: vm.compiledFiles,
      // A test's machine is as good as new: it loads every source that the test reaches.
      ...(kind === 'test' && { loadedFiles: call.loaded }),
      ...(call.hasValues && { calledFiles: [...call.called] }),
      ...(hasReturnedOthers && { hasReturnedOthers }),
      resultLength: result.length,
    },
    result,
    MAX_HELD_MS[kind],
  );
  // A call that asked the service for something must never be repeated: its result leaves at once.
  if (call.hostCalls > 0 || request !== next || outbox.isRetiring) outbox.flush();
  if (request === next) outbox.whenThereIsRoom(goOn);
  else if (outbox.isRetiring) endIfDone();
}

function goOn(): void {
  next = undefined;
  work();
  if (outbox.isRetiring) endIfDone();
}

function endIfDone(): void {
  if (next || current || waiting.length > 0 || parked.size > 0) return;
  outbox.whenThereIsRoom(() => socket.end());
}

const EXHAUSTED = new Set([
  'TimeLimit',
  'MemoryLimit',
  'StackLimit',
  'Crash',
  'NeverSettles',
  'NotAwaited',
  'Canceled',
]);

/** A machine that met a limit, or has grown, is not used again: it may hold half-finished work. */
function keep(request: CallRequest, vm: GuestVm, failed: string | undefined): void {
  if (failed !== undefined && EXHAUSTED.has(failed)) return;
  if (request.kind === 'test' ? !vm.reset() : vm.memoryBytes > MAX_KEPT_VM_BYTES) return;
  machines.keep(machineKeyOf(request), vm);
}

/**
 * Lowers the priority of calls that compute for long, in favor of short ones. Measured by the call's own
 * processor time: on a busy machine a short call may take long and must not be delayed further.
 */
function makeRoom(begun: Begun): void {
  if (begun.hasMadeRoom || !begun.call.time.hasComputed(SLOW_AFTER_MS)) return;
  begun.hasMadeRoom = true;
  if (begun.request === next) waiting = [];
  stepBack(watch, 1);
  outbox.send({ type: 'slow', id: begun.request.id });
  outbox.flush();
}

function receiveCalls({ kind, zone, key, limits, isHeavy, contexts, calls }: RunMessage, text: string): void {
  let from = 0;
  for (const [id, path, context, inputLength, bodyLength] of calls) {
    const bodyFrom = from + inputLength;
    const input = text.slice(from, bodyFrom);
    from = bodyFrom + (bodyLength ?? 0);
    const requestBody = bodyLength === null ? undefined : Buffer.from(text.slice(bodyFrom, from), 'base64');
    const given = { input, requestBody, context: contexts[context] ?? '' };
    waiting.push({ id, kind, zone, key, path, limits, isHeavy, ...given });
  }
}

/** Hands what the service says to the call that has begun and waits for it. */
function resume(id: number, step: (call: Call) => void): void {
  const begun = current?.request.id === id ? current : parked.get(id);
  if (!begun) return;
  begun.resumptions += 1;
  advance(begun, () => step(begun.call));
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
      resume(header.id, (call) => call.reply(header.hostCallId, header.isOk, text));
      break;
    case 'wake':
      resume(header.id, (call) => call.wake());
      break;
    case 'cancel':
      resume(header.id, (call) => call.abort(limits.canceled));
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
