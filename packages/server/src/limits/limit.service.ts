import {
  LIMITS_WITHOUT_CARD,
  type LimitName,
  type LimitOverrides,
  limitOf,
} from '@atrium/contract/limits/limit';
import type { SetLimit } from '@atrium/contract/limits/limits';
import type { Notifications } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import { limitReachedFor, refuseOver } from '@atrium/host/limit-reached';
import type { Kysely } from 'kysely';
import type { Audit, Change } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import { utcDay } from '../utc.ts';
import {
  announceLimitsChanged,
  deleteOverride,
  LIMITS_CHANGED_CHANNEL,
  listDayCounts,
  listOverrides as listStoredOverrides,
  updateDayCount,
  upsertOverride,
} from './limit.repository.ts';

const MAX_CACHED = 10_000;
const DAY_MS = 86_400_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  notifications: Notifications;
  hasCard: (domainId: string, db: Store) => Promise<boolean>;
}

/** Limits of each domain, cached until they change. */
export class Limits {
  readonly #parts: Parts;
  /** Read at each call of a service. */
  readonly #cache: NotifiedCache<LimitOverrides>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { notifications } = parts;
    this.#cache = new NotifiedCache({
      notifications,
      channel: LIMITS_CHANGED_CHANNEL,
      maxEntries: MAX_CACHED,
    });
  }

  /**
   * Limits of a domain that differ from the defaults. Within a transaction, pass it as `db`: waiting for another connection
   * while holding one can last forever.
   */
  listOverrides(domainId: string, db: Store = this.#parts.db): Promise<LimitOverrides> {
    return this.#cache.get(domainId, async () => ({
      ...(await this.listStandard(domainId, db)),
      ...(await listStoredOverrides(db, domainId)),
    }));
  }

  /** Limits of a domain that no administrator has changed, where they differ from the defaults. */
  async listStandard(domainId: string, db: Store = this.#parts.db): Promise<LimitOverrides> {
    return (await this.#parts.hasCard(domainId, db)) ? {} : LIMITS_WITHOUT_CARD;
  }

  async get(domainId: string, name: LimitName, db?: Store): Promise<number> {
    return limitOf(name, await this.listOverrides(domainId, db));
  }

  /** Throws 422 if usage plus `added` exceeds the domain's limit. */
  async check(domainId: string, name: LimitName, used: number, added = 1, db?: Store): Promise<void> {
    refuseOver(name, await this.get(domainId, name, db), used, added);
  }

  /** Increments today's count in the caller's transaction; throws 429 if it exceeds the limit. */
  async countToday(
    transaction: Store,
    domainId: string,
    name: Extract<LimitName, `${string}PerDay`>,
  ): Promise<void> {
    const now = this.#parts.clock.now();
    const limit = await this.get(domainId, name, transaction);
    const used = await updateDayCount(transaction, domainId, name, utcDay(now));
    if (used <= limit) return;
    const leftMs = DAY_MS - (now.getTime() % DAY_MS);
    throw limitReachedFor(name, limit, used - 1, Math.ceil(leftMs / 1000));
  }

  /** Like `countToday`, for work that can be skipped: returns false if it exceeds the limit, and counts nothing. */
  async countIfAllowed(
    transaction: Store,
    domainId: string,
    name: Extract<LimitName, `${string}PerDay`>,
  ): Promise<boolean> {
    const day = utcDay(this.#parts.clock.now());
    const counts = await listDayCounts(transaction, domainId, day);
    const used = counts.find((count) => count.name === name)?.used ?? 0;
    if (used >= (await this.get(domainId, name, transaction))) return false;
    await updateDayCount(transaction, domainId, name, day);
    return true;
  }

  async listToday(domainId: string): Promise<Partial<Record<LimitName, number>>> {
    const { db, clock } = this.#parts;
    const counts = await listDayCounts(db, domainId, utcDay(clock.now()));
    return Object.fromEntries(counts.map(({ name, used }) => [name, used]));
  }

  /** Changes a limit for a domain that exists; the entry is in its log. */
  async update(
    author: Pick<Change['caller'], 'userId' | 'requestId'>,
    domainId: string,
    { name, limit }: SetLimit,
  ): Promise<void> {
    const { db, clock, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const standard = await this.listStandard(domainId, transaction);
      const stored = await listStoredOverrides(transaction, domainId);
      const before = limitOf(name, { ...standard, ...stored });
      if (limit === null) await deleteOverride(transaction, domainId, name);
      else await upsertOverride(transaction, domainId, name, limit, clock.now());
      await announceLimitsChanged(transaction, domainId);
      await audit.record(transaction, {
        caller: { ...author, domainId },
        action: 'limits.update',
        message: `Changed the limit ${name} of the domain`,
        before: { [name]: before },
        after: { [name]: limitOf(name, limit === null ? standard : { [name]: limit }) },
      });
    });
    this.#cache.invalidate(domainId);
  }

  /** A card was added or removed: for the transaction of that. */
  async announceCard(transaction: Store, domainId: string): Promise<void> {
    await announceLimitsChanged(transaction, domainId);
    this.#cache.invalidate(domainId);
  }
}
