import { setImmediate, setTimeout } from 'node:timers/promises';

/** A call goes through several turns of the event loop, and waits this long in each for every long answer that is made. */
const STRETCH_MS = 1;
/** A turn of the event loop in which nothing else happens takes a fraction of this. */
const TURN_WITH_OTHERS_MS = 0.2;

/**
 * Yields every few milliseconds during long computations, so that other work in the process can run. If other
 * work was waiting, it also rests as long as it computed, because that work may continue in another process,
 * which needs the processor.
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

/** Runs all steps of a generator with pauses between them, and returns its result. */
export async function takeSteps<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  const pauses = new Pauses();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (pauses.isDue) await pauses.take();
  }
}
