import { unlessHeldUp } from '@atrium/host/database/part-locks';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { addMonths, utcMonth } from '../../utc.ts';
import {
  insertPart,
  listMonthsWithoutParts,
  listMonthsWithParts,
  lockUsageParts,
} from './usage-part.repository.ts';

/** So far ahead that nothing is missing when no process with jobs runs for weeks. */
const MONTHS_AHEAD = 2;
/** Usage that is reported later than this stays apart: a service with a wrong clock creates no part for each month. */
const MONTHS_BACK = 36;

/** The parts of the measurements, one for each month of use: made before they are needed. */
export class UsageParts {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Creates missing parts, each in its own transaction, and moves new rows into them. A part that a backup blocks is
   * left for the next night.
   */
  async createMissing(signal?: AbortSignal): Promise<void> {
    const month = utcMonth(this.#clock.now());
    const last = addMonths(month, MONTHS_AHEAD);
    const known = await listMonthsWithParts(this.#db);
    const ahead = Array.from({ length: MONTHS_AHEAD + 1 }, (_, count) => addMonths(month, count));
    const late = await listMonthsWithoutParts(this.#db, addMonths(month, -MONTHS_BACK), last);
    for (const missing of new Set([...ahead, ...late])) {
      if (known.includes(missing)) continue;
      signal?.throwIfAborted();
      await unlessHeldUp(this.#create(missing));
    }
  }

  async #create(month: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockUsageParts(transaction);
      // Another process may have been faster.
      if ((await listMonthsWithParts(transaction)).includes(month)) return;
      await insertPart(transaction, month);
    });
  }
}
