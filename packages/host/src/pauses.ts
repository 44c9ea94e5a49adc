import { setImmediate } from 'node:timers/promises';

/** A call goes through several turns of the event loop, and waits this long in each for every long answer that is made. */
const STRETCH_MS = 1;

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

/** Goes through all steps of a piece of work, with pauses between them. Returns what it returns. */
export async function takeSteps<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  const pauses = new Pauses();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (pauses.isDue) await pauses.take();
  }
}
