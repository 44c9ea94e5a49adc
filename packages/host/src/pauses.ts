import { setImmediate, setTimeout } from 'node:timers/promises';

/** A call goes through several turns of the event loop, and waits this long in each for every long answer that is made. */
const STRETCH_MS = 1;
/** A turn of the event loop in which nothing else happens takes a fraction of this. */
const TURN_WITH_OTHERS_MS = 0.2;

/**
 * Interrupts long computing every few milliseconds, so that everything else in the process has its turn. Where something
 * else was waiting it rests as long as it computed, because what comes next for the others may be in another process, which
 * needs the processor.
 */
export class Pauses {
  #since = performance.now();

  /** Asked often: a promise costs more than a short step. */
  get isDue(): boolean {
    return performance.now() - this.#since >= STRETCH_MS;
  }

  async take(): Promise<void> {
    const startedAt = performance.now();
    await setImmediate();
    if (performance.now() - startedAt >= TURN_WITH_OTHERS_MS) await setTimeout(STRETCH_MS);
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
