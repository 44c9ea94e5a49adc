import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/item-file-names';
import type { PlainValue } from '@atrium/contract/service-api/plain-value';
import type { Scope } from './configuration.repository.ts';
import type { ConfigurationService } from './configuration.service.ts';
import { readFields } from './meta-fields.ts';

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

export interface VersionSignals {
  /** False while changes made by other processes may be missed. */
  readonly isConnected: boolean;
}

/** Keeps live configurations in memory, so that a call of a function asks the database for nothing. */
export function createLiveConfigurations(configuration: ConfigurationService, signals: VersionSignals) {
  const kept = new Map<string, Promise<LiveConfiguration>>();
  const nameOf = ({ domainId, serviceId }: Scope) => `${domainId}:${serviceId}`;

  async function load(scope: Scope): Promise<LiveConfiguration> {
    const { version, files } = await configuration.listContents(scope);
    const sources = new Map<string, string>();
    const metadata = new Map<string, Record<string, PlainValue>>();
    for (const file of files) {
      if (!isMetaFile(file.name)) sources.set(filePathOf(file), file.content);
      else metadata.set(filePathOf({ ...file, name: itemNameOf(file.name) }), readFields(file.content));
    }
    return { version, key: `${nameOf(scope)}:${version}`, sources, metadata };
  }

  function loadAndKeep(scope: Scope): Promise<LiveConfiguration> {
    const name = nameOf(scope);
    const loading = load(scope);
    kept.delete(name);
    kept.set(name, loading);
    loading.catch(() => {
      if (kept.get(name) === loading) kept.delete(name);
    });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return loading;
  }

  return {
    async get(scope: Scope): Promise<LiveConfiguration> {
      const known = await kept.get(nameOf(scope));
      if (!known) return loadAndKeep(scope);
      if (signals.isConnected || (await configuration.ensureLiveVersion(scope)) === known.version)
        return known;
      return loadAndKeep(scope);
    },

    /** A load that is under way is forgotten too: it may have read the version before. */
    forget(scope: Scope): void {
      kept.delete(nameOf(scope));
    },

    forgetAll(): void {
      kept.clear();
    },
  };
}

export type LiveConfigurations = ReturnType<typeof createLiveConfigurations>;
