/**
 * Result of a round: access was granted, perhaps by a new sign-in; access was denied; or the page reloads and drops
 * the waiting requests.
 */
export type RefreshOutcome = 'granted' | 'denied' | 'reload';

interface Waiting {
  replay: () => Promise<void>;
  refuse: (reason: unknown) => void;
}

/**
 * Queue of requests that failed with 401. The first one requests a token refresh and the others wait for it. Once
 * access is granted they're replayed in the order in which they failed, without waiting for each other's responses.
 */
export class ReplayQueue {
  readonly #refresh: () => Promise<RefreshOutcome>;
  #waiting: Waiting[] = [];
  #isRefreshing = false;

  constructor(refresh: () => Promise<RefreshOutcome>) {
    this.#refresh = refresh;
  }

  /**
   * Resolves with the response of the repeated request. Throws `denied` if access is refused or not granted in time.
   */
  wait<Returned>(repeat: () => Promise<Returned>, denied: unknown, signal?: AbortSignal): Promise<Returned> {
    return new Promise<Returned>((resolve, reject) => {
      const waiting: Waiting = {
        replay: () => repeat().then(resolve, reject),
        refuse: (reason) => reject(reason ?? denied),
      };
      signal?.addEventListener('abort', () => {
        // A request that is being replayed fails by itself, not for lack of access.
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        const reason = signal.reason as Error;
        reject(reason.name === 'TimeoutError' ? denied : reason);
      });
      this.#waiting.push(waiting);
      if (!this.#isRefreshing) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRefreshing = true;
    try {
      const outcome = await this.#refresh();
      // The page is being replaced: waiting requests belong to another user and must not be sent.
      if (outcome === 'reload') this.#waiting = [];
      else if (outcome === 'denied') this.#refuseAll();
      else await this.#replayAll();
    } catch (error) {
      this.#refuseAll(error);
    } finally {
      this.#isRefreshing = false;
    }
  }

  #refuseAll(reason?: unknown): void {
    for (const waiting of this.#take()) waiting.refuse(reason);
  }

  async #replayAll(): Promise<void> {
    for (const waiting of this.#take()) void waiting.replay();
    // Requests that failed during the replay used the new token: request another one so that they don't wait forever.
    if (this.#waiting.length > 0) await this.#run();
  }

  #take(): Waiting[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
