import { setTimeout as wait } from 'node:timers/promises';

/** A load balancer leads the next connection to another process, and has noticed soon that one is gone. */
const PAUSES_MS = [50, 150, 300];
/** A machine that is gone says nothing: its callers wait no longer than for two connections to it. */
const LAST_TRY_BEFORE_MS = 4_000;

/**
 * Which addresses of a service one call is made at, until one takes it: each of them once. If there is only one, it is tried
 * again, because it may be that of a load balancer in front of several processes.
 */
export class AddressTries {
  readonly #addresses: readonly string[];
  readonly #beganAt = performance.now();
  #tried = 0;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** Whether another try is left. */
  get hasMore(): boolean {
    if (this.#addresses.length !== 1) return this.#tried < this.#addresses.length;
    return this.#tried <= PAUSES_MS.length && performance.now() - this.#beganAt < LAST_TRY_BEFORE_MS;
  }

  /** The next address, once it may be tried; undefined when none is left, or no one waits for it any more. */
  async next(signal?: AbortSignal): Promise<string | undefined> {
    if (!this.hasMore) return undefined;
    const tried = this.#tried;
    this.#tried += 1;
    if (this.#addresses.length !== 1) return this.#addresses[tried];
    if (tried > 0) {
      await wait(PAUSES_MS[tried - 1], undefined, { signal }).catch(() => {});
      if (signal?.aborted) return undefined;
    }
    return this.#addresses[0];
  }
}
