import { keepLatest } from './kept-machines.ts';
import { LayeredMap } from './layered-map.ts';

export interface WorkerSources {
  /** Path → source. */
  files: LayeredMap<string>;
  /** Item path of a function → whether nothing can call it. */
  disabled: LayeredMap<boolean>;
}

interface Kept extends WorkerSources {
  length: number;
}

const NOTHING: Kept = { files: new LayeredMap(), disabled: new LayeredMap(), length: 0 };

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

  get keys(): string[] {
    return [...this.#kept.keys()];
  }

  /**
   * Keeps sources that came as JSON, as changes of those of another key or of none; what is too much with them goes, and is
   * asked for again when it is used.
   */
  add(key: string, text: string, base?: string): void {
    const { files, disabled } = JSON.parse(text) as {
      files: Record<string, string | null>;
      disabled: Record<string, boolean>;
    };
    const former = base === undefined ? NOTHING : this.#kept.get(base);
    if (!former) throw new Error(`the sources of ${base} are not kept`);
    keepLatest(this.#kept, key, {
      files: former.files.with(new Map(Object.entries(files))),
      disabled: former.disabled.with(new Map(Object.entries(disabled))),
      length: former.length + text.length,
    });
    let length = 0;
    for (const [kept, sources] of [...this.#kept].toReversed()) {
      length += sources.length;
      if (length > this.#maxLength && kept !== key) this.#kept.delete(kept);
    }
  }
}
