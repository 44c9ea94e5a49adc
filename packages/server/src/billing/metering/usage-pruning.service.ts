import { unlessHeldUp } from '@atrium/host/database/part-locks';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { addDays, daysOfMonth, utcDay } from '../../utc.ts';
import { deleteBilledEvents, FIRST_BILLED_DAY } from './billed-event.repository.ts';
import { hasNeededEvents } from './needed-event.repository.ts';
import { lockSeal } from './usage-event.repository.ts';
import {
  deletePart,
  listMonthsWithParts,
  listTablesBefore,
  lockUsageParts,
} from './usage-part.repository.ts';
import { mergeOldVersions, upsertPrunedBefore } from './usage-pruning.repository.ts';

/** Deleted in one transaction: few enough that none lasts long. */
const AT_ONCE = 10_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** Days that events are kept after they were billed. */
  eventDays: number;
}

/**
 * Deletes the single events of usage that was billed and paid long ago, and which versions it was of. The sums of days and
 * months stay: bills are made of them.
 */
export class UsagePruning {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** May be stopped anywhere and called again. Returns how many events are gone besides those of whole months. */
  async deleteOld(signal?: AbortSignal, atOnce = AT_ONCE): Promise<number> {
    const { db, clock, eventDays } = this.#parts;
    const before = addDays(utcDay(clock.now()), -eventDays);
    await db.transaction().execute(async (transaction) => {
      // No batch is being accepted meanwhile: one with an id that is about to go would count a second time.
      await lockSeal(transaction, 'exclusive');
      await upsertPrunedBefore(transaction, before);
    });
    await this.#dropParts(before, signal);
    let deleted = 0;
    for (const table of await listTablesBefore(db, before)) {
      deleted += await this.#deleteFrom(table, before, atOnce, signal);
    }
    // By months: of half a month the rest would seem to be of no version.
    await mergeOldVersions(db, daysOfMonth(before.slice(0, 7)).start);
    return deleted;
  }

  /** Whole months of use: quick, and their space is free at once. Those with a single unpaid bill go event by event. */
  async #dropParts(before: string, signal?: AbortSignal): Promise<void> {
    const { db } = this.#parts;
    const old = (await listMonthsWithParts(db)).filter((month) => daysOfMonth(month).end < before);
    for (const month of old) {
      signal?.throwIfAborted();
      // While a backup is being made they go event by event, too, and the empty part another night.
      await unlessHeldUp(this.#dropPart(month, before));
    }
  }

  #dropPart(month: string, before: string): Promise<void> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      await lockUsageParts(transaction);
      // Another process may have been faster. No event comes in meanwhile: it would be from before the day.
      const left = await listMonthsWithParts(transaction);
      if (!left.includes(month) || (await hasNeededEvents(transaction, month, before))) return;
      await deletePart(transaction, month);
    });
  }

  async #deleteFrom(table: string, before: string, limit: number, signal?: AbortSignal): Promise<number> {
    const { db } = this.#parts;
    let deleted = 0;
    let after = FIRST_BILLED_DAY;
    for (;;) {
      signal?.throwIfAborted();
      const from = after;
      const last = await db
        .transaction()
        .execute((transaction) => deleteBilledEvents(transaction, table, { before, after: from, limit }));
      if (last === undefined) return deleted;
      deleted += last.count;
      // A full batch: the days may have more.
      if (last.count < limit) after = last;
    }
  }
}
