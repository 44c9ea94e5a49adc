import type { Store } from '../database/schema.ts';
import { isOwnedByAny } from './owned.repository.ts';

export interface Owner {
  domainId: string;
  userId: string;
}

/** Remaining cents of all credit. */
export async function findCreditBalance(db: Store, { domainId, userId }: Owner): Promise<number> {
  const { balance } = await db
    .selectFrom('credit_entries')
    .select((expression) => expression.fn.sum<string | null>('cents').as('balance'))
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(balance ?? 0);
}

/** A credit that is not used up. */
export interface RemainingCredit {
  id: string;
  userId: string;
  remainingCents: number;
}

/** Credits of several people that are not used up, oldest first. */
export async function listRemainingCredits(db: Store, owners: Owner[]): Promise<RemainingCredit[]> {
  const rows = await db
    .selectFrom('credit_entries as credit')
    .leftJoin('credit_entries as taken', 'taken.credit_id', 'credit.id')
    .where(isOwnedByAny('credit', owners))
    .where('credit.cents', '>', 0)
    .groupBy(['credit.id', 'credit.user_id', 'credit.cents', 'credit.created_on'])
    .select((expression) => [
      'credit.id',
      'credit.user_id as userId',
      'credit.cents',
      expression.fn.coalesce(expression.fn.sum<string>('taken.cents'), expression.val('0')).as('taken'),
    ])
    .orderBy('credit.created_on')
    .orderBy('credit.id')
    .execute();
  return rows
    .map(({ id, userId, cents, taken }) => ({ id, userId, remainingCents: cents + Number(taken) }))
    .filter(({ remainingCents }) => remainingCents > 0);
}

export interface NewCreditEntry extends Owner {
  id: string;
  cents: number;
  reason: string;
  creditId: string | null;
  invoiceId: string | null;
  createdOn: Date;
}

export async function insertCreditEntries(db: Store, entries: NewCreditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('credit_entries')
    .values(
      entries.map((entry) => ({
        id: entry.id,
        domain_id: entry.domainId,
        user_id: entry.userId,
        cents: entry.cents,
        reason: entry.reason,
        credit_id: entry.creditId,
        invoice_id: entry.invoiceId,
        created_on: entry.createdOn,
      })),
    )
    .execute();
}

/** Whether a credit was ever given for this reason. */
export async function hasCreditOf(db: Store, { domainId, userId }: Owner, reason: string): Promise<boolean> {
  const row = await db
    .selectFrom('credit_entries')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('reason', '=', reason)
    .where('cents', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}
