import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import type { People } from '../accounts/people/people.service.ts';
import type { Caller } from '../http/caller.ts';
import { BRIEF_TIMEOUT_MS, type ServiceClient } from '../services/service-client.ts';
import type { ConfigurationParts } from './configuration-parts.ts';
import { checksumsOf, readMetadata } from './live-configuration.ts';
import { findNewestPull, findPull } from './pull/pull.repository.ts';
import { type Exchange, listNewestExchanges } from './versions/exchange.repository.ts';
import { nameVersions } from './versions/version-people.ts';

interface Parts extends ConfigurationParts {
  people: Pick<People, 'listNames'>;
}

/** Counts that are remembered, by domain, service, exchange and version. */
const MAX_KEPT = 1_000;

export class ConfiguredServices {
  readonly #parts: Parts;
  readonly #ahead = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Every service with what it last exchanged with a remote. */
  async list(caller: Caller): Promise<ConfiguredService[]> {
    const { db, people, services } = this.#parts;
    const [listed, exchanges] = await Promise.all([
      services.listRegistered(),
      listNewestExchanges(db, caller.domainId),
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

  /** Versions and exchanges never change: what was counted once is not read again. */
  async #countAhead(client: ServiceClient, exchange: Exchange, version: number): Promise<number | null> {
    const { id, domainId, serviceId, checksums } = exchange;
    const key = JSON.stringify([domainId, serviceId, id, version]);
    const known = this.#ahead.get(key);
    if (known !== undefined) return known;
    const live = await readMetadata(client, serviceId, { version }).catch(() => undefined);
    if (live === undefined) return null;
    const count = countDifferences(checksumsOf(live), checksums);
    const [oldest] = this.#ahead.size < MAX_KEPT ? [] : this.#ahead.keys();
    if (oldest !== undefined) this.#ahead.delete(oldest);
    this.#ahead.set(key, count);
    return count;
  }

  async #countBehind(exchange: Exchange): Promise<number | null> {
    const { db, clock } = this.#parts;
    const { domainId, gitUrl, branch, serviceId, commitSha, checksums } = exchange;
    if (branch === null) return null;
    const now = clock.now();
    const newest = await findNewestPull(db, { domainId, gitUrl, branch, serviceId }, now);
    if (newest === undefined || newest.createdOn < exchange.exchangedOn) {
      // What no one has looked at for as long as pulls are kept may have changed.
      return now.getTime() - exchange.exchangedOn.getTime() < PULL_LIFETIME_HOURS * 3600 * 1000 ? 0 : null;
    }
    if (newest.commitSha === commitSha) return 0;
    const pull = await findPull(db, domainId, newest.id, now);
    if (pull === undefined) return null;
    const files = pull.services.find((each) => each.serviceId === serviceId)?.files ?? [];
    return countDifferences(new Map(files.map((file) => [filePathOf(file), file.checksum])), checksums);
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

function toExchange({ gitUrl, branch, commitSha, direction, exchangedOn, userId }: Exchange) {
  return { gitUrl, branch, commitSha, direction, exchangedOn: exchangedOn.toISOString(), userId };
}

function countDifferences(
  files: ReadonlyMap<string, string>,
  base: Readonly<Record<string, string>>,
): number {
  let count = 0;
  for (const [path, checksum] of files) if (base[path] !== checksum) count += 1;
  for (const path of Object.keys(base)) if (!files.has(path)) count += 1;
  return count;
}
