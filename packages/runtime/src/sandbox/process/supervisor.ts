import { connect } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { surviveClosedOutput } from '@atrium/host/closed-output';
import { GRACE_MS, SLOW_AFTER_MS, VERY_SLOW_AFTER_MS, WATCH_INTERVAL_MS } from '../limits.ts';
import { startThread } from '../rights.ts';
import { compileMachine } from '../worker/guest-sources.ts';
import { type Origin, prepareOrigin } from '../worker/origin.ts';
import type { WorkerStart } from '../worker/worker-start.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import type { WorkerGone } from './messages.ts';
import type { ToSupervisor, WorkerSlow } from './supervisor-messages.ts';
import { cpuMsOf, stepBack, stepForward } from './thread-priority.ts';
import { createWatchedMemory, WatchedCall } from './watched-call.ts';

/*
 * Main thread of the sandbox process. It runs no code of customers; it starts the threads that do, and ends
 * one that has outlived its deadline: some work of the engine (joining a huge array) never asks whether it
 * should stop.
 */

interface Watched {
  worker: Worker;
  call: WatchedCall;
  /** Processor time when the running call was first seen in this turn. */
  seen: { turn: number; cpuMs: number } | undefined;
  gone: { reason: WorkerGone['reason']; callId: number | null } | undefined;
}

// A terminal and systemd signal all processes at once. This one ends with the service, which first finishes
// running calls.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
surviveClosedOutput();

const { socketPath, secret } = JSON.parse(await readLine()) as { socketPath: string; secret: string };
// Compiled and prepared once; the threads share the code and copy the snapshots.
const engine = compileMachine();
const functionOrigin = await prepareOrigin(engine, 'function');
let testOrigin: Promise<Origin> | undefined;
const watched = new Map<number, Watched>();
let watching: NodeJS.Timeout | undefined;

const control = connect(socketPath);
const reader = new FrameReader<ToSupervisor>((message) => {
  if (message.type === 'spawn') spawn(message.workerId);
  else void end(message.workerId, 'Stopped');
});
control.on('connect', () => control.write(encodeFrame({ type: 'hello', secret, workerId: 0 })));
control.on('data', (chunk: Buffer) => reader.push(chunk));
// The service is gone; there is no one left to work for.
control.on('close', () => process.exit(0));
control.on('error', () => process.exit(1));

function spawn(workerId: number): void {
  const memory = createWatchedMemory();
  const workerStart: WorkerStart = { socketPath, secret, workerId, watched: memory, engine, functionOrigin };
  const worker = startThread(new URL('../worker/worker.ts', import.meta.url), workerStart);
  const call = new WatchedCall(memory);
  const entry: Watched = { worker, call, seen: undefined, gone: undefined };
  watched.set(workerId, entry);
  // Prepared once the first thread has begun: only tests use it, and functions need not wait for it.
  testOrigin ??= new Promise((resolve) => setImmediate(resolve)).then(() => prepareOrigin(engine, 'test'));
  void testOrigin.then((origin) => worker.postMessage(origin));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'MemoryLimit' : 'Crash';
    entry.gone ??= { reason, callId: call.id };
    process.stderr.write(`sandbox worker ended: ${error.message}\n`);
  });
  worker.on('exit', (code) => {
    watched.delete(workerId);
    if (watched.size === 0) {
      clearInterval(watching);
      watching = undefined;
    }
    control.write(encodeFrame(describeEnd(workerId, entry, code)));
  });
  watching ??= setInterval(watch, WATCH_INTERVAL_MS);
}

function watch(): void {
  const now = process.hrtime.bigint();
  let kept = 0;
  for (const { call } of watched.values()) kept += call.keptBytes;
  for (const [workerId, entry] of watched) {
    entry.call.keptByAll = kept;
    if (entry.call.isLateBy(now, GRACE_MS)) void end(workerId, 'WallLimit');
    else watchComputing(workerId, entry);
  }
}

function watchComputing(workerId: number, entry: Watched): void {
  const { call } = entry;
  const { id: callId, turn, cpuLeftMs } = call;
  if (callId === null) return;
  const cpuMs = cpuMsOf(call.timesFile);
  if (cpuMs === undefined) return;
  if (entry.seen?.turn !== turn) entry.seen = { turn, cpuMs };
  const computedMs = cpuMs - entry.seen.cpuMs;
  if (computedMs > cpuLeftMs + GRACE_MS && call.turn === turn) void end(workerId, 'CpuLimit');
  else makeRoom(workerId, { call, callId, computedMs });
}

/** Leaves the processor to short calls. The first step a worker takes by itself, unless its call does not let it. */
function makeRoom(
  workerId: number,
  { call, callId, computedMs }: { call: WatchedCall; callId: number; computedMs: number },
): void {
  if (call.stepsBack > 0) {
    if (computedMs >= VERY_SLOW_AFTER_MS) stepBack(call, 2);
  } else if (computedMs >= SLOW_AFTER_MS && call.returnOthers(callId)) {
    stepBack(call, 1);
    control.write(encodeFrame({ type: 'slow', workerId, callId } satisfies WorkerSlow));
  }
  // It has just ended: the next one has nothing to step back for.
  if (call.id !== callId) stepForward(call);
}

async function end(workerId: number, reason: WorkerGone['reason']): Promise<void> {
  const entry = watched.get(workerId);
  if (!entry || entry.gone) return;
  entry.gone = { reason, callId: entry.call.id };
  await entry.worker.terminate();
}

function describeEnd(workerId: number, { gone, call }: Watched, exitCode: number): WorkerGone {
  const callId = call.id;
  // A thread that can't restore its priority ends itself between calls.
  const hasRetired = exitCode === 0 && callId === null;
  const reason = gone?.reason ?? (hasRetired ? 'Stopped' : 'Crash');
  // The late one ended after all, at the last moment: the next one is not to blame.
  const isLate = reason === 'WallLimit' || reason === 'CpuLimit';
  const isOther = isLate && gone?.callId !== callId;
  return { type: 'gone', workerId, reason: isOther ? 'Stopped' : reason, callId };
}

async function readLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}
