import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ForwardedResponse } from '../http/responses.ts';
import { makeSocketFolder, removeSocketFolder } from '../socket-folder.ts';
import { forwardSlowCall } from './forward-slow-call.ts';
import { lowerPriority } from './low-priority.ts';
import { END, READY, type SlowProcessStart } from './serve-slow-calls.ts';

/** Its memory is given back when no slow call has come for so long. */
const IDLE_MS = 5 * 60_000;
/** One that could not start is not tried again at once. */
const TRIES_AGAIN_MS = 60_000;
const DOUBTED_MS = 1_000;
const END_TIMEOUT_MS = 40_000;

interface SlowProcessOptions {
  /** The module that calls `serveSlowCalls`. */
  program: string;
  /** What the application is built from; asked at each start. */
  settings: () => unknown;
  /** File with certificates that are trusted besides the usual ones. */
  extraCertificates: string | undefined;
  log: Pick<Logger, 'warn'>;
  idleMs?: number;
}

interface Running {
  child: ChildProcess;
  socketPath: string;
  isReady: boolean;
  /** A call has just broken off: if it has ended, that is known in a moment. */
  isDoubted: boolean;
}

/**
 * A process beside this one that answers its slow calls, at low priority and over connections of its own to the database,
 * so that long work keeps no processor from what should be quick. It is started by the first slow call, which does not
 * wait for it, and ended when none has come for a while.
 */
export class SlowProcess {
  readonly #options: SlowProcessOptions;
  readonly #ending = new Set<Promise<void>>();
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #notBefore = 0;
  #isStopped = false;

  constructor(options: SlowProcessOptions) {
    this.#options = options;
  }

  /** Of the process that takes calls, while there is one. */
  get pid(): number | undefined {
    return this.#running?.isReady ? this.#running.child.pid : undefined;
  }

  /** Whether calls can be made of it. If not, it is started for those to come. */
  wake(): boolean {
    if (this.#isStopped) return false;
    this.#endWhenIdle();
    if (this.#running === undefined && performance.now() >= this.#notBefore) this.#tryToStart();
    return this.#running?.isReady === true && !this.#running.isDoubted;
  }

  /** Lets it answer a call, after `wake` has said that it can; undefined if it has ended and did not begin with it. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<ForwardedResponse | undefined> {
    const running = this.#running;
    if (running === undefined) return undefined;
    const { child, socketPath } = running;
    return await forwardSlowCall(request, reply, {
      socketPath,
      onHung: () => child.kill('SIGKILL'),
      onBroken() {
        running.isDoubted = true;
        setTimeout(() => (running.isDoubted = false), DOUBTED_MS).unref();
      },
    });
  }

  /** What it was started with does not hold any more, or no one needs it: the next call starts another one. */
  renew(): void {
    const running = this.#running;
    this.#running = undefined;
    if (running) this.#end(running);
  }

  /** Lets it finish what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    this.renew();
    await Promise.all(this.#ending);
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // One that starts was wanted just now.
      if (this.#running?.isReady === false) this.#endWhenIdle();
      else this.renew();
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #tryToStart(): void {
    try {
      this.#start();
    } catch (error) {
      this.#notBefore = performance.now() + TRIES_AGAIN_MS;
      this.#options.log.warn({ err: error }, 'The process for slow calls cannot be started.');
    }
  }

  #start(): void {
    const { program, settings, extraCertificates, log } = this.#options;
    const compileCache = getCompileCacheDir();
    const folder = makeSocketFolder('slow');
    const child = fork(program, {
      // None of our environment, which may contain secrets: what it needs, it is told.
      env: {
        ...(compileCache !== undefined && { NODE_COMPILE_CACHE: dirname(compileCache) }),
        ...(extraCertificates !== undefined && { NODE_EXTRA_CA_CERTS: extraCertificates }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Its threads come later, and are born with it.
    if (child.pid !== undefined) lowerPriority(child.pid);
    const running = { child, socketPath: join(folder, 'slow.sock'), isReady: false, isDoubted: false };
    this.#running = running;
    const end = (reason: string) => {
      removeSocketFolder(folder);
      if (this.#running !== running) return;
      this.#running = undefined;
      if (!running.isReady) this.#notBefore = performance.now() + TRIES_AGAIN_MS;
      log.warn(
        { reason, wasReady: running.isReady },
        'The process for slow calls ended; until there is another one, slow calls are answered without it.',
      );
    };
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    child.on('error', (error) => end(error.message));
    child.on('message', (message) => {
      if (message === READY) running.isReady = true;
    });
    const start: SlowProcessStart = { socketPath: running.socketPath, settings: settings() };
    child.send(start, () => undefined);
    // It never keeps this process from ending.
    child.unref();
    child.channel?.unref();
  }

  #end({ child, isReady }: Running): void {
    const ended = this.#waitForEnd(child);
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
    if (isReady) child.send(END, () => undefined);
    else child.kill('SIGKILL');
  }

  async #waitForEnd(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const isOver = new AbortController();
    const late = wait(END_TIMEOUT_MS, undefined, { signal: isOver.signal, ref: false }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await once(child, 'exit');
    isOver.abort();
    await late;
  }
}
