import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { BillingTables } from './billing.tables.ts';
import type { Customer } from './customer.ts';

export type BudgetRow = Selectable<BillingTables['budgets']>;

/** Smallest first. */
export async function listBudgets(db: Store, { domainId, userId }: Customer): Promise<BudgetRow[]> {
  return db
    .selectFrom('budgets')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .orderBy('cents')
    .orderBy('id')
    .execute();
}

export async function insertBudget(
  db: Store,
  { domainId, userId }: Customer,
  budget: Pick<BudgetRow, 'id' | 'cents' | 'createdOn'>,
): Promise<void> {
  await db
    .insertInto('budgets')
    .values({ ...budget, domainId, userId })
    .execute();
}

/** Another amount has not been reached yet. */
export async function updateBudget(
  db: Store,
  { domainId, userId }: Customer,
  { id, cents }: Pick<BudgetRow, 'id' | 'cents'>,
): Promise<void> {
  await db
    .updateTable('budgets')
    .set({ cents, reachedIn: null, reachedOn: null })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Returns the amount of the one that is gone. */
export async function deleteBudget(
  db: Store,
  { domainId, userId }: Customer,
  id: string,
): Promise<number | undefined> {
  const row = await db
    .deleteFrom('budgets')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('cents')
    .executeTakeFirst();
  return row?.cents;
}

export async function deleteBudgetsOfDomain(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('budgets').where('domainId', '=', domainId).execute();
}
