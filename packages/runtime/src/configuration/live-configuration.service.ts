import type { Configurations } from './configuration.service.ts';
import { keyOf, type LiveConfiguration, readLiveConfiguration } from './live-configuration.ts';
import type { Scope } from './scope.ts';

const MAX_KEPT = 100;

interface Parts {
  configurations: Configurations;
  /** False while changes made by other processes may be missed. */
  notifications: { readonly isConnected: boolean };
}

/** Keeps live configurations in memory, so that a call of a function asks the database for nothing. */
export class LiveConfigurations {
  readonly #parts: Parts;
  readonly #kept = new Map<string, Promise<LiveConfiguration>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(scope: Scope): Promise<LiveConfiguration> {
    const { configurations, notifications } = this.#parts;
    const known = await this.#kept.get(keyOf(scope));
    if (!known) return this.#loadAndKeep(scope);
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
    const kept = this.#kept;
    const name = keyOf(scope);
    const loading = readLiveConfiguration(this.#parts.configurations, scope);
    kept.delete(name);
    kept.set(name, loading);
    loading.catch(() => {
      if (kept.get(name) === loading) kept.delete(name);
    });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return loading;
  }
}
