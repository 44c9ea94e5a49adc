interface Parts {
  /** Writes all that has been collected. What it could not write has to be kept for the next time. */
  write: () => Promise<void>;
  delayMs: number;
  onError?: (error: unknown) => void;
}

/** Writes that are made together, a little after they were due, so that no call waits for them; one after the other. */
export class LateWrites {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Something was collected. */
  plan(): void {
    const { delayMs, onError } = this.#parts;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch((error: unknown) => onError?.(error));
    }, delayMs).unref();
  }

  /** Writes at once. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#parts.write());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.flush().catch(() => undefined);
  }
}
