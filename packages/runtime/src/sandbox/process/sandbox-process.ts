import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { makeSocketFolder, removeSocketFolder } from '@atrium/host/socket-folder';
import { type Run, Supervisor } from '@atrium/host/supervisor';
import { PROCESS_RIGHTS, WORKING_FOLDER } from '../rights.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import type { FromWorker, HelloMessage, ToWorker, WorkerGone } from './messages.ts';
import type { FromSupervisor, ToSupervisor } from './supervisor-messages.ts';

export type SendToWorker = (message: ToWorker, text: string) => void;

export interface SandboxListener {
  onWorkerReady(workerId: number, send: SendToWorker): void;
  onWorkerMessage(workerId: number, message: FromWorker, text: string): void;
  /** The call computes for long without a chance for its worker to say so. */
  onWorkerSlow(workerId: number, callId: number): void;
  /** `callId` is the call that was running, null for none; undefined if the whole process is gone. */
  onWorkerGone(workerId: number, reason: WorkerGone['reason'], callId?: number | null): void;
}

/** A start that takes longer has failed. */
const START_TIMEOUT_MS = 30_000;
/** Starts that may fail in a row before calls are refused instead of waiting. */
const MAX_FAILURES = 3;
/** Period in which calls are refused before the next start is tried for one of them. */
const PAUSE_MS = 1_000;

/**
 * The process in which code of customers runs, while it is needed: another address space, an empty environment, no rights to
 * write files or start programs.
 */
export class SandboxProcess {
  readonly #listener: SandboxListener;
  readonly #supervisor: Supervisor<WorkerSockets>;
  #killedWorkers = 0;

  constructor(listener: SandboxListener, onStartFailed: () => void) {
    this.#listener = {
      ...listener,
      onWorkerGone: (workerId, reason, callId) => {
        if (reason !== 'Stopped') this.#killedWorkers += 1;
        listener.onWorkerGone(workerId, reason, callId);
      },
    };
    this.#supervisor = new Supervisor({
      start: () => this.#start(),
      startTimeoutMs: START_TIMEOUT_MS,
      pauses: { firstMs: PAUSE_MS, longestMs: PAUSE_MS, tolerated: MAX_FAILURES - 1 },
      onStartFailed,
      onEnded: ({ state }, { isRequested }) => state.close(isRequested ? 'Stopped' : 'Crash'),
    });
  }

  /** Number of workers that were terminated or crashed. */
  get killedWorkers(): number {
    return this.#killedWorkers;
  }

  get pid(): number | undefined {
    return this.#supervisor.current?.child.pid;
  }

  /** Starts failed; for a moment no other one is tried. */
  get isPaused(): boolean {
    return this.#supervisor.isPaused;
  }

  get hasFailed(): boolean {
    return this.#supervisor.failures > 0;
  }

  get problem(): string | undefined {
    return this.#supervisor.failures < MAX_FAILURES
      ? undefined
      : 'Functions and tests cannot be run: the sandbox does not start.';
  }

  /** Returns false if there is no process for it. */
  startWorker(workerId: number): boolean {
    const run = this.#supervisor.wake();
    run?.state.startWorker(workerId);
    return run !== undefined;
  }

  stopWorker(workerId: number): void {
    this.#supervisor.current?.state.stopWorker(workerId);
  }

  /** Ends the process and everything that runs in it. */
  end(): void {
    this.#supervisor.release();
  }

  #start() {
    const program = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
    const ofCurrent = (act: (run: Run<WorkerSockets>) => void) => () => {
      const run = this.#supervisor.current;
      if (run?.state === state) act(run);
    };
    const state = new WorkerSockets(this.#listener, {
      onReady: ofCurrent((run) => this.#supervisor.ready(run)),
      onLost: ofCurrent((run) => this.#supervisor.kill(run)),
    });
    const child = spawn(process.execPath, [...PROCESS_RIGHTS, program], {
      env: {},
      cwd: WORKING_FOLDER,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    // A process that could not be started has no pipes; its 'error' event follows.
    const input: Writable | undefined = child.stdin;
    input?.on('error', () => undefined);
    state.listen((address) => input?.end(`${JSON.stringify(address)}\n`));
    return { child, state };
  }
}

interface SocketEvents {
  /** A worker has called. */
  onReady: () => void;
  /** Without the control connection, or a place to listen, the process is of no use. */
  onLost: () => void;
}

/** Connections of one run: one of its main thread and one of each worker, on a socket in a folder only this user can enter. */
class WorkerSockets {
  readonly #folder = makeSocketFolder('sandbox');
  readonly #secret = randomBytes(16).toString('hex');
  readonly #listener: SandboxListener;
  readonly #events: SocketEvents;
  readonly #server: Server;
  readonly #workers = new Map<number, { socket?: Socket; gone?: WorkerGone }>();
  readonly #waitingOrders: ToSupervisor[] = [];
  #control: Socket | undefined;

  constructor(listener: SandboxListener, events: SocketEvents) {
    this.#listener = listener;
    this.#events = events;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  listen(onListening: (address: { socketPath: string; secret: string }) => void): void {
    const socketPath = join(this.#folder, 'socket');
    this.#server.once('listening', () => onListening({ socketPath, secret: this.#secret }));
    // Without a listener it would end the whole process. Once it listens, a connection that fails is its worker's.
    this.#server.on('error', () => this.#server.listening || this.#events.onLost());
    this.#server.listen(socketPath);
  }

  startWorker(workerId: number): void {
    this.#workers.set(workerId, {});
    this.#order({ type: 'spawn', workerId });
  }

  stopWorker(workerId: number): void {
    this.#order({ type: 'stop', workerId });
  }

  close(reason: WorkerGone['reason']): void {
    this.#control?.destroy();
    this.#server.close();
    removeSocketFolder(this.#folder);
    for (const workerId of this.#workers.keys()) this.#listener.onWorkerGone(workerId, reason);
    this.#workers.clear();
  }

  #order(order: ToSupervisor): void {
    if (this.#control) this.#control.write(encodeFrame(order));
    else this.#waitingOrders.push(order);
  }

  #accept(socket: Socket): void {
    let workerId: number | undefined;
    const reader = new FrameReader<FromWorker | FromSupervisor>((message, text) => {
      if (workerId === undefined) {
        if (message.type !== 'hello' || message.secret !== this.#secret) return void socket.destroy();
        workerId = message.workerId;
        this.#welcome(message, socket);
      } else if (workerId === 0) {
        this.#hearSupervisor(message as FromSupervisor);
      } else {
        this.#listener.onWorkerMessage(workerId, message as FromWorker, text);
      }
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (workerId === 0) this.#events.onLost();
      else if (workerId !== undefined) this.#closeWorker(workerId);
    });
  }

  #hearSupervisor(message: FromSupervisor): void {
    if (message.type === 'gone') this.#lose(message);
    else if (message.type === 'slow') this.#listener.onWorkerSlow(message.workerId, message.callId);
  }

  #lose(gone: WorkerGone): void {
    const worker = this.#workers.get(gone.workerId);
    if (!worker) return;
    worker.gone = gone;
    // Its last output may still arrive.
    if (worker.socket === undefined || worker.socket.closed) this.#closeWorker(gone.workerId);
  }

  #closeWorker(workerId: number): void {
    const gone = this.#workers.get(workerId)?.gone;
    if (!gone) return;
    this.#workers.delete(workerId);
    this.#listener.onWorkerGone(workerId, gone.reason, gone.callId);
  }

  #welcome({ workerId }: HelloMessage, socket: Socket): void {
    if (workerId !== 0) {
      this.#events.onReady();
      const worker = this.#workers.get(workerId);
      if (worker) worker.socket = socket;
      return this.#listener.onWorkerReady(
        workerId,
        (message, text) => void socket.write(encodeFrame(message, text)),
      );
    }
    this.#control = socket;
    for (const order of this.#waitingOrders.splice(0)) socket.write(encodeFrame(order));
  }
}
