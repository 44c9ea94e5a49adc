import type { Store } from '../../database/schema.ts';
import type { InvoiceKey } from '../billing.tables.ts';

export interface Payment {
  id: string;
  domainId: string;
  invoiceId: InvoiceKey;
  cardId: string;
  provider: string;
  providerPayment: string | null;
  amountCents: number;
  currency: string;
  createdOn: Date;
  /** Whether the holder is absent and cannot confirm. */
  isAutomatic: boolean;
}

const columns = [
  'id',
  'domainId',
  'invoiceId',
  'cardId',
  'provider',
  'providerPayment',
  'amountCents',
  'currency',
  'createdOn',
  'isAutomatic',
] as const;

/** The attempt whose outcome is not known yet. */
export async function findOpenPayment(db: Store, invoiceId: InvoiceKey): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** The attempt with this id of the provider, as long as it has this status. */
export async function findPaymentOf(
  db: Store,
  status: 'open' | 'failed',
  provider: string,
  providerPayment: string,
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('provider', '=', provider)
    .where('providerPayment', '=', providerPayment)
    .where('status', '=', status)
    .executeTakeFirst();
}

/** The attempt that a provider charged under this id; the one that paid its invoice where there are several. */
export async function findChargedPayment(
  db: Store,
  provider: string,
  providerPayment: string,
): Promise<Payment | undefined> {
  const rows = await db
    .selectFrom('payments')
    .select([...columns, 'status'])
    .where('provider', '=', provider)
    .where('providerPayment', '=', providerPayment)
    .orderBy('id')
    .execute();
  return rows.find(({ status }) => status === 'succeeded') ?? rows[0];
}

/** Whether another attempt to pay the same invoice has no outcome yet. */
export async function hasOtherOpenPayment(transaction: Store, { id, invoiceId }: Payment): Promise<boolean> {
  const row = await transaction
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'open')
    .where('id', '!=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Identifies the bill of an attempt in a form that stays the same in a database restored from a backup. */
export async function findBill(
  db: Store,
  { domainId, invoiceId }: Pick<Payment, 'domainId' | 'invoiceId'>,
): Promise<string> {
  const { userId, month } = await db
    .selectFrom('invoices')
    .select(['userId', 'month'])
    .where('domainId', '=', domainId)
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return `${domainId}/${userId}/${month}`;
}

/** Whether an invoice was paid by this charge, also under another attempt. */
export async function hasSucceededPayment(
  db: Store,
  { domainId, invoiceId }: Pick<Payment, 'domainId' | 'invoiceId'>,
  providerPayment: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('domainId', '=', domainId)
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'succeeded')
    .where('providerPayment', '=', providerPayment)
    .executeTakeFirst();
  return row !== undefined;
}

/** Open attempts that began until `before`, oldest first: ids sort by time. `after` is the last one seen. */
export async function listOpenPayments(
  db: Store,
  before: Date,
  after: string | undefined,
  limit: number,
): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('status', '=', 'open')
    .where('createdOn', '<=', before)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Counts attempts without an outcome, and returns the time of the oldest. */
export async function countOpenPayments(db: Store): Promise<{ count: number; since: Date | null }> {
  const row = await db
    .selectFrom('payments')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdOn').as('since')])
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return { count: row.count, since: row.since };
}

/** An attempt with the names of its invoice and card. */
export interface NamedPayment {
  id: string;
  createdOn: Date;
  invoiceNumber: string;
  last4: string;
  amountCents: number;
  currency: string;
  status: 'open' | 'succeeded' | 'failed';
  error: string | null;
  isAutomatic: boolean;
}

/** Attempts of a domain, newest first: ids sort by time. */
export async function listNamedPayments(db: Store, domainId: string, limit: number): Promise<NamedPayment[]> {
  return db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoiceId')
    .innerJoin('cards', 'cards.id', 'payments.cardId')
    .select([
      'payments.id',
      'payments.createdOn',
      'invoices.number as invoiceNumber',
      'cards.last4',
      'payments.amountCents',
      'payments.currency',
      'payments.status',
      'payments.error',
      'payments.isAutomatic',
    ])
    .where('payments.domainId', '=', domainId)
    .orderBy('payments.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertPayment(
  db: Store,
  payment: Omit<Payment, 'isAutomatic'> & { isAutomatic?: boolean },
): Promise<void> {
  await db.insertInto('payments').values(payment).execute();
}

/** Keeps the provider's id of a charge in progress; false when it was known. */
export async function updatePaymentProvider(
  transaction: Store,
  id: string,
  providerPayment: string,
): Promise<boolean> {
  const row = await transaction
    .updateTable('payments')
    .set({ providerPayment })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('providerPayment', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends an open attempt, and lets one that has failed succeed after all; true when it was this call that did. */
export async function updatePaymentFinished(
  transaction: Store,
  id: string,
  outcome: {
    status: 'succeeded' | 'failed';
    providerPayment: string | null;
    error: string | null;
    finishedOn: Date;
  },
): Promise<boolean> {
  const row = await transaction
    .updateTable('payments')
    .set(outcome)
    .where('id', '=', id)
    .where('status', 'in', outcome.status === 'succeeded' ? ['open', 'failed'] : ['open'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps that an attempt was charged, too, although another one had paid the invoice; false when it was known. */
export async function updatePaymentChargedTwice(
  transaction: Store,
  id: string,
  outcome: { providerPayment: string; error: string; finishedOn: Date },
): Promise<boolean> {
  const row = await transaction
    .updateTable('payments')
    .set({ ...outcome, status: 'failed' })
    .where('id', '=', id)
    .where('status', '!=', 'succeeded')
    .where('error', 'is distinct from', outcome.error)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
