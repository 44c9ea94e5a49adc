import type { Configurations } from './configuration.service.ts';
import { keyOf, type LiveConfiguration, readLiveConfiguration } from './live-configuration.ts';
import type { Scope } from './scope.ts';

/** Two services of some hundred domains that are small, or a few of the largest. */
const MOST_KEPT = { configurations: 1_000, bytes: 256 * 1024 * 1024 };

interface Parts {
  configurations: Configurations;
  /** False while changes made by other processes may be missed. */
  notifications: { readonly isConnected: boolean };
  mostKept?: typeof MOST_KEPT;
}

interface Kept {
  loading: Promise<LiveConfiguration>;
  /** 0 until it is there. */
  bytes: number;
}

/** Keeps live configurations in memory, so that a call of a function asks the database for nothing. */
export class LiveConfigurations {
  readonly #parts: Parts;
  readonly #kept = new Map<string, Kept>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(scope: Scope): Promise<LiveConfiguration> {
    const { configurations, notifications } = this.#parts;
    const name = keyOf(scope);
    const kept = this.#kept.get(name);
    if (!kept) return this.#loadAndKeep(scope);
    this.#keep(name, kept);
    const known = await kept.loading;
    if (notifications.isConnected || (await configurations.ensureLiveVersion(scope)) === known.version)
      return known;
    return this.#loadAndKeep(scope);
  }

  /** A load that is under way is forgotten too: it may have read the version before. */
  forget(scope: Scope): void {
    this.#kept.delete(keyOf(scope));
  }

  forgetAll(): void {
    this.#kept.clear();
  }

  #loadAndKeep(scope: Scope): Promise<LiveConfiguration> {
    const name = keyOf(scope);
    const kept: Kept = { loading: readLiveConfiguration(this.#parts.configurations, scope), bytes: 0 };
    this.#keep(name, kept);
    const onLoaded = ({ bytes }: LiveConfiguration) => {
      kept.bytes = bytes;
      this.#forgetOldest();
    };
    kept.loading.then(onLoaded, () => {
      if (this.#kept.get(name) === kept) this.#kept.delete(name);
    });
    return kept.loading;
  }

  /** As the one that was called last. */
  #keep(name: string, kept: Kept): void {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
  }

  /** The last one stays, whatever its size. */
  #forgetOldest(): void {
    const { mostKept = MOST_KEPT } = this.#parts;
    let [configurations, bytes] = [0, 0];
    for (const [name, kept] of [...this.#kept].reverse()) {
      configurations += 1;
      bytes += kept.bytes;
      const isTooMuch = configurations > mostKept.configurations || bytes > mostKept.bytes;
      if (isTooMuch && configurations > 1) this.#kept.delete(name);
    }
  }
}
