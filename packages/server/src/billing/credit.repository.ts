import type { Store } from '../database/schema.ts';
import type { Customer } from './customer.ts';
import { isOwnedByAny } from './owned.repository.ts';

/** Remaining cents of all credit. */
export async function findCreditBalance(db: Store, { domainId, userId }: Customer): Promise<number> {
  const { balance } = await db
    .selectFrom('creditEntries')
    .select((expression) => expression.fn.sum<string | null>('cents').as('balance'))
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(balance ?? 0);
}

/** A credit that is not used up. */
export interface RemainingCredit {
  id: string;
  userId: string;
  remainingCents: number;
}

/** Credits of several users that are not used up, oldest first. */
export async function listRemainingCredits(db: Store, customers: Customer[]): Promise<RemainingCredit[]> {
  const rows = await db
    .selectFrom('creditEntries as credit')
    .leftJoin('creditEntries as taken', 'taken.creditId', 'credit.id')
    .where(isOwnedByAny('credit', customers))
    .where('credit.cents', '>', 0)
    .groupBy(['credit.id', 'credit.userId', 'credit.cents', 'credit.createdOn'])
    .select((expression) => [
      'credit.id',
      'credit.userId',
      'credit.cents',
      expression.fn.coalesce(expression.fn.sum<string>('taken.cents'), expression.val('0')).as('taken'),
    ])
    .orderBy('credit.createdOn')
    .orderBy('credit.id')
    .execute();
  return rows
    .map(({ id, userId, cents, taken }) => ({ id, userId, remainingCents: cents + Number(taken) }))
    .filter(({ remainingCents }) => remainingCents > 0);
}

export interface CreditEntryDraft extends Customer {
  id: string;
  cents: number;
  reason: string;
  creditId: string | null;
  invoiceId: string | null;
  createdOn: Date;
}

export async function insertCreditEntries(db: Store, entries: CreditEntryDraft[]): Promise<void> {
  if (entries.length === 0) return;
  await db.insertInto('creditEntries').values(entries).execute();
}

/** Whether a credit was ever given for this reason. */
export async function hasCreditOf(
  db: Store,
  { domainId, userId }: Customer,
  reason: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('creditEntries')
    .select('id')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('reason', '=', reason)
    .where('cents', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}
