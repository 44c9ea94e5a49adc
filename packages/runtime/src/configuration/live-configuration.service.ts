import type { Configurations } from './configuration.service.ts';
import { KeptConfigurations } from './kept-configurations.ts';
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

/** Keeps live configurations in memory, so that a call of a function asks the database for nothing. */
export class LiveConfigurations {
  readonly #parts: Parts;
  readonly #kept: KeptConfigurations<LiveConfiguration>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#kept = new KeptConfigurations(parts.mostKept ?? MOST_KEPT);
  }

  async get(scope: Scope): Promise<LiveConfiguration> {
    const { configurations, notifications } = this.#parts;
    const kept = this.#kept.find(keyOf(scope));
    if (!kept) return this.#load(scope);
    const known = await kept;
    if (notifications.isConnected || (await configurations.ensureLiveVersion(scope)) === known.version)
      return known;
    return this.#load(scope);
  }

  /** A load that is under way is forgotten too: it may have read the version before. */
  forget(scope: Scope): void {
    this.#kept.forget(keyOf(scope));
  }

  forgetAll(): void {
    this.#kept.forgetAll();
  }

  #load(scope: Scope): Promise<LiveConfiguration> {
    return this.#kept.load(keyOf(scope), () => readLiveConfiguration(this.#parts.configurations, scope));
  }
}
