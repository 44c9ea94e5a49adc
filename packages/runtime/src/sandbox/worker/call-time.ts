import type { CallLimits } from '../process/messages.ts';
import { ownCpuMs } from '../process/thread-priority.ts';

/** Time that this thread has spent on calls. */
let busyMs = 0;

/**
 * Wall time and processor time of one call. Processor time is that of its steps; wall time is all time since its
 * start, except that in which the thread was busy with other calls.
 */
export class CallTime {
  readonly #limits: CallLimits;
  readonly #startedAt = performance.now();
  readonly #busyBefore = busyMs;
  #ownBusyMs = 0;
  #cpuMs = 0;
  #step: { startedAt: number; cpuBefore: number } | undefined;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  beginStep(): void {
    this.#step = { startedAt: performance.now(), cpuBefore: ownCpuMs() };
  }

  endStep(): void {
    if (!this.#step) return;
    const tookMs = performance.now() - this.#step.startedAt;
    this.#cpuMs = this.cpuMs;
    this.#step = undefined;
    this.#ownBusyMs += tookMs;
    busyMs += tookMs;
  }

  get durationMs(): number {
    return performance.now() - this.#startedAt;
  }

  get cpuMs(): number {
    return this.#step ? this.#cpuMs + ownCpuMs() - this.#step.cpuBefore : this.#cpuMs;
  }

  /** Asked often: processor time is read only once enough time has passed for it. */
  hasComputed(ms: number): boolean {
    const most = this.#step ? this.#cpuMs + performance.now() - this.#step.startedAt : this.#cpuMs;
    return most >= ms && this.cpuMs >= ms;
  }

  get wallLeftMs(): number {
    const ofOthersMs = busyMs - this.#busyBefore - this.#ownBusyMs;
    return this.#limits.wallMs + ofOthersMs - this.durationMs;
  }

  get cpuLeftMs(): number {
    return this.#limits.cpuMs - this.cpuMs;
  }

  /** The limit that the call has reached. */
  get exceeded(): 'wall' | 'cpu' | undefined {
    if (this.wallLeftMs <= 0) return 'wall';
    return this.hasComputed(this.#limits.cpuMs) ? 'cpu' : undefined;
  }
}
