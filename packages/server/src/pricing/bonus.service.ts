import { type PagedResult, type PageRequest, toPagedResult } from '@atrium/contract/paging';
import type { Bonus, SaveBonus } from '@atrium/contract/pricing/bonus';
import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import {
  deleteBonus,
  findBonus,
  findBonusByKey,
  insertBonus,
  listBonuses,
  updateBonus,
} from './bonus.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
}

export class Bonuses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(id: string): Promise<Bonus> {
    const bonus = await findBonus(this.#parts.db, id);
    if (bonus === undefined) throw new NotFoundError();
    return bonus;
  }

  async list(page: PageRequest): Promise<PagedResult<Bonus>> {
    const { bonuses, total } = await listBonuses(this.#parts.db, page);
    return toPagedResult(bonuses, total, page);
  }

  async upsert(caller: Caller, { id, key, cents }: z.output<typeof SaveBonus>): Promise<Bonus> {
    const { db, clock, random, audit } = this.#parts;
    const before = id === undefined ? undefined : await this.get(id);
    const bonus = { id: id ?? random.id(), key, cents };
    await db
      .transaction()
      .execute(async (transaction) => {
        if (before === undefined) await insertBonus(transaction, bonus, clock.now());
        else await updateBonus(transaction, bonus);
        await audit.record(transaction, {
          caller,
          action: before === undefined ? 'bonus.create' : 'bonus.change',
          message: `${key}: ${cents} cents`,
          before,
          after: bonus,
        });
      })
      .catch((error: unknown) =>
        onDuplicate(error, { bonusesKey: 'A bonus with this name already exists.' }),
      );
    return bonus;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const before = await this.get(id);
    await db.transaction().execute(async (transaction) => {
      await deleteBonus(transaction, id);
      await audit.record(transaction, { caller, action: 'bonus.delete', message: before.key, before });
    });
  }

  /** Cents of free tier that a customer gets at first set-up; 0 when no such bonus is set. */
  async getFreeTierCents(db: Store): Promise<number> {
    return (await findBonusByKey(db, FREE_TIER_BONUS))?.cents ?? 0;
  }
}
