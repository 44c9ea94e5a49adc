import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSocketFolder, removeSocketFolder } from '@atrium/host/socket-folder';
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

/**
 * The process in which code of customers runs: another address space, an empty environment, no rights to
 * write files or start programs. Its threads call back on a socket in a folder only this user can enter.
 */
export class SandboxProcess {
  readonly #folder = makeSocketFolder('sandbox');
  readonly #secret = randomBytes(16).toString('hex');
  readonly #listener: SandboxListener;
  readonly #onStart: (isReady: boolean) => void;
  readonly #server: Server;
  readonly #child: ChildProcess;
  readonly #workers = new Map<number, { socket?: Socket; gone?: WorkerGone }>();
  readonly #waitingOrders: ToSupervisor[] = [];
  #control: Socket | undefined;
  readonly #startTimer: NodeJS.Timeout;
  #wasReady = false;
  #isUnwanted = false;
  #isEnded = false;

  /** `onStart` is called once with whether it became ready, before its workers are announced. */
  constructor(listener: SandboxListener, onStart: (isReady: boolean) => void) {
    this.#listener = listener;
    this.#onStart = onStart;
    const socketPath = join(this.#folder, 'socket');
    this.#server = createServer((socket) => this.#accept(socket)).listen(socketPath);
    const program = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
    this.#child = spawn(process.execPath, [...PROCESS_RIGHTS, program], {
      env: {},
      cwd: WORKING_FOLDER,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    this.#child.stdin?.on('error', () => undefined);
    this.#server.once('listening', () => {
      this.#child.stdin?.end(`${JSON.stringify({ socketPath, secret: this.#secret })}\n`);
    });
    // Without a listener it would end the whole process. Once it listens, a connection that fails is its worker's.
    this.#server.on('error', () => this.#server.listening || this.#lost());
    this.#child.once('exit', () => this.#lost());
    this.#child.once('error', () => this.#lost());
    this.#startTimer = setTimeout(() => this.#lost(), START_TIMEOUT_MS);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#isEnded;
  }

  startWorker(workerId: number): void {
    this.#workers.set(workerId, {});
    this.#order({ type: 'spawn', workerId });
  }

  stopWorker(workerId: number): void {
    this.#order({ type: 'stop', workerId });
  }

  /** Ends the process and everything that runs in it. */
  end(): void {
    this.#isUnwanted = true;
    this.#lost();
  }

  #lost(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#startTimer);
    this.#control?.destroy();
    this.#server.close();
    this.#child.kill('SIGKILL');
    removeSocketFolder(this.#folder);
    if (!this.#wasReady && !this.#isUnwanted) this.#onStart(false);
    const reason = this.#isUnwanted ? 'Stopped' : 'Crash';
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
      if (workerId === 0) this.#lost();
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
    // Its last output may still be on its way.
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
      if (!this.#wasReady) this.#onStart(true);
      this.#wasReady = true;
      clearTimeout(this.#startTimer);
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
