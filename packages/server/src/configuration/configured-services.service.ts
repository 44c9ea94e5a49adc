import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { LRUCache } from 'lru-cache';
import type { People } from '../accounts/people/people.service.ts';
import type { Caller } from '../http/caller.ts';
import { BRIEF_TIMEOUT_MS, type ServiceClient } from '../services/service-client.ts';
import type { ConfigurationParts, SeenBranch } from './configuration-parts.ts';
import { checksumsOf, readMetadata } from './live-configuration.ts';
import { findNewestPull, findPull } from './pull/pull.repository.ts';
import {
  type ExchangeRecord,
  findExchangeChecksums,
  listNewestExchangeRecords,
} from './versions/exchange.repository.ts';
import { nameVersions } from './versions/version-people.ts';

interface Parts extends Pick<ConfigurationParts, 'db' | 'clock' | 'services' | 'gitSync'> {
  people: Pick<People, 'listNames'>;
}

/** Services of some hundred domains, of which some are far ahead. */
const MOST_KEPT = { services: 1_000, paths: 200_000 };

/** Differences of a service's version from its last exchange. */
interface Ahead {
  version: number;
  /** filePath → checksum that the remote has; null for none. */
  differing: Map<string, string | null>;
}

export class ConfiguredServices {
  readonly #parts: Parts;
  /** By domain and exchange. */
  readonly #ahead = new LRUCache<string, Ahead>({
    max: MOST_KEPT.services,
    maxSize: MOST_KEPT.paths,
    sizeCalculation: ({ differing }) => 1 + differing.size,
  });
  /** By domain, exchange and pull, which never change. */
  readonly #behind = new LRUCache<string, number>({ max: MOST_KEPT.services });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Every service with its last exchange with a remote. */
  async list(caller: Caller): Promise<ConfiguredService[]> {
    const { db, people, services } = this.#parts;
    const [listed, exchanges] = await Promise.all([
      services.listRegistered(),
      listNewestExchangeRecords(db, caller.domainId),
    ]);
    const client = services.getClient(caller);
    const found = await Promise.all(
      listed.map(async ({ id, name }) => {
        const signal = AbortSignal.timeout(BRIEF_TIMEOUT_MS);
        // The newest version is the live one: that is told without listing its files.
        const last = await client
          .call(id, listVersions, { query: { page: '0', size: '1' } }, { signal })
          .then(({ content }) => content[0])
          .catch(() => undefined);
        // A service need not keep versions.
        const version = last?.version ?? (await findVersion(client, id, signal));
        const exchange = exchanges.find(({ serviceId }) => serviceId === id);
        return {
          serviceId: id,
          serviceName: name,
          version,
          last: last ?? null,
          exchange: exchange === undefined ? null : toExchange(exchange),
          ahead:
            version !== null && exchange
              ? await inTime(this.#countAhead(client, exchange, version), signal)
              : null,
          behind: exchange === undefined ? null : await this.#countBehind(exchange),
        };
      }),
    );
    return Promise.all(
      found.map(async ({ last, ...service }) => {
        if (last === null) return { ...service, lastChange: null };
        const [made] = await nameVersions({ db, people }, caller.domainId, service.serviceId, [last]);
        const { user = '', impersonator = null } = made ?? {};
        return { ...service, lastChange: { on: last.createdOn, user, impersonator } };
      }),
    );
  }

  /** Versions and exchanges never change: what was compared once is not read again, but for what changed since. */
  async #countAhead(
    client: ServiceClient,
    exchange: ExchangeRecord,
    version: number,
  ): Promise<number | null> {
    const { id, domainId, serviceId } = exchange;
    const key = JSON.stringify([domainId, id]);
    const known = this.#ahead.get(key);
    if (known?.version === version) return known.differing.size;
    const ahead =
      (known && (await advance(client, serviceId, known, version))) ??
      (await this.#compare(client, exchange, version));
    if (ahead === undefined) return null;
    this.#ahead.set(key, ahead);
    return ahead.differing.size;
  }

  async #compare(
    client: ServiceClient,
    exchange: ExchangeRecord,
    version: number,
  ): Promise<Ahead | undefined> {
    const live = await readMetadata(client, exchange.serviceId, { version }).catch(() => undefined);
    if (live === undefined) return undefined;
    const checksums = await findExchangeChecksums(this.#parts.db, exchange);
    return checksums && { version, differing: findDifferences(checksumsOf(live), checksums) };
  }

  async #countBehind(exchange: ExchangeRecord): Promise<number | null> {
    const { db, clock, gitSync } = this.#parts;
    const { domainId, gitUrl, branch, serviceId, commitSha, direction } = exchange;
    if (branch === null) return null;
    const now = clock.now();
    const seen = await gitSync.findSeen(domainId, { gitUrl, branch, serviceId });
    if (seen !== undefined && seen.seenOn >= exchange.exchangedOn) {
      if (seen.commitSha !== commitSha) return this.#countBehindSeen(exchange, seen);
      // A commit of a version on top of changes of git, which are not live.
      return direction === 'PUSH' ? (seen.filesBehind ?? 0) : 0;
    }
    const newest = await findNewestPull(db, { domainId, gitUrl, branch, serviceId }, now);
    if (newest === undefined || newest.createdOn < exchange.exchangedOn) {
      // A branch that no one has looked at for the lifetime of a pull may have changed.
      return now.getTime() - exchange.exchangedOn.getTime() < PULL_LIFETIME_HOURS * 3600 * 1000 ? 0 : null;
    }
    if (newest.commitSha === commitSha) return 0;
    const key = JSON.stringify([domainId, exchange.id, newest.id]);
    const known = this.#behind.get(key);
    if (known !== undefined) return known;
    const pull = await findPull(db, domainId, newest.id, now);
    const checksums = await findExchangeChecksums(db, exchange);
    if (pull === undefined || checksums === undefined) return null;
    const files = pull.services.find((each) => each.serviceId === serviceId)?.files ?? [];
    const pulled = new Map(files.map((file) => [filePathOf(file), file.checksum]));
    const count = findDifferences(pulled, checksums).size;
    this.#behind.set(key, count);
    return count;
  }

  /** Counts against a commit of the branch that was seen over a connection. */
  async #countBehindSeen(exchange: ExchangeRecord, seen: SeenBranch): Promise<number | null> {
    const key = JSON.stringify([exchange.domainId, exchange.id, seen.commitSha]);
    const known = this.#behind.get(key);
    if (known !== undefined) return known;
    const checksums = await findExchangeChecksums(this.#parts.db, exchange);
    if (checksums === undefined) return null;
    const count = findDifferences(new Map(Object.entries(await seen.readFiles())), checksums).size;
    this.#behind.set(key, count);
    return count;
  }
}

/** Null while the service cannot be reached, or does not answer in time. */
async function findVersion(
  client: ServiceClient,
  serviceId: string,
  signal: AbortSignal,
): Promise<number | null> {
  return readMetadata(client, serviceId, { signal }).then(
    ({ version }) => version,
    () => null,
  );
}

/** Null when the time is up first: what is counted later is remembered, and there the next time. */
async function inTime<Count>(count: Promise<Count>, signal: AbortSignal): Promise<Count | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  if (signal.aborted) resolve(null);
  signal.addEventListener('abort', () => resolve(null), { once: true });
  return Promise.race([count, promise]);
}

/** A file that did not differ had what the remote has. Undefined where a service does not tell what changed. */
async function advance(
  client: ServiceClient,
  serviceId: string,
  { version: from, differing: known }: Ahead,
  version: number,
): Promise<Ahead | undefined> {
  if (from > version) return undefined;
  const changes = await client
    .call(serviceId, diffVersions, { params: { from, to: version } })
    .catch(() => undefined);
  if (changes === undefined) return undefined;
  const differing = new Map(known);
  for (const { before, after, ...place } of changes.files) {
    const path = filePathOf(place);
    const remote = known.get(path);
    const expected = remote === undefined ? before : remote;
    if (after === expected) differing.delete(path);
    else differing.set(path, expected);
  }
  return { version, differing };
}

function toExchange({ gitUrl, branch, commitSha, direction, exchangedOn, userId }: ExchangeRecord) {
  return { gitUrl, branch, commitSha, direction, exchangedOn: exchangedOn.toISOString(), userId };
}

/** filePath → checksum of the base for each differing file; null where the base has none. */
function findDifferences(
  files: ReadonlyMap<string, string>,
  base: Readonly<Record<string, string>>,
): Map<string, string | null> {
  const differing = new Map<string, string | null>();
  for (const [path, checksum] of files) if (base[path] !== checksum) differing.set(path, base[path] ?? null);
  for (const [path, checksum] of Object.entries(base)) if (!files.has(path)) differing.set(path, checksum);
  return differing;
}
