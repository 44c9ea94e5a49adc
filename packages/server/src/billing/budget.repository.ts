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
  budget: Pick<BudgetRow, 'id' | 'cents' | 'createdOn' | 'stops'>,
): Promise<void> {
  await db
    .insertInto('budgets')
    .values({ ...budget, stops: JSON.stringify(budget.stops), domainId, userId })
    .execute();
}

/** Another amount has not been reached yet, and what is stopped in addition is worth a mail as well. */
export async function updateBudget(
  db: Store,
  { domainId, userId }: Customer,
  { id, cents, stops, isAnew }: Pick<BudgetRow, 'id' | 'cents' | 'stops'> & { isAnew: boolean },
): Promise<void> {
  await db
    .updateTable('budgets')
    .set({ cents, stops: JSON.stringify(stops), ...(isAnew && { reachedIn: null, reachedOn: null }) })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Returns the one that is gone. */
export async function deleteBudget(
  db: Store,
  { domainId, userId }: Customer,
  id: string,
): Promise<Pick<BudgetRow, 'cents' | 'stops'> | undefined> {
  return db
    .deleteFrom('budgets')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(['cents', 'stops'])
    .executeTakeFirst();
}

export async function deleteBudgetsOfDomain(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('budgets').where('domainId', '=', domainId).execute();
}
