import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { childEnvironment } from '../child-environment.ts';
import type { ForwardedResponse } from '../http/bodies/responses.ts';
import { lowerPriority } from '../low-priority.ts';
import { makeSocketFolder, removeSocketFolder } from '../socket-folder.ts';
import { type Run, type RunEnd, Supervisor } from '../supervisor.ts';
import { forwardSlowCall } from './forward-slow-call.ts';
import { LongCalls } from './long-calls.ts';
import type { FromSlowProcess, ToSlowProcess } from './serve-slow-calls.ts';

/** Idle time after which the process is stopped to free its memory. */
const IDLE_MS = 5 * 60_000;
/** Delay before the next attempt after a failed start. */
const TRIES_AGAIN_MS = 60_000;
/** A call has just broken off: if the process has ended, that is known in a moment. */
const DOUBTED_MS = 1_000;
/** While it answers calls it is asked whether it still lives, and has so long to say so: its priority is low. */
const LIVES_FOR_MS = 90_000;
const ASKS_IN_THAT_TIME = 6;
/** A busy machine hardly lets it start; after this long it never will. */
const STARTS_FOR_MS = 5 * 60_000;
/** Nothing is under way any more when this process ends. */
const STOP_TIMEOUT_MS = 10_000;
/** Time that a replaced process has for its long downloads. */
const EXCHANGE_TIMEOUT_MS = 30 * 60_000;

interface SlowProcessOptions {
  /** The module that calls `serveSlowCalls`. */
  program: string;
  /** Settings that the application is built from; read at each start. */
  settings: () => unknown;
  /** File with certificates that are trusted besides the usual ones. */
  extraCertificates: string | undefined;
  log: Pick<Logger, 'warn'>;
  /** Calls that cannot wait. */
  isUrgent?: (request: FastifyRequest) => boolean;
  idleMs?: number;
  /** Longest silence while the process has calls to answer. */
  livesForMs?: number;
  /** Start timeout. */
  startsForMs?: number;
  /** 0 for all calls. */
  longMs?: number;
  /** Whether others go first, as they should; a machine that is busy with tests hardly lets such a process start. */
  hasLowPriority?: boolean;
}

/** Metrics that the parent exports for this process. */
export interface SlowProcessFigures {
  isRunning: boolean;
  /** Made of it since the parent started, those among them that it has not answered yet included. */
  calls: number;
  openCalls: number;
  /** Number of unexpected exits and failed starts. */
  faults: number;
}

interface SlowRun {
  folder: string;
  socketPath: string;
  isDoubted: boolean;
  /** When it last said that it lives. */
  livedAt: number;
}

/**
 * A process that answers slow calls at low priority and over its own database connections, so that long work
 * doesn't take processor time from quick calls. It receives calls that are expected to take long. The first
 * such call starts it without waiting for it; it stops after an idle period.
 */
export class SlowProcess {
  readonly #options: SlowProcessOptions;
  readonly #supervisor: Supervisor<SlowRun>;
  readonly #longCalls: LongCalls;
  #calls = 0;
  #openResponses = 0;
  #faults = 0;

  constructor(options: SlowProcessOptions) {
    this.#options = options;
    this.#longCalls = new LongCalls(options.longMs);
    const { idleMs = IDLE_MS, livesForMs = LIVES_FOR_MS, startsForMs = STARTS_FOR_MS } = options;
    this.#supervisor = new Supervisor({
      start: () => this.#start(),
      startTimeoutMs: startsForMs,
      pauses: { firstMs: TRIES_AGAIN_MS, longestMs: TRIES_AGAIN_MS },
      watch: { everyMs: livesForMs / ASKS_IN_THAT_TIME, isHung: (run) => this.#isHung(run, livesForMs) },
      // Long downloads go on.
      idle: { afterMs: idleMs, isUsed: () => this.#openResponses > 0 },
      requestEnd: (run) => (run.isReady ? tell(run.child, 'end') : run.child.kill('SIGKILL')),
      endTimeoutMs: EXCHANGE_TIMEOUT_MS,
      onStartFailed: (error) => {
        this.#faults += 1;
        options.log.warn({ err: error }, 'The process for slow calls cannot be started.');
      },
      onEnded: (run, end) => this.#noteEnd(run, end),
    });
  }

  /** Process id of the active process; undefined if there is none. */
  get pid(): number | undefined {
    const run = this.#supervisor.current;
    return run?.isReady ? run.child.pid : undefined;
  }

  get figures(): SlowProcessFigures {
    return {
      isRunning: this.pid !== undefined,
      calls: this.#calls,
      openCalls: this.#openResponses,
      faults: this.#faults,
    };
  }

  /**
   * Lets it answer a call for a domain; undefined where the call is not worth it, has not begun, or was refused: the process
   * may not have heard yet of a right or a key that someone has just been given.
   */
  async answer(
    domainId: string,
    call: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ForwardedResponse | undefined> {
    const isLong = this.#longCalls.has(domainId, call);
    this.#time(domainId, call, reply);
    if (!isLong || this.#options.isUrgent?.(request)) return undefined;
    const run = this.#wakeReady();
    if (run === undefined) return undefined;
    this.#calls += 1;
    this.#openResponses += 1;
    reply.raw.once('close', () => {
      this.#openResponses -= 1;
    });
    const { state } = run;
    const response = await forwardSlowCall(request, reply, {
      socketPath: state.socketPath,
      onNotBegun: () => this.#supervisor.current === run && this.renew(),
      onBroken() {
        state.isDoubted = true;
        setTimeout(() => (state.isDoubted = false), DOUBTED_MS).unref();
      },
    });
    return response?.status === 401 || response?.status === 403 ? undefined : response;
  }

  /** Until the last byte is sent: a long list is made while it is sent. */
  #time(domainId: string, call: string, { raw }: FastifyReply): void {
    const startedAt = performance.now();
    raw.once('close', () => this.#longCalls.note(domainId, call, performance.now() - startedAt));
  }

  /** Whether calls can be made of it. If not, it is started for those to come. */
  wake(): boolean {
    return this.#wakeReady() !== undefined;
  }

  /** Retires the process because its settings are outdated or it is idle. The next call starts another one. */
  renew(): void {
    this.#supervisor.release();
  }

  /** Waits for running calls. There are none once this process accepts no more calls. */
  stop(): Promise<void> {
    return this.#supervisor.stop(STOP_TIMEOUT_MS);
  }

  #wakeReady(): Run<SlowRun> | undefined {
    const run = this.#supervisor.wake();
    return run?.isReady && !run.state.isDoubted ? run : undefined;
  }

  #start() {
    const { program, settings, extraCertificates, hasLowPriority = true } = this.#options;
    const folder = makeSocketFolder('slow');
    const child = fork(program, {
      env: childEnvironment(extraCertificates),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Threads created later inherit the priority.
    if (child.pid !== undefined && hasLowPriority) lowerPriority(child.pid);
    const state: SlowRun = {
      folder,
      socketPath: join(folder, 'slow.sock'),
      isDoubted: false,
      livedAt: performance.now(),
    };
    child.on('message', (message: FromSlowProcess) => {
      state.livedAt = performance.now();
      const run = this.#supervisor.current;
      if (run?.child !== child) return;
      if ('failure' in message) run.failure = message.failure;
      else if (message.isReady) this.#supervisor.ready(run);
    });
    tell(child, { socketPath: state.socketPath, settings: settings() });
    // It never keeps this process from ending.
    child.unref();
    child.channel?.unref();
    return { child, state };
  }

  #noteEnd({ state, isReady }: Run<SlowRun>, { reason, isRequested }: RunEnd): void {
    removeSocketFolder(state.folder);
    if (isRequested) return;
    this.#faults += 1;
    this.#options.log.warn(
      { reason, wasReady: isReady },
      'The process for slow calls ended; until there is another one, slow calls are answered without it.',
    );
  }

  #isHung({ child, state }: Run<SlowRun>, livesForMs: number): boolean {
    // No one waits for it: nothing is known of it since, and nothing is held against it.
    if (this.#openResponses === 0) state.livedAt = performance.now();
    if (performance.now() - state.livedAt > livesForMs) return true;
    tell(child, 'ask');
    return false;
  }
}

function tell(child: ChildProcess, message: ToSlowProcess): void {
  // A process that could not be started has no channel; its 'error' event follows.
  if (child.connected) child.send(message, () => undefined);
}
