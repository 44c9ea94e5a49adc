import type { AllowedHost } from '@atrium/contract/service-api/functions/hosts';
import { type Notifications, notify } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import { HOSTS_CHANNEL } from '../database/announcements.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { deleteAllowedHost, insertAllowedHosts, listAllowedHosts } from './allowed-host.repository.ts';
import { findHostProblem, matchesHost } from './host-patterns.ts';

const MAX_CACHED_DOMAINS = 10_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  live: LiveConfigurations;
  serviceIds: readonly string[];
  notifications: Pick<Notifications, 'isConnected' | 'listen'>;
  now: () => Date;
}

interface Allower {
  domainId: string;
  userId: string;
}

/** Hosts that a domain allows its functions to reach. */
export class AllowedHosts {
  readonly #parts: Parts;
  readonly #cache: NotifiedCache<string[]>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#cache = new NotifiedCache({
      notifications: parts.notifications,
      channel: HOSTS_CHANNEL,
      maxEntries: MAX_CACHED_DOMAINS,
      sharesLoads: true,
    });
  }

  async isAllowed(domainId: string, host: string): Promise<boolean> {
    const patterns = await this.#cache.get(domainId, async () => {
      const rows = await listAllowedHosts(this.#parts.db, domainId);
      return rows.map((row) => row.host);
    });
    return patterns.some((pattern) => matchesHost(pattern, host));
  }

  /** Allowed hosts, and hosts that live functions declare. */
  async list(domainId: string): Promise<AllowedHost[]> {
    const { db, live, serviceIds } = this.#parts;
    const listed = new Map<string, AllowedHost>();
    for (const { host, allowedOn, allowedBy } of await listAllowedHosts(db, domainId)) {
      listed.set(host, { host, isAllowed: true, allowedOn: allowedOn.toISOString(), allowedBy, usedBy: [] });
    }
    for (const serviceId of serviceIds) {
      const { declarations } = await live.get({ domainId, serviceId });
      for (const [name, { fetch }] of declarations) {
        for (const host of new Set(fetch)) {
          const known = listed.get(host) ?? { ...WAITING, host, usedBy: [] };
          known.usedBy.push({ serviceId, function: name });
          listed.set(host, known);
        }
      }
    }
    return [...listed.values()].sort((a, b) => (a.host < b.host ? -1 : 1));
  }

  async allow(allower: Allower, host: string): Promise<void> {
    const problem = findHostProblem(host);
    if (problem !== undefined) throw new UnprocessableError(`${host} cannot be allowed, ${problem}.`);
    await this.#parts.db.transaction().execute((transaction) => this.allowIn(transaction, allower, [host]));
    this.#cache.invalidate(allower.domainId);
  }

  /** Within the transaction of an import. */
  async allowIn(transaction: Store, { domainId, userId }: Allower, hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    const allowedOn = this.#parts.now();
    await insertAllowedHosts(
      transaction,
      hosts.map((host) => ({ domainId, host, allowedOn, allowedBy: userId })),
    );
    await notify(transaction, HOSTS_CHANNEL, domainId);
  }

  async remove(domainId: string, host: string): Promise<void> {
    const wasThere = await this.#parts.db.transaction().execute(async (transaction) => {
      await notify(transaction, HOSTS_CHANNEL, domainId);
      return deleteAllowedHost(transaction, domainId, host);
    });
    this.#cache.invalidate(domainId);
    if (!wasThere) throw new NotFoundError(`${host} is not on the list.`);
  }
}

const WAITING = { isAllowed: false, allowedOn: null, allowedBy: null };
