import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { BillingTables } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';

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
  budget: Pick<BudgetRow, 'id' | 'cents' | 'createdOn' | 'stops' | 'reachedIn' | 'reachedOn'>,
): Promise<void> {
  await db
    .insertInto('budgets')
    .values({ ...budget, stops: JSON.stringify(budget.stops), domainId, userId })
    .execute();
}

/** Changes a budget, and the last month for which it says nothing, if that is given. */
export async function updateBudget(
  db: Store,
  { domainId, userId }: Customer,
  {
    id,
    stops,
    ...change
  }: Pick<BudgetRow, 'id' | 'cents' | 'stops'> & Partial<Pick<BudgetRow, 'reachedIn' | 'reachedOn'>>,
): Promise<void> {
  await db
    .updateTable('budgets')
    .set({ ...change, stops: JSON.stringify(stops) })
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
