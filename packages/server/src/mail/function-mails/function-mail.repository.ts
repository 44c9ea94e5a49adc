import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { FunctionMailsTables } from './function-mails.tables.ts';

export type StoredFunctionMail = Selectable<FunctionMailsTables['functionMails']>;

/** Returns the ids of those that were added: a mail that was sent before is not sent again. */
export async function insertFunctionMails(
  db: Store,
  mails: readonly StoredFunctionMail[],
): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = await db
    .insertInto('functionMails')
    .values([...mails])
    .onConflict((conflict) => conflict.columns(['domainId', 'mailId', 'toAddress']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function findFunctionMail(
  db: Store,
  domainId: string,
  id: string,
): Promise<StoredFunctionMail | undefined> {
  return db
    .selectFrom('functionMails')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateEndedMail(
  db: Store,
  { domainId, id }: Pick<StoredFunctionMail, 'domainId' | 'id'>,
  end: Pick<StoredFunctionMail, 'state' | 'error' | 'endedOn'>,
): Promise<void> {
  await db
    .updateTable('functionMails')
    .set({ ...end, mail: null })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .execute();
}

/** Newest first; one more than the page has, to tell whether there are more. */
export function listFunctionMails(
  db: Store,
  domainId: string,
  { before, size }: { before?: string | undefined; size: number },
): Promise<Omit<StoredFunctionMail, 'mail'>[]> {
  let query = db
    .selectFrom('functionMails')
    .select(['id', 'domainId', 'serviceId', 'function', 'mailId', 'toAddress', 'subject', 'state'])
    .select(['error', 'createdOn', 'endedOn'])
    .where('domainId', '=', domainId);
  if (before !== undefined) query = query.where('id', '<', before);
  return query
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
}

/** Addresses among some that a mail server has refused, with the reason. */
export function listRefused(
  db: Store,
  domainId: string,
  addresses: readonly string[],
): Promise<{ address: string; reason: string }[]> {
  return db
    .selectFrom('refusedAddresses')
    .select(['address', 'reason'])
    .where('domainId', '=', domainId)
    .where('address', 'in', [...addresses])
    .execute();
}

export async function insertRefused(
  db: Store,
  row: Selectable<FunctionMailsTables['refusedAddresses']>,
): Promise<void> {
  await db
    .insertInto('refusedAddresses')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Mails of all domains that have ended before a time, and refusals of addresses from before. */
export async function deleteOldMails(db: Store, before: Date): Promise<void> {
  await db.deleteFrom('functionMails').where('endedOn', '<', before).execute();
  await db.deleteFrom('refusedAddresses').where('createdOn', '<', before).execute();
}

/** All of a domain. */
export async function deleteFunctionMails(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('functionMails').where('domainId', '=', domainId).execute();
  await db.deleteFrom('refusedAddresses').where('domainId', '=', domainId).execute();
}
