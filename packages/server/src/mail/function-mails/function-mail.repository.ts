import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { FunctionMailsTables } from './function-mails.tables.ts';

export type StoredFunctionMail = Selectable<FunctionMailsTables['functionMails']>;

/** Returns the ids of added mails: a mail that was sent before is not sent again. */
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

interface MailPage {
  serviceId?: string | undefined;
  state?: StoredFunctionMail['state'] | undefined;
  /** Part of an address. */
  search?: string | undefined;
  before?: string | undefined;
  size: number;
}

/** Newest first; one more than the page has, to tell whether there are more. */
export function listFunctionMails(
  db: Store,
  domainId: string,
  { serviceId, state, search, before, size }: MailPage,
): Promise<(Omit<StoredFunctionMail, 'mail'> & { suppressed: string | null })[]> {
  let query = db
    .selectFrom('functionMails as mail')
    .leftJoin('refusedAddresses as refused', (join) =>
      join.onRef('refused.domainId', '=', 'mail.domainId').onRef('refused.address', '=', 'mail.toAddress'),
    )
    .select(['mail.id', 'mail.domainId', 'mail.serviceId', 'mail.function', 'mail.mailId', 'mail.toAddress'])
    .select(['mail.subject', 'mail.state', 'mail.error', 'mail.createdOn', 'mail.endedOn'])
    .select('refused.address as suppressed')
    .where('mail.domainId', '=', domainId);
  if (serviceId !== undefined) query = query.where('mail.serviceId', '=', serviceId);
  if (state !== undefined) query = query.where('mail.state', '=', state);
  if (search !== undefined && search !== '')
    query = query.where(({ fn, val }) => fn('strpos', ['mail.toAddress', val(search.toLowerCase())]), '>', 0);
  if (before !== undefined) query = query.where('mail.id', '<', before);
  return query
    .orderBy('mail.id', 'desc')
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

/** Returns whether the address was refused. */
export async function deleteRefused(db: Store, domainId: string, address: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refusedAddresses')
    .where('domainId', '=', domainId)
    .where('address', '=', address)
    .executeTakeFirst();
  return numDeletedRows > 0n;
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
