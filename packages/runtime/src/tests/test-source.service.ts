import { blobId } from '@atrium/contract/service-api/files/blob-id';
import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { LRUCache } from 'lru-cache';
import type { Configurations } from '../configuration/configuration.service.ts';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import { keyOf, type LiveConfiguration } from '../configuration/live-configuration.ts';
import { type NamedConfiguration, readNamedConfiguration } from '../configuration/named-configuration.ts';
import type { Scope } from '../configuration/scope.ts';

/** Two services of a few domains, or one of the largest. */
const MAX_CACHED = { configurations: 8, bytes: 128 * 1024 * 1024 };

/** Sources of the tests of one run. */
export interface RunSources {
  /** The configuration of the service whose tests they are. */
  own: LiveConfiguration;
  /** Checksum of the run's files, if the run named them. */
  digest?: string;
  /** Files that the run named, by service; others are live. */
  named: ReadonlyMap<string, NamedConfiguration>;
}

interface Parts {
  configurations: Configurations;
  live: LiveConfigurations;
  /** Services of this program; a run's files of other services are ignored. */
  serviceIds: readonly string[];
}

/** Resolves the files that tests run with: live, of a version, or given. No other code decides this. */
export class TestSources {
  readonly #parts: Parts;
  /**
   * Versions and given files are immutable, so listing the tests and running those of each service share one
   * read.
   */
  readonly #cache = new LRUCache<string, NamedConfiguration, () => Promise<NamedConfiguration>>({
    max: MAX_CACHED.configurations,
    maxSize: MAX_CACHED.bytes,
    // The latest entry is cached regardless of its size.
    sizeCalculation: ({ bytes }) => Math.min(Math.max(bytes, 1), MAX_CACHED.bytes),
    fetchMethod: (_name, _stale, { context: load }) => load(),
    // An entry that is evicted while it loads still reaches its callers.
    ignoreFetchAbort: true,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(scope: Scope, sources: readonly TestSource[] = []): Promise<RunSources> {
    const { live, serviceIds } = this.#parts;
    const { domainId } = scope;
    const named = new Map<string, NamedConfiguration>();
    for (const { serviceId, ...source } of sources) {
      if (!serviceIds.includes(serviceId)) continue;
      named.set(serviceId, await this.#getNamed({ domainId, serviceId }, source));
    }
    const own = named.get(scope.serviceId);
    return own ? { own, digest: own.digest, named } : { own: await live.get(scope), named };
  }

  #getNamed(scope: Scope, source: Pick<TestSource, 'version' | 'folders'>): Promise<NamedConfiguration> {
    const name = `${keyOf(scope)}:${source.version}:${blobId(JSON.stringify(source.folders))}`;
    const load = () => readNamedConfiguration(this.#parts.configurations, scope, source);
    return this.#cache.forceFetch(name, { context: load });
  }
}
