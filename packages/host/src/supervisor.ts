import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** A run of a program, from start to exit. */
export interface Run<State> {
  readonly child: ChildProcess;
  readonly state: State;
  readonly isReady: boolean;
  /** The program's own reason for its end, reported in place of its exit code. */
  failure: string | undefined;
  /** Settles once the process is gone and `onEnded` is done. */
  readonly ended: Promise<void>;
}

export interface RunEnd {
  reason: string;
  /** `release` or `stop` has ended it. */
  isRequested: boolean;
}

interface Pauses {
  firstMs: number;
  longestMs: number;
  /** Failures in a row without a pause. */
  tolerated?: number;
  /** A ready run that ends sooner is a failure, too. */
  steadyAfterMs?: number;
}

export interface SupervisorOptions<State> {
  start: () => { child: ChildProcess; state: State };
  /** A run that is not ready after this long is killed. Without it a run is ready at once. */
  startTimeoutMs?: number;
  /** Time between a failed run and the next start; it doubles with each further failure. */
  pauses?: Pauses;
  /** Looks at a ready run every so often, and kills it if it hangs. */
  watch?: { everyMs: number; isHung: (run: Run<State>, signal: AbortSignal) => boolean | Promise<boolean> };
  /** Ends a run that nothing has used for a while. */
  idle?: { afterMs: number; isUsed: () => boolean };
  /** Asks a run to end. Default: it is killed. */
  requestEnd?: (run: Run<State>) => void;
  /** A run that was asked to end is killed after this long. */
  endTimeoutMs?: number;
  onStartFailed?: (error: unknown) => void;
  /** Called once for each run, at once if it is killed. */
  onEnded?: (run: Run<State>, end: RunEnd) => void | Promise<void>;
}

const NO_PAUSES: Pauses = { firstMs: 0, longestMs: 0 };

interface OwnRun<State> extends Run<State> {
  isReady: boolean;
  isOver: boolean;
  readonly startedAt: number;
  /** Ends timers and reports the end; later calls do nothing. */
  end: (reason: string, isRequested: boolean) => void;
}

/**
 * Runs a program in a process beside this one: one run at a time, started when it is needed or kept running. It detects runs
 * that do not become ready, that hang, or that nothing uses, and delays the start after failed runs. Messages between the
 * two processes are the caller's.
 */
export class Supervisor<State = undefined> {
  readonly #options: SupervisorOptions<State>;
  readonly #stopping = new AbortController();
  /** All processes that have not exited, including those that were asked to stop. */
  readonly #runs = new Set<OwnRun<State>>();
  #current: OwnRun<State> | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #idle: NodeJS.Timeout | undefined;
  #kept: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions<State>) {
    this.#options = options;
  }

  get current(): Run<State> | undefined {
    return this.#current;
  }

  /** Failed runs in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** No run is started for a moment, because the last ones failed. */
  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /** Returns the current run, or starts one; undefined if that fails, during a pause and after the stop. */
  wake(): Run<State> | undefined {
    if (this.#stopping.signal.aborted) return undefined;
    this.#endWhenIdle();
    if (this.#current === undefined && !this.isPaused) this.#start();
    return this.#current;
  }

  /** Starts the program again whenever it has ended. `prepare` runs before each start. */
  keepRunning(prepare: () => Promise<void>): void {
    this.#kept = this.#keepRunning(prepare);
  }

  ready(run: Run<State>): void {
    const own = run as OwnRun<State>;
    own.isReady = true;
    if (this.#options.pauses?.steadyAfterMs === undefined) this.#failures = 0;
  }

  kill(run: Run<State>): void {
    (run as OwnRun<State>).end('SIGKILL', false);
    run.child.kill('SIGKILL');
  }

  /** Ends the current run; the next `wake` starts another one meanwhile. */
  release(): void {
    const run = this.#current;
    const { requestEnd, endTimeoutMs } = this.#options;
    if (run === undefined) return;
    this.#current = undefined;
    if (requestEnd === undefined) {
      run.end('SIGKILL', true);
      run.child.kill('SIGKILL');
      return;
    }
    requestEnd(run);
    if (endTimeoutMs === undefined) return;
    const late = setTimeout(() => run.child.kill('SIGKILL'), endTimeoutMs).unref();
    void run.ended.then(() => clearTimeout(late));
  }

  /** Ends all runs, and waits for their end. */
  async stop(timeoutMs = this.#options.endTimeoutMs): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#idle);
    this.release();
    const late = timeoutMs !== undefined && setTimeout(() => this.#killAll(), timeoutMs).unref();
    await Promise.all([this.#kept, ...[...this.#runs].map(({ ended }) => ended)]);
    if (late) clearTimeout(late);
  }

  /** Kills all runs, for an exit that cannot wait. */
  abandon(): void {
    this.#stopping.abort();
    clearTimeout(this.#idle);
    this.#killAll();
  }

  #killAll(): void {
    for (const { child } of this.#runs) child.kill('SIGKILL');
  }

  async #keepRunning(prepare: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    const { pauses = NO_PAUSES, onStartFailed } = this.#options;
    while (!signal.aborted) {
      try {
        await prepare();
        await this.wake()?.ended;
      } catch (error) {
        this.#fail();
        onStartFailed?.(error);
      }
      const pauseMs = Math.max(pauses.firstMs, this.#pausedUntil - performance.now());
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  #start(): void {
    const { start, startTimeoutMs, watch, onStartFailed } = this.#options;
    let started: ReturnType<typeof start>;
    try {
      started = start();
    } catch (error) {
      this.#fail();
      onStartFailed?.(error);
      return;
    }
    const { child } = started;
    const gone = Promise.withResolvers<void>();
    let reported: void | Promise<void>;
    const timers: NodeJS.Timeout[] = [];
    const run: OwnRun<State> = {
      ...started,
      isReady: startTimeoutMs === undefined,
      isOver: false,
      failure: undefined,
      startedAt: performance.now(),
      ended: gone.promise.then(() => reported),
      end: (reason, isRequested) => {
        if (run.isOver) return;
        run.isOver = true;
        for (const timer of timers) clearInterval(timer);
        if (this.#current === run) this.#current = undefined;
        if (!isRequested) this.#note(run);
        reported = this.#options.onEnded?.(run, { reason: run.failure ?? reason, isRequested });
      },
    };
    this.#current = run;
    this.#runs.add(run);
    const onGone = (reason: string) => {
      this.#runs.delete(run);
      run.end(reason, this.#current !== run || this.#stopping.signal.aborted);
      gone.resolve();
    };
    child.once('exit', (code, signal) => onGone(signal ?? `exit code ${code}`));
    child.on('error', (error) => {
      // The process was not started, or cannot be reached any more.
      child.kill('SIGKILL');
      onGone(error.message);
    });
    if (startTimeoutMs !== undefined) {
      timers.push(setTimeout(() => run.isReady || this.kill(run), startTimeoutMs).unref());
    }
    if (watch === undefined) return;
    let isExamining = false;
    const look = async () => {
      // The look before may still wait for an answer.
      if (!run.isReady || isExamining) return;
      isExamining = true;
      const isHung = await watch.isHung(run, this.#stopping.signal);
      isExamining = false;
      if (isHung && !run.isOver) this.kill(run);
    };
    timers.push(setInterval(() => void look(), watch.everyMs).unref());
  }

  #note({ isReady, startedAt }: OwnRun<State>): void {
    const { steadyAfterMs = 0 } = this.#options.pauses ?? NO_PAUSES;
    if (isReady && performance.now() - startedAt >= steadyAfterMs) this.#failures = 0;
    else this.#fail();
  }

  #fail(): void {
    this.#failures += 1;
    const { firstMs, longestMs, tolerated = 0 } = this.#options.pauses ?? NO_PAUSES;
    const pauses = this.#failures - tolerated;
    if (pauses > 0) this.#pausedUntil = performance.now() + Math.min(firstMs * 2 ** (pauses - 1), longestMs);
  }

  #endWhenIdle(): void {
    const { idle } = this.#options;
    if (idle === undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // A run that starts was wanted just now.
      if (this.#current?.isReady === false || idle.isUsed()) this.#endWhenIdle();
      else this.release();
    }, idle.afterMs).unref();
  }
}
