import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { Owner } from './credit.repository.ts';

/** Cards and addresses alike: a customer has several, exactly one is the default. */
export type OwnedTable = 'cards' | 'addresses';

/** Whether a row of the table belongs to any of the people. */
export function isOwnedByAny(table: string, owners: Owner[]) {
  const domainIds = owners.map(({ domainId }) => domainId);
  const userIds = owners.map(({ userId }) => userId);
  return sql<boolean>`(${sql.ref(`${table}.domain_id`)}, ${sql.ref(`${table}.user_id`)}) in
    (select * from unnest(${domainIds}::uuid[], ${userIds}::uuid[]))`;
}

/** Lets one change of a customer's cards and addresses happen at a time. */
export async function lockOwner(transaction: Store, { userId }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`atrium.billing.${userId}`}, 0))`.execute(
    transaction,
  );
}

/** As `lockOwner` for many at once; in one order, so that two who lock the same never wait for each other. */
export async function lockOwners(transaction: Store, owners: Owner[]): Promise<void> {
  const keys = owners.map(({ userId }) => `atrium.billing.${userId}`).sort();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) with ordinality as owner(key, place) order by place`.execute(transaction);
}

/** Call it with the owner locked. False when the owner has no such row. */
export async function updateDefault(
  transaction: Store,
  table: OwnedTable,
  { domainId, userId }: Owner,
  id: string,
): Promise<boolean> {
  const own = transaction
    .updateTable(table)
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('removed_on', 'is', null);
  const { count } = await transaction
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('removed_on', 'is', null)
    .executeTakeFirstOrThrow();
  if (count === 0) return false;
  await own.set({ is_default: false }).where('is_default', '=', true).execute();
  await own.set({ is_default: true }).where('id', '=', id).execute();
  return true;
}

/** Marks the row as removed; payments and invoices that name it stay whole. */
export async function deleteOwned(
  transaction: Store,
  table: OwnedTable,
  { domainId, userId }: Owner,
  id: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable(table)
    .set({ removed_on: now, is_default: false })
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('removed_on', 'is', null)
    .execute();
}
