import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/item-file-names';
import type { PlainValue } from '@atrium/contract/service-api/plain-value';
import type { Configurations } from './configuration.service.ts';
import { readFields } from './meta-fields.ts';
import type { Scope } from './scope.ts';

/** One version of a configuration, read once and kept while it is live. */
export interface LiveConfiguration {
  version: number;
  /** Names domain, service and version for the sandbox. */
  key: string;
  /** Path → content of the source files. */
  sources: ReadonlyMap<string, string>;
  /** Item path (`functions/orders/create`) → fields of its metadata file. */
  metadata: ReadonlyMap<string, Record<string, PlainValue>>;
}

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
    const known = await this.#kept.get(nameOf(scope));
    if (!known) return this.#loadAndKeep(scope);
    if (notifications.isConnected || (await configurations.ensureLiveVersion(scope)) === known.version)
      return known;
    return this.#loadAndKeep(scope);
  }

  /** A load that is under way is forgotten too: it may have read the version before. */
  forget(scope: Scope): void {
    this.#kept.delete(nameOf(scope));
  }

  forgetAll(): void {
    this.#kept.clear();
  }

  #loadAndKeep(scope: Scope): Promise<LiveConfiguration> {
    const kept = this.#kept;
    const name = nameOf(scope);
    const loading = this.#load(scope);
    kept.delete(name);
    kept.set(name, loading);
    loading.catch(() => {
      if (kept.get(name) === loading) kept.delete(name);
    });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return loading;
  }

  async #load(scope: Scope): Promise<LiveConfiguration> {
    const { version, files } = await this.#parts.configurations.listContents(scope);
    const sources = new Map<string, string>();
    const metadata = new Map<string, Record<string, PlainValue>>();
    for (const file of files) {
      if (!isMetaFile(file.name)) sources.set(filePathOf(file), file.content);
      else metadata.set(filePathOf({ ...file, name: itemNameOf(file.name) }), readFields(file.content));
    }
    return { version, key: `${nameOf(scope)}:${version}`, sources, metadata };
  }
}

function nameOf({ domainId, serviceId }: Scope): string {
  return `${domainId}:${serviceId}`;
}
