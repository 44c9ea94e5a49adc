import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import {
  countUnwantedCharges,
  listUnwantedCharges,
  type UnwantedCharge,
} from './unwanted-charge.repository.ts';

const DAY_MS = 86_400_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
}

/** Charges of the card provider that no invoice needs, for the operator. */
export class UnwantedCharges {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts charges of the last day: an alert for older ones, too, would never end. */
  getRecentCount(): Promise<number> {
    const { db, clock } = this.#parts;
    return countUnwantedCharges(db, new Date(clock.now().getTime() - DAY_MS));
  }

  /** The newest ones, and how many there are in all. */
  async list(limit: number): Promise<{ charges: UnwantedCharge[]; total: number }> {
    const { db } = this.#parts;
    return { charges: await listUnwantedCharges(db, limit), total: await countUnwantedCharges(db) };
  }
}
