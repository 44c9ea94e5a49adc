import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
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
export interface RemainingCredit extends Customer {
  id: string;
  remainingCents: number;
}

/** Credits of several users that are not used up and valid on a day: what expires first comes first, then the oldest. */
export async function listRemainingCredits(
  db: Store,
  customers: Customer[],
  day: string,
): Promise<RemainingCredit[]> {
  return selectRemaining(db)
    .where(isOwnedByAny('credit', customers))
    .where((where) => where.or([where('credit.expiresOn', 'is', null), where('credit.expiresOn', '>=', day)]))
    .orderBy('credit.expiresOn', (order) => order.asc().nullsLast())
    .orderBy('credit.createdOn')
    .orderBy('credit.id')
    .execute();
}

/** Credits, of all users or of some, that expired on a day or before and are not used up. */
export async function listExpiredCredits(
  db: Store,
  day: string,
  limit: number,
  customers?: Customer[],
): Promise<RemainingCredit[]> {
  return selectRemaining(db)
    .where('credit.expiresOn', '<=', day)
    .$if(customers !== undefined, (query) => query.where(isOwnedByAny('credit', customers ?? [])))
    .orderBy('credit.id')
    .limit(limit)
    .execute();
}

/** Used amounts are stored as negative cents. */
const remainingCents = sql<number>`(credit.cents + coalesce(sum(taken.cents), 0))::bigint`;

function selectRemaining(db: Store) {
  return db
    .selectFrom('creditEntries as credit')
    .leftJoin('creditEntries as taken', 'taken.creditId', 'credit.id')
    .where('credit.cents', '>', 0)
    .groupBy('credit.id')
    .having(remainingCents, '>', 0)
    .select(['credit.id', 'credit.domainId', 'credit.userId', remainingCents.as('remainingCents')]);
}

/** A credit with its cents that are used, expired or left. */
export interface CreditState {
  id: string;
  createdOn: Date;
  expiresOn: string | null;
  reason: string;
  isGiven: boolean;
  givenBy: string | null;
  cents: number;
  usedCents: number;
  expiredCents: number;
}

/** All credits of a customer, newest first. */
export async function listCreditStates(db: Store, { domainId, userId }: Customer): Promise<CreditState[]> {
  return db
    .selectFrom('creditEntries as credit')
    .leftJoin('creditEntries as taken', 'taken.creditId', 'credit.id')
    .where('credit.domainId', '=', domainId)
    .where('credit.userId', '=', userId)
    .where('credit.cents', '>', 0)
    .groupBy('credit.id')
    .select([
      'credit.id',
      'credit.createdOn',
      'credit.expiresOn',
      'credit.reason',
      'credit.isGiven',
      'credit.givenBy',
      'credit.cents',
      sql<number>`coalesce(-sum(taken.cents) filter (where taken.invoice_id is not null), 0)::bigint`.as(
        'usedCents',
      ),
      sql<number>`coalesce(-sum(taken.cents) filter (where taken.invoice_id is null), 0)::bigint`.as(
        'expiredCents',
      ),
    ])
    .orderBy('credit.createdOn', 'desc')
    .orderBy('credit.id', 'desc')
    .execute();
}

export interface CreditEntryDraft extends Customer {
  id: string;
  cents: number;
  reason: string;
  creditId: string | null;
  invoiceId: InvoiceKey | null;
  expiresOn?: string | null;
  isGiven?: boolean;
  givenBy?: string | null;
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
