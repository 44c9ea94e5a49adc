import { type PagedResult, type PageRequest, toPagedResult } from '@atrium/contract/paging';
import { type Bonus, FREE_TIER_BONUS, type SaveBonus } from '@atrium/contract/pricing/bonus';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { ConflictError, NotFoundError } from '../http/errors.ts';
import {
  deleteBonus,
  findBonus,
  findBonusByKey,
  insertBonus,
  listBonuses,
  updateBonus,
} from './bonus.repository.ts';

export interface Bonuses {
  searchBonuses(page: PageRequest): Promise<PagedResult<Bonus>>;
  getBonus(id: string): Promise<Bonus>;
  saveBonus(caller: Caller, bonus: z.output<typeof SaveBonus>): Promise<Bonus>;
  deleteBonus(caller: Caller, id: string): Promise<void>;
  /** Cents of free tier that a customer gets at first set-up; 0 when no such bonus is set. */
  freeTierCents(store: Store): Promise<number>;
}

export function createBonuses(db: Kysely<Database>, clock: Clock, random: Random, audit: Audit): Bonuses {
  async function getBonus(id: string): Promise<Bonus> {
    const bonus = await findBonus(db, id);
    if (bonus === undefined) throw new NotFoundError();
    return bonus;
  }

  return {
    getBonus,

    async searchBonuses(page) {
      const { bonuses, total } = await listBonuses(db, page);
      return toPagedResult(bonuses, total, page);
    },

    async saveBonus(caller, { id, key, cents }) {
      const before = id === undefined ? undefined : await getBonus(id);
      const bonus = { id: id ?? random.id(), key, cents };
      try {
        await db.transaction().execute(async (transaction) => {
          if (before === undefined) await insertBonus(transaction, bonus, clock.now());
          else await updateBonus(transaction, bonus);
          await audit.record(transaction, {
            caller,
            action: before === undefined ? 'bonus.create' : 'bonus.change',
            message: `${key}: ${cents} cents`,
            before,
            after: bonus,
          });
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw new ConflictError('There is a bonus of this name already.');
        throw error;
      }
      return bonus;
    },

    async deleteBonus(caller, id) {
      const before = await getBonus(id);
      await db.transaction().execute(async (transaction) => {
        await deleteBonus(transaction, id);
        await audit.record(transaction, { caller, action: 'bonus.delete', message: before.key, before });
      });
    },

    freeTierCents: async (store) => (await findBonusByKey(store, FREE_TIER_BONUS))?.cents ?? 0,
  };
}
