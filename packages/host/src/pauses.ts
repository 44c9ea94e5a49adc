import { setImmediate } from 'node:timers/promises';

/** A call goes through several turns of the event loop, and waits this long in each for every long answer that is made. */
const STRETCH_MS = 2;

/** Interrupts long computing every few milliseconds, so that everything else in the process has its turn. */
export class Pauses {
  #since = performance.now();

  /** Asked often: a promise costs more than a short step. */
  get isDue(): boolean {
    return performance.now() - this.#since >= STRETCH_MS;
  }

  async take(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
