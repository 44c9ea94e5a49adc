import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { addDays, utcDay } from '../utc.ts';
import { deleteBilledEvents, FIRST_BILLED_DAY } from './billed-event.repository.ts';
import { lockSeal } from './usage-event.repository.ts';
import { upsertPrunedBefore } from './usage-pruning.repository.ts';

/** Deleted in one transaction: few enough that none lasts long. */
const AT_ONCE = 10_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** How long events are kept after they were billed. */
  eventDays: number;
}

/** Deletes the single events of usage that was billed and paid long ago; the sums of days and months stay. */
export class UsagePruning {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** May be stopped anywhere and called again. Returns how many events are gone. */
  async deleteOld(signal?: AbortSignal, atOnce = AT_ONCE): Promise<number> {
    const { db, clock, eventDays } = this.#parts;
    const before = addDays(utcDay(clock.now()), -eventDays);
    await db.transaction().execute(async (transaction) => {
      // No batch is being accepted meanwhile: one with an id that is about to go would count a second time.
      await lockSeal(transaction, 'exclusive');
      await upsertPrunedBefore(transaction, before);
    });
    let deleted = 0;
    let after = FIRST_BILLED_DAY;
    for (;;) {
      signal?.throwIfAborted();
      const last = await deleteBilledEvents(db, before, after, atOnce);
      if (last === undefined) return deleted;
      deleted += last.count;
      // As many as there may be at once: the days may have more.
      if (last.count < atOnce) after = last;
    }
  }
}
