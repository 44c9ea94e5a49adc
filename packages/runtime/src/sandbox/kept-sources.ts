import { keepLatest } from './kept-machines.ts';

interface Kept {
  files: ReadonlyMap<string, string>;
  length: number;
}

/** Sources of the keys whose machines a worker keeps, least recently used first. */
export class KeptSources {
  readonly #kept = new Map<string, Kept>();
  readonly #maxLength: number;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(key: string): ReadonlyMap<string, string> | undefined {
    const found = this.#kept.get(key);
    if (found) keepLatest(this.#kept, key, found);
    return found?.files;
  }

  /** Keeps what came as JSON of path → source; what is too much with it goes, and is asked for again when it is used. */
  add(key: string, text: string): void {
    const files = new Map(Object.entries(JSON.parse(text) as Record<string, string>));
    keepLatest(this.#kept, key, { files, length: text.length });
    let length = 0;
    for (const [kept, sources] of [...this.#kept].toReversed()) {
      length += sources.length;
      if (length > this.#maxLength && kept !== key) this.#kept.delete(kept);
    }
  }
}
