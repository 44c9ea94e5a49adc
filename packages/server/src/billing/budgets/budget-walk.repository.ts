import type { Store } from '../../database/schema.ts';
import { monthBefore } from '../../utc.ts';

/** The last customer whom an unfinished look at the budgets of a month has reached. */
export async function findBudgetWalk(db: Store, month: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('budgetWalks')
    .select('afterUserId')
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.afterUserId;
}

export async function upsertBudgetWalk(db: Store, month: string, afterUserId: string): Promise<void> {
  await db
    .insertInto('budgetWalks')
    .values({ month, afterUserId })
    .onConflict((conflict) => conflict.column('month').doUpdateSet({ afterUserId }))
    .execute();
}

/** The look has come to its end. The month before may still be looked at; those before it are not gone on with. */
export async function deleteBudgetWalks(db: Store, month: string): Promise<void> {
  await db
    .deleteFrom('budgetWalks')
    .where((where) => where.or([where('month', '=', month), where('month', '<', monthBefore(month))]))
    .execute();
}
