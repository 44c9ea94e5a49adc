import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';

interface Lines {
  write(line: ServiceTestLine): void;
}

/** Shorter than anyone notices, and longer than most tests take. */
const TELL_AFTER_MS = 50;

/** Tells that tests run, unless they end at once: the line of their end says when they began. */
export class StartedTests {
  readonly #lines: Lines;
  /** Tests that are not reported yet, with their start times. */
  readonly #startedAt = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  begin(id: string, startedAt: string): void {
    this.#startedAt.set(id, startedAt);
    this.#timer ??= setTimeout(this.#tell, TELL_AFTER_MS);
  }

  end(id: string): void {
    this.#startedAt.delete(id);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#startedAt.clear();
  }

  readonly #tell = (): void => {
    this.#timer = undefined;
    for (const [id, startedAt] of this.#startedAt) {
      this.#lines.write({ id, status: 'RUNNING', startedAt, durationMs: null });
    }
    this.#startedAt.clear();
  };
}
