import { isPassing } from './calls.ts';

const retryDelaysMs = [500, 1500, 4000, 8000, 15_000];
const LONGEST_PAUSE_MS = 30_000;

/** Tries something again, with ever longer pauses, for as long as the platform is away. */
export class Retries {
  readonly #wait: (ms: number) => Promise<void>;
  #wake: () => void = () => undefined;

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait;
  }

  /**
   * Ends with the first attempt that gets a response; `onFailure` is called for each one that did not, counted from 1.
   */
  async run(attempt: () => Promise<void>, onFailure: (count: number) => void): Promise<void> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      onFailure(count);
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await Promise.race([this.#wait(retryDelaysMs[count - 1] ?? LONGEST_PAUSE_MS), woken]);
    }
  }

  /** Ends the pause: the person asks, or the browser is online again. */
  now(): void {
    this.#wake();
  }
}
