/**
 * How one round of waiting ended: access was granted, perhaps by signing in again; it was not, and will not be; or the page
 * reloads, and what waits is dropped.
 */
export type RefreshOutcome = 'granted' | 'denied' | 'reload';

interface Waiting {
  replay: () => Promise<void>;
  refuse: (reason: unknown) => void;
}

/**
 * Requests that met a 401. The first one asks for a token refresh, the others wait with it; once access is
 * granted they are replayed in the order in which they failed, without waiting for each other's answers.
 */
export class ReplayQueue {
  readonly #refresh: () => Promise<RefreshOutcome>;
  #waiting: Waiting[] = [];
  #isRefreshing = false;

  constructor(refresh: () => Promise<RefreshOutcome>) {
    this.#refresh = refresh;
  }

  /**
   * Resolves with what the repeated request answers; `denied` is thrown when access stays refused, or is not granted
   * within a limit of time.
   */
  wait<Returned>(repeat: () => Promise<Returned>, denied: unknown, signal?: AbortSignal): Promise<Returned> {
    return new Promise<Returned>((resolve, reject) => {
      const waiting: Waiting = {
        replay: () => repeat().then(resolve, reject),
        refuse: (reason) => reject(reason ?? denied),
      };
      signal?.addEventListener('abort', () => {
        // What is being replayed fails by itself, and not for want of access.
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
      // The page is being replaced: what waits belongs to another person and must not be sent.
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
    // What failed during the replay used the new token: let it request another rather than wait for nothing.
    if (this.#waiting.length > 0) await this.#run();
  }

  #take(): Waiting[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
