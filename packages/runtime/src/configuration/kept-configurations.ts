interface Kept<Loaded> {
  loading: Promise<Loaded>;
  /** 0 until it is there. */
  bytes: number;
}

/** Configurations that were asked for last, by a name, in memory: as many as fit. */
export class KeptConfigurations<Loaded extends { bytes: number }> {
  readonly #most: { configurations: number; bytes: number };
  readonly #kept = new Map<string, Kept<Loaded>>();

  constructor(most: { configurations: number; bytes: number }) {
    this.#most = most;
  }

  find(name: string): Promise<Loaded> | undefined {
    const kept = this.#kept.get(name);
    if (kept) this.#keep(name, kept);
    return kept?.loading;
  }

  /** What cannot be loaded is not kept: another time it may be there. */
  load(name: string, load: () => Promise<Loaded>): Promise<Loaded> {
    const kept: Kept<Loaded> = { loading: load(), bytes: 0 };
    this.#keep(name, kept);
    const onLoaded = ({ bytes }: Loaded) => {
      kept.bytes = bytes;
      this.#forgetOldest();
    };
    kept.loading.then(onLoaded, () => {
      if (this.#kept.get(name) === kept) this.#kept.delete(name);
    });
    return kept.loading;
  }

  /** One that is being loaded is forgotten too. */
  forget(name: string): void {
    this.#kept.delete(name);
  }

  forgetAll(): void {
    this.#kept.clear();
  }

  /** As the one that was asked for last. */
  #keep(name: string, kept: Kept<Loaded>): void {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
  }

  /** The last one stays, whatever its size. */
  #forgetOldest(): void {
    let [configurations, bytes] = [0, 0];
    for (const [name, kept] of [...this.#kept].reverse()) {
      configurations += 1;
      bytes += kept.bytes;
      const isTooMuch = configurations > this.#most.configurations || bytes > this.#most.bytes;
      if (isTooMuch && configurations > 1) this.#kept.delete(name);
    }
  }
}
