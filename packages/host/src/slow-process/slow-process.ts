import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { childEnvironment } from '../child-environment.ts';
import type { ForwardedResponse } from '../http/bodies/responses.ts';
import { makeSocketFolder, removeSocketFolder } from '../socket-folder.ts';
import { forwardSlowCall } from './forward-slow-call.ts';
import { LongCalls } from './long-calls.ts';
import { lowerPriority } from './low-priority.ts';
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

interface Running {
  child: ChildProcess;
  socketPath: string;
  isReady: boolean;
  isDoubted: boolean;
  /** Why it could not start, in its own words. */
  failure?: string;
  startedAt: number;
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
  readonly #ending = new Map<Promise<void>, ChildProcess>();
  #running: Running | undefined;
  readonly #longCalls: LongCalls;
  readonly #livesForMs: number;
  #calls = 0;
  #openResponses = 0;
  #faults = 0;
  #idle: NodeJS.Timeout | undefined;
  #notBefore = 0;
  #isStopped = false;

  constructor(options: SlowProcessOptions) {
    this.#options = options;
    this.#longCalls = new LongCalls(options.longMs);
    this.#livesForMs = options.livesForMs ?? LIVES_FOR_MS;
  }

  /** Of the process that takes calls, while there is one. */
  get pid(): number | undefined {
    return this.#running?.isReady ? this.#running.child.pid : undefined;
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
    if (!isLong || this.#options.isUrgent?.(request) || !this.wake()) return undefined;
    const running = this.#running;
    if (running === undefined) return undefined;
    this.#calls += 1;
    this.#openResponses += 1;
    reply.raw.once('close', () => {
      this.#openResponses -= 1;
    });
    const response = await forwardSlowCall(request, reply, {
      socketPath: running.socketPath,
      onNotBegun: () => this.#running === running && this.renew(),
      onBroken() {
        running.isDoubted = true;
        setTimeout(() => (running.isDoubted = false), DOUBTED_MS).unref();
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
    if (this.#isStopped) return false;
    this.#endWhenIdle();
    if (this.#running === undefined && performance.now() >= this.#notBefore) this.#tryToStart();
    return this.#running?.isReady === true && !this.#running.isDoubted;
  }

  /** What it was started with does not hold any more, or no one needs it: the next call starts another one. */
  renew(): void {
    const running = this.#running;
    this.#running = undefined;
    if (running) this.#end(running);
  }

  /** Lets it finish what is under way, which is nothing once this process takes no calls any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    this.renew();
    const late = setTimeout(() => {
      for (const child of this.#ending.values()) child.kill('SIGKILL');
    }, STOP_TIMEOUT_MS).unref();
    await Promise.all(this.#ending.keys());
    clearTimeout(late);
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // One that starts was wanted just now, and long downloads go on.
      if (this.#running?.isReady === false || this.#openResponses > 0) this.#endWhenIdle();
      else this.renew();
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #tryToStart(): void {
    try {
      this.#start();
    } catch (error) {
      this.#faults += 1;
      this.#notBefore = performance.now() + TRIES_AGAIN_MS;
      this.#options.log.warn({ err: error }, 'The process for slow calls cannot be started.');
    }
  }

  #start(): void {
    const { program, settings, extraCertificates, hasLowPriority = true } = this.#options;
    const folder = makeSocketFolder('slow');
    const child = fork(program, {
      env: childEnvironment(extraCertificates),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Its threads come later, and are born with it.
    if (child.pid !== undefined && hasLowPriority) lowerPriority(child.pid);
    const socketPath = join(folder, 'slow.sock');
    const startedAt = performance.now();
    const running: Running = {
      child,
      socketPath,
      isReady: false,
      isDoubted: false,
      startedAt,
      livedAt: Infinity,
    };
    this.#running = running;
    const watch = setInterval(() => this.#killIfHung(running), this.#livesForMs / ASKS_IN_THAT_TIME).unref();
    const end = (reason: string) => {
      clearInterval(watch);
      removeSocketFolder(folder);
      this.#forget(running, running.failure ?? reason);
    };
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    child.on('error', (error) => end(error.message));
    child.on('message', (message: FromSlowProcess) => {
      running.livedAt = performance.now();
      if ('failure' in message) running.failure = message.failure;
      else if (message.isReady) running.isReady = true;
    });
    tell(child, { socketPath, settings: settings(), hasLowPriority });
    // It never keeps this process from ending.
    child.unref();
    child.channel?.unref();
  }

  /** It has ended, unasked. */
  #forget(running: Running, reason: string): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#faults += 1;
    if (!running.isReady) this.#notBefore = performance.now() + TRIES_AGAIN_MS;
    this.#options.log.warn(
      { reason, wasReady: running.isReady },
      'The process for slow calls ended; until there is another one, slow calls are answered without it.',
    );
  }

  #killIfHung(running: Running): void {
    if (!running.isReady) {
      const { startsForMs = STARTS_FOR_MS } = this.#options;
      if (performance.now() - running.startedAt > startsForMs) running.child.kill('SIGKILL');
      return;
    }
    // No one waits for it: nothing is known of it since, and nothing is held against it.
    if (this.#openResponses === 0) running.livedAt = performance.now();
    else if (performance.now() - running.livedAt > this.#livesForMs) running.child.kill('SIGKILL');
    else tell(running.child, 'ask');
  }

  #end({ child, isReady }: Running): void {
    const ended = this.#waitForEnd(child);
    this.#ending.set(ended, child);
    void ended.finally(() => this.#ending.delete(ended));
    if (isReady) tell(child, 'end');
    else child.kill('SIGKILL');
  }

  async #waitForEnd(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const isOver = new AbortController();
    const late = wait(EXCHANGE_TIMEOUT_MS, undefined, { signal: isOver.signal, ref: false }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await once(child, 'exit');
    isOver.abort();
    await late;
  }
}

function tell(child: ChildProcess, message: ToSlowProcess): void {
  child.send(message, () => undefined);
}
