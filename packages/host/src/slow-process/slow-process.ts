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

/** Its memory is given back when no slow call has come for so long. */
const IDLE_MS = 5 * 60_000;
/** One that could not start is not tried again at once. */
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
/** One that is exchanged goes on with long downloads. */
const EXCHANGE_TIMEOUT_MS = 30 * 60_000;

interface SlowProcessOptions {
  /** The module that calls `serveSlowCalls`. */
  program: string;
  /** What the application is built from; asked at each start. */
  settings: () => unknown;
  /** File with certificates that are trusted besides the usual ones. */
  extraCertificates: string | undefined;
  log: Pick<Logger, 'warn'>;
  /** Calls that cannot wait. */
  isUrgent?: (request: FastifyRequest) => boolean;
  idleMs?: number;
  /** How long it may say nothing while it answers calls. */
  livesForMs?: number;
  /** How long it may take to start. */
  startsForMs?: number;
  /** 0 for all calls. */
  longMs?: number;
  /** Whether others go first, as they should; a machine that is busy with tests hardly lets such a process start. */
  hasLowPriority?: boolean;
}

/** What its parent exports of it. */
export interface SlowProcessFigures {
  isRunning: boolean;
  /** Made of it since the parent started, those among them that it has not answered yet included. */
  calls: number;
  openCalls: number;
  /** How often it ended unasked, or could not be started. */
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
 * A process beside this one that answers its slow calls, at low priority and over connections of its own to the database,
 * so that long work keeps no processor from what should be quick. It gets what is known to take long; it is started by the
 * first such call, which does not wait for it, and ended when none has come for a while.
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

  /** Of the process that takes calls, while there is one. */
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

  /** What it was started with does not hold any more, or no one needs it: the next call starts another one. */
  renew(): void {
    this.#supervisor.release();
  }

  /** Lets it finish what is under way, which is nothing once this process takes no calls any more. */
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
    // Its threads come later, and are born with it.
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
  child.send(message, () => undefined);
}
