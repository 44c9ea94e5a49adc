import type { PageRequest } from '@atrium/contract/paging';
import type { Bonus } from '@atrium/contract/pricing/bonus';
import type { Store } from '../database/schema.ts';

const columns = ['id', 'key', 'cents'] as const;

export function findBonus(db: Store, id: string): Promise<Bonus | undefined> {
  return db.selectFrom('bonuses').select(columns).where('id', '=', id).executeTakeFirst();
}

export function findBonusByKey(db: Store, key: string): Promise<Bonus | undefined> {
  return db.selectFrom('bonuses').select(columns).where('key', '=', key).executeTakeFirst();
}

export async function listBonuses(
  db: Store,
  { page, size }: PageRequest,
): Promise<{ bonuses: Bonus[]; total: number }> {
  const bonuses = await db
    .selectFrom('bonuses')
    .select(columns)
    .orderBy('key')
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await db
    .selectFrom('bonuses')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { bonuses, total };
}

export async function insertBonus(db: Store, bonus: Bonus, createdOn: Date): Promise<void> {
  await db
    .insertInto('bonuses')
    .values({ ...bonus, createdOn })
    .execute();
}

export async function updateBonus(db: Store, { id, key, cents }: Bonus): Promise<void> {
  await db.updateTable('bonuses').set({ key, cents }).where('id', '=', id).execute();
}

export async function deleteBonus(db: Store, id: string): Promise<void> {
  await db.deleteFrom('bonuses').where('id', '=', id).execute();
}
