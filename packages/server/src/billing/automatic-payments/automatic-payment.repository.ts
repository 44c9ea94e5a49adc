import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';
import { isOwnedByAny } from '../wallet/owned.repository.ts';

export async function hasAutomaticPayment(db: Store, { domainId, userId }: Customer): Promise<boolean> {
  const row = await db
    .selectFrom('automaticPayments')
    .select('userId')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of the customers pay automatically. */
export async function listAutomaticUsers(db: Store, customers: Customer[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('automaticPayments')
    .select('userId')
    .where(isOwnedByAny('automaticPayments', customers))
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** False if it was on. */
export async function insertAutomaticPayment(
  transaction: Store,
  { domainId, userId }: Customer,
  createdOn: Date,
): Promise<boolean> {
  const row = await transaction
    .insertInto('automaticPayments')
    .values({ domainId, userId, createdOn })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it was off. */
export async function deleteAutomaticPayment(
  transaction: Store,
  { domainId, userId }: Customer,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('automaticPayments')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAutomaticPaymentsOfDomain(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('automaticPayments').where('domainId', '=', domainId).execute();
}
