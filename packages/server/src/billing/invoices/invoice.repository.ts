import type { Invoice, InvoicesRequest } from '@atrium/contract/billing/invoice';
import type { Seller } from '@atrium/contract/billing/seller';
import type { ServiceUsage } from '@atrium/contract/billing/usage';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { AddressColumns, BillingTables, InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
import { toAddressFields } from '../wallet/address.repository.ts';

type InvoiceRow = Selectable<BillingTables['invoices']>;

export type StoredInvoice = Invoice & { id: InvoiceKey };

const lineColumns = [
  'id',
  'number',
  'createdOn',
  'dueDate',
  'periodStart',
  'periodEnd',
  'currency',
  'grandTotalCents',
  'discountCents',
  'paidOn',
  'address',
] as const;

/** Named one by one: a statement with `*` is not prepared. */
const invoiceColumns = [...lineColumns, 'services', 'card', 'paymentError'] as const;

function toInvoice(row: Pick<InvoiceRow, (typeof invoiceColumns)[number]>): StoredInvoice {
  return {
    id: row.id,
    invoiceId: row.number,
    createdOn: row.createdOn.toISOString(),
    dueDate: row.dueDate.toISOString(),
    period: { start: row.periodStart, end: row.periodEnd },
    currency: row.currency,
    amount: row.grandTotalCents - row.discountCents,
    paid: row.paidOn !== null,
    paidOn: row.paidOn?.toISOString() ?? null,
    paymentError: row.paymentError,
    virtualCashDiscount: row.discountCents,
    address: row.address && toAddressFields(row.address),
    card: row.card,
    bill: { grandTotalCents: row.grandTotalCents, services: row.services },
  };
}

export async function findInvoice(
  db: Store,
  customer: Customer,
  id: string,
): Promise<StoredInvoice | undefined> {
  return (await findIssuedInvoice(db, customer, id))?.invoice;
}

/** The same with its seller. */
export async function findIssuedInvoice(
  db: Store,
  { domainId, userId }: Customer,
  id: string,
): Promise<{ invoice: StoredInvoice; seller: Seller } | undefined> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id as InvoiceKey)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row && { invoice: toInvoice(row), seller: row.seller };
}

/** Newest month first. */
export async function listInvoices(
  db: Store,
  { domainId, userId }: Customer,
  { page, size, isUnpaid = false }: InvoicesRequest,
): Promise<{ invoices: StoredInvoice[]; total: number }> {
  const own = db
    .selectFrom('invoices')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .$if(isUnpaid, (query) => query.where('paidOn', 'is', null));
  // Far pages only skip index entries.
  const ids = own
    .select('id')
    .orderBy('month', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size);
  const total = own.select((expression) => expression.fn.countAll<number>().as('total'));
  const rows = await db
    .selectFrom('invoices')
    .select([...invoiceColumns, total.as('total')])
    .where('domainId', '=', domainId)
    .where('id', 'in', ids)
    .orderBy('month', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [first = await total.executeTakeFirstOrThrow()] = rows;
  return { invoices: rows.map(toInvoice), total: Number(first.total) };
}

/** An invoice without its usage. */
export type InvoiceLine = Pick<InvoiceRow, (typeof lineColumns)[number]>;

/** All of a customer, newest month first: one a month, so they are few. */
export function listInvoiceLines(db: Store, { domainId, userId }: Customer): Promise<InvoiceLine[]> {
  return db
    .selectFrom('invoices')
    .select(lineColumns)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .orderBy('month', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A customer's last invoice, for lists of all customers. */
export interface LastInvoice extends Customer {
  number: string;
  month: string;
  currency: string;
  grandTotalCents: number;
}

/** Up to `limit` customers' last invoices, by falling user id below `before`. */
export function listLastInvoices(
  db: Store,
  before: string | undefined,
  limit: number,
): Promise<LastInvoice[]> {
  return db
    .selectFrom('invoices')
    .distinctOn('userId')
    .select(['userId', 'domainId', 'number', 'month', 'currency', 'grandTotalCents'])
    .$if(before !== undefined, (query) => query.where('userId', '<', before as string))
    .orderBy('userId', 'desc')
    .orderBy('month', 'desc')
    .limit(limit)
    .execute();
}

/** The printed number and the sum of an invoice. */
export function findInvoiceSum(
  db: Store,
  { domainId, id }: { domainId: string; id: InvoiceKey },
): Promise<{ number: string; currency: string; amountCents: number } | undefined> {
  return db
    .selectFrom('invoices')
    .select(['number', 'currency', sql<number>`grand_total_cents - discount_cents`.as('amountCents')])
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function hasUnpaidInvoice(db: Store, { domainId, userId }: Customer): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('paidOn', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An invoice reference as typed from paper; with an id if the text can be one. */
export interface PrintedInvoice {
  number: string;
  id: string | undefined;
}

/** Domains of the invoice with this number or id. */
export async function listDomainIdsOfInvoice(db: Store, { number, id }: PrintedInvoice): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('domainId')
    .where((where) =>
      where.or([
        where('number', '=', number),
        ...(id === undefined ? [] : [where('id', '=', id as InvoiceKey)]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ domainId }) => domainId);
}

export interface UnpaidCounts {
  unpaid: number;
  overdue: number;
  /** Due date of the oldest overdue one. */
  overdueSince: Date | null;
}

/** Counts the unpaid invoices of each domain with any, and those overdue before `today` (UTC). */
export async function countUnpaidInvoices(
  db: Store,
  domainIds: readonly string[],
  today: string,
): Promise<Map<string, UnpaidCounts>> {
  const rows = await db
    .selectFrom('invoices')
    .select(({ fn }) => [
      'domainId',
      fn.countAll<number>().as('unpaid'),
      fn.countAll<number>().filterWhere('dueDate', '<', new Date(today)).as('overdue'),
      fn.min<Date | null>('dueDate').filterWhere('dueDate', '<', new Date(today)).as('overdueSince'),
    ])
    .where('domainId', 'in', domainIds)
    .where('paidOn', 'is', null)
    .groupBy('domainId')
    .execute();
  return new Map(rows.map(({ domainId, ...counts }) => [domainId, counts]));
}

/** Unpaid invoices of all customers that were due before `today` (UTC), by currency. */
export function listOverdueSums(
  db: Store,
  today: string,
): Promise<{ currency: string; invoices: number; amount: number; oldestDueOn: Date }[]> {
  return db
    .selectFrom('invoices')
    .select(({ fn }) => [
      'currency',
      fn.countAll<number>().as('invoices'),
      sql<number>`sum(grand_total_cents - discount_cents)::float8`.as('amount'),
      fn.min<Date>('dueDate').as('oldestDueOn'),
    ])
    .where('paidOn', 'is', null)
    .where('dueDate', '<', new Date(today))
    .groupBy('currency')
    .orderBy('currency')
    .execute();
}

/** Which of the users have an invoice for the month. */
export async function listInvoicedUsers(db: Store, userIds: string[], month: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('invoices')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('month', '=', month)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Takes the next `count` numbers of a year and returns the last of them. Its row is locked until the invoices are
 * committed, so that no number is lost.
 */
export async function updateInvoiceNumber(transaction: Store, year: number, count: number): Promise<number> {
  const { lastNumber } = await transaction
    .insertInto('invoiceNumbers')
    .values({ year, lastNumber: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((expression) => ({
        lastNumber: expression('invoiceNumbers.lastNumber', '+', count),
      })),
    )
    .returning('lastNumber')
    .executeTakeFirstOrThrow();
  return lastNumber;
}

export interface InvoiceDraft extends Customer {
  id: InvoiceKey;
  number: string;
  month: string;
  period: { start: string; end: string };
  createdOn: Date;
  dueDate: Date;
  currency: string;
  grandTotalCents: number;
  discountCents: number;
  services: ServiceUsage[];
  address: AddressColumns | null;
  card: { name: string; last4: string } | null;
  seller: Seller;
  paidOn: Date | null;
}

export async function insertInvoices(transaction: Store, invoices: InvoiceDraft[]): Promise<void> {
  await transaction.insertInto('invoices').values(invoices.map(toRow)).execute();
}

function toRow({ period, services, address, card, seller, ...invoice }: InvoiceDraft) {
  return {
    ...invoice,
    periodStart: period.start,
    periodEnd: period.end,
    services: JSON.stringify(services),
    address: address && JSON.stringify(address),
    card: card && JSON.stringify(card),
    seller: JSON.stringify(seller),
    paymentError: null,
  };
}

/** Locks the invoice until the end of the transaction. Returns whether it is paid. */
export async function lockInvoice(transaction: Store, id: InvoiceKey): Promise<boolean> {
  const row = await transaction
    .selectFrom('invoices')
    .select('paidOn')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.paidOn !== null;
}

/** Locks the invoice with this printed number until the end of the transaction. */
export async function lockPrintedInvoice(
  transaction: Store,
  number: string,
): Promise<{ id: InvoiceKey; domainId: string; userId: string; paidOn: Date | null } | undefined> {
  return transaction
    .selectFrom('invoices')
    .select(['id', 'domainId', 'userId', 'paidOn'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Records how the last attempt to pay ended; without a card it was paid in another way. A paid invoice is not touched
 * again. Returns whose it is; undefined if it was paid.
 */
export async function updateInvoicePayment(
  transaction: Store,
  id: InvoiceKey,
  {
    card,
    ...outcome
  }: { paidOn: Date | null; paymentError: string | null; card?: { name: string; last4: string } },
): Promise<Customer | undefined> {
  return transaction
    .updateTable('invoices')
    .set({ ...outcome, ...(card && { card: JSON.stringify(card) }) })
    .where('id', '=', id)
    .where('paidOn', 'is', null)
    .returning(['domainId', 'userId'])
    .executeTakeFirst();
}

/** Lists a customer's unpaid invoices, oldest first. */
export async function listUnpaidInvoices(
  db: Store,
  { domainId, userId }: Customer,
): Promise<StoredInvoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('paidOn', 'is', null)
    .orderBy('month')
    .orderBy('id')
    .execute();
  return rows.map(toInvoice);
}
