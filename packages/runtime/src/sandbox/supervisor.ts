import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { encodeFrame, FrameReader } from './frame.ts';
import { compileEngine } from './guest-sources.ts';
import { GRACE_MS, WATCH_INTERVAL_MS } from './limits.ts';
import type { ToSupervisor, WorkerGone } from './messages.ts';
import { type Origin, prepareOrigin } from './origin.ts';

/*
 * Main thread of the sandbox process. It runs no code of customers; it starts the threads that do, and ends
 * one that has outlived its deadline: some work of the engine (joining a huge array) never asks whether it
 * should stop.
 */

export interface WorkerStart {
  socketPath: string;
  secret: string;
  workerId: number;
  /** Time of the high-resolution clock at which the running call must be over; 0 between calls. */
  deadline: BigInt64Array<SharedArrayBuffer>;
  engine: WebAssembly.Module;
  functionOrigin: Origin;
}

interface Watched {
  worker: Worker;
  deadline: BigInt64Array<SharedArrayBuffer>;
  goneBecause: WorkerGone['reason'] | undefined;
}

const { socketPath, secret } = JSON.parse(await readLine()) as { socketPath: string; secret: string };
// Compiled and prepared once; the threads share the code and copy the snapshots.
const engine = compileEngine();
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
// The service is gone; there is nobody left to work for.
control.on('close', () => process.exit(0));
control.on('error', () => process.exit(1));

function spawn(workerId: number): void {
  const deadline = new BigInt64Array(new SharedArrayBuffer(8));
  const workerStart: WorkerStart = { socketPath, secret, workerId, deadline, engine, functionOrigin };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: workerStart,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  const entry: Watched = { worker, deadline, goneBecause: undefined };
  watched.set(workerId, entry);
  // After the first thread has begun, so that functions need not wait for what only tests use.
  testOrigin ??= new Promise((resolve) => setImmediate(resolve)).then(() => prepareOrigin(engine, 'test'));
  void testOrigin.then((origin) => worker.postMessage(origin));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    entry.goneBecause ??= error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'MemoryLimit' : 'Crash';
    process.stderr.write(`sandbox worker ended: ${error.message}\n`);
  });
  worker.on('exit', () => {
    watched.delete(workerId);
    if (watched.size === 0) {
      clearInterval(watching);
      watching = undefined;
    }
    const gone: WorkerGone = { type: 'gone', workerId, reason: entry.goneBecause ?? 'Crash' };
    control.write(encodeFrame(gone));
  });
  watching ??= setInterval(watch, WATCH_INTERVAL_MS);
}

function watch(): void {
  const now = process.hrtime.bigint();
  for (const [workerId, { deadline }] of watched) {
    const endsAt = Atomics.load(deadline, 0);
    if (endsAt !== 0n && now > endsAt + BigInt(GRACE_MS) * 1_000_000n) void end(workerId, 'TimeLimit');
  }
}

async function end(workerId: number, reason: WorkerGone['reason']): Promise<void> {
  const entry = watched.get(workerId);
  if (!entry || entry.goneBecause) return;
  entry.goneBecause = reason;
  await entry.worker.terminate();
}

async function readLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}
