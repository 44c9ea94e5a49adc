import { keepLatest } from './kept-machines.ts';

export interface WorkerSources {
  /** Path → source. */
  files: ReadonlyMap<string, string>;
  /** Paths of functions that nothing can call. */
  disabled: ReadonlySet<string>;
}

interface Kept extends WorkerSources {
  length: number;
}

/** Sources of the keys whose machines a worker keeps, least recently used first. */
export class KeptSources {
  readonly #kept = new Map<string, Kept>();
  readonly #maxLength: number;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(key: string): WorkerSources | undefined {
    const found = this.#kept.get(key);
    if (found) keepLatest(this.#kept, key, found);
    return found;
  }

  /** Keeps what came as JSON; what is too much with it goes, and is asked for again when it is used. */
  add(key: string, text: string): void {
    const { files, disabled } = JSON.parse(text) as { files: Record<string, string>; disabled: string[] };
    const sources = { files: new Map(Object.entries(files)), disabled: new Set(disabled) };
    keepLatest(this.#kept, key, { ...sources, length: text.length });
    let length = 0;
    for (const [kept, sources] of [...this.#kept].toReversed()) {
      length += sources.length;
      if (length > this.#maxLength && kept !== key) this.#kept.delete(kept);
    }
  }
}
