interface Parts {
  /** Writes all collected items. Items that could not be written must be kept for the next attempt. */
  write: () => Promise<void>;
  delayMs: number;
  onError?: (error: unknown) => void;
}

/** After failures in a row the delay is doubled so often. */
const MOST_DOUBLED = 4;

/** Writes that are made together, a little after they were due, so that no call waits for them; one after the other. */
export class LateWrites {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();
  #failures = 0;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Something was collected. */
  plan(): void {
    if (this.#isClosed) return;
    const { delayMs, onError } = this.#parts;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.flush().then(
          () => {
            this.#failures = 0;
          },
          (error: unknown) => {
            this.#failures = Math.min(this.#failures + 1, MOST_DOUBLED);
            onError?.(error);
            // Kept items are retried without waiting for new ones.
            this.plan();
          },
        );
      },
      delayMs * 2 ** this.#failures,
    ).unref();
  }

  /** Writes at once. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#parts.write());
    return this.#writing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.flush().catch((error: unknown) => this.#parts.onError?.(error));
  }
}
