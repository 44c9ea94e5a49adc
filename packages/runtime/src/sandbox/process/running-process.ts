import { type SandboxListener, SandboxProcess } from './sandbox-process.ts';

/** Starts that may fail in a row before calls are refused instead of waiting. */
const MAX_FAILURES = 3;
/** How long calls are refused before the next start is tried for one of them. */
const PAUSE_MS = 1000;

/** The sandbox process while it is needed, and whether it can be started at all. */
export class RunningProcess {
  readonly #listener: SandboxListener;
  readonly #onFailure: () => void;
  #process: SandboxProcess | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #killedWorkers = 0;

  constructor(listener: SandboxListener, onFailure: () => void) {
    this.#listener = {
      ...listener,
      onWorkerGone: (workerId, reason, callId) => {
        if (reason !== 'Stopped') this.#killedWorkers += 1;
        listener.onWorkerGone(workerId, reason, callId);
      },
    };
    this.#onFailure = onFailure;
  }

  /** Workers that were ended for what they did, or that crashed. */
  get killedWorkers(): number {
    return this.#killedWorkers;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts failed; for a moment no other one is tried. */
  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** Undefined when the system does not let us start it. */
  startWorker(workerId: number): boolean {
    try {
      if (!this.#process || this.#process.hasEnded) {
        this.#process = new SandboxProcess(this.#listener, (isReady) => this.#note(isReady));
      }
      this.#process.startWorker(workerId);
      return true;
    } catch {
      this.#note(false);
      this.#onFailure();
      return false;
    }
  }

  stopWorker(workerId: number): void {
    this.#process?.stopWorker(workerId);
  }

  get problem(): string | undefined {
    return this.#failures < MAX_FAILURES
      ? undefined
      : 'Functions and tests cannot be run: the sandbox does not start.';
  }

  end(): void {
    this.#process?.end();
    this.#process = undefined;
  }

  #note(isReady: boolean): void {
    this.#failures = isReady ? 0 : this.#failures + 1;
    this.#pausedUntil = this.#failures < MAX_FAILURES ? 0 : performance.now() + PAUSE_MS;
  }
}
