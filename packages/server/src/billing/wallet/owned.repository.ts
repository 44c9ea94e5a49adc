import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';

/** Cards and addresses alike: a customer has several, exactly one is the default. */
export type OwnedTable = 'cards' | 'addresses';

/** Whether a row of the table belongs to any of the users. */
export function isOwnedByAny(table: string, customers: Customer[]) {
  const domainIds = customers.map(({ domainId }) => domainId);
  const userIds = customers.map(({ userId }) => userId);
  return sql<boolean>`(${sql.ref(`${table}.domainId`)}, ${sql.ref(`${table}.userId`)}) in
    (select * from unnest(${domainIds}::uuid[], ${userIds}::uuid[]))`;
}

/** Call it with the customer locked. False when the customer has no such row. */
export async function updateDefault(
  transaction: Store,
  table: OwnedTable,
  { domainId, userId }: Customer,
  id: string,
): Promise<boolean> {
  const own = transaction
    .updateTable(table)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('removedOn', 'is', null);
  const { count } = await transaction
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('id', '=', id)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('removedOn', 'is', null)
    .executeTakeFirstOrThrow();
  if (count === 0) return false;
  await own.set({ isDefault: false }).where('isDefault', '=', true).execute();
  await own.set({ isDefault: true }).where('id', '=', id).execute();
  return true;
}

/** Marks the row as removed; payments and invoices that name it stay whole. */
export async function deleteOwned(
  transaction: Store,
  table: OwnedTable,
  { domainId, userId }: Customer,
  id: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable(table)
    .set({ removedOn: now, isDefault: false })
    .where('id', '=', id)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('removedOn', 'is', null)
    .execute();
}

/** Deletes cards and addresses of a domain. Returns the ids of its cards, including cards that were removed before. */
export async function deleteAllOwned(db: Store, domainId: string, removedOn: Date): Promise<string[]> {
  const cards = await db
    .updateTable('cards')
    .set({ removedOn, isDefault: false, holderName: '' })
    .where('domainId', '=', domainId)
    .returning('id')
    .execute();
  await db.deleteFrom('addresses').where('domainId', '=', domainId).execute();
  return cards.map(({ id }) => id);
}
