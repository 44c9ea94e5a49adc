import type { Invoice } from '@atrium/contract/billing/invoice';
import type { ServiceUsage } from '@atrium/contract/billing/usage';
import type { PageRequest } from '@atrium/contract/paging';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import { toAddressFields } from './address.repository.ts';
import type { AddressColumns, BillingTables } from './billing.tables.ts';
import type { Owner } from './credit.repository.ts';

type InvoiceRow = Selectable<BillingTables['invoices']>;

function toInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    invoiceId: row.number,
    createdOn: row.created_on.toISOString(),
    dueDate: row.due_date.toISOString(),
    period: { start: row.period_start, end: row.period_end },
    currency: row.currency,
    amount: row.grand_total_cents - row.discount_cents,
    paid: row.paid_on !== null,
    paymentError: row.payment_error,
    virtualCashDiscount: row.discount_cents,
    address: row.address && toAddressFields(row.address),
    card: row.card,
    bill: { grandTotalCents: row.grand_total_cents, services: row.services },
  };
}

export async function findInvoice(
  db: Store,
  { domainId, userId }: Owner,
  id: string,
): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toInvoice(row);
}

/** Newest month first. */
export async function listInvoices(
  db: Store,
  { domainId, userId }: Owner,
  { page, size }: PageRequest,
): Promise<{ invoices: Invoice[]; total: number }> {
  const own = db.selectFrom('invoices').where('domain_id', '=', domainId).where('user_id', '=', userId);
  const rows = await own
    .selectAll()
    .orderBy('month', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await own
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { invoices: rows.map(toInvoice), total };
}

/** A customer's last invoice, for what asks about all customers. */
export interface LastInvoice extends Owner {
  username: string;
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
    .innerJoin('users', 'users.id', 'invoices.user_id')
    .distinctOn('user_id')
    .select([
      'user_id as userId',
      'invoices.domain_id as domainId',
      'username',
      'number',
      'month',
      'currency',
      'grand_total_cents as grandTotalCents',
    ])
    .$if(before !== undefined, (query) => query.where('user_id', '<', before as string))
    .orderBy('user_id', 'desc')
    .orderBy('month', 'desc')
    .limit(limit)
    .execute();
}

export async function hasUnpaidInvoice(db: Store, { domainId, userId }: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('paid_on', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of the people have an invoice of the month. */
export async function listInvoicedUsers(db: Store, userIds: string[], month: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('invoices')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('month', '=', month)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Takes the next `count` numbers of a year and gives the last of them. Its row is locked until the invoices are
 * committed, so that no number is lost.
 */
export async function updateInvoiceNumber(transaction: Store, year: number, count: number): Promise<number> {
  const { last_number } = await transaction
    .insertInto('invoice_numbers')
    .values({ year, last_number: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((expression) => ({
        last_number: expression('invoice_numbers.last_number', '+', count),
      })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

export interface NewInvoice extends Owner {
  id: string;
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
  paidOn: Date | null;
}

export async function insertInvoices(transaction: Store, invoices: NewInvoice[]): Promise<void> {
  await transaction.insertInto('invoices').values(invoices.map(toRow)).execute();
}

function toRow(invoice: NewInvoice) {
  return {
    id: invoice.id,
    number: invoice.number,
    domain_id: invoice.domainId,
    user_id: invoice.userId,
    month: invoice.month,
    period_start: invoice.period.start,
    period_end: invoice.period.end,
    created_on: invoice.createdOn,
    due_date: invoice.dueDate,
    currency: invoice.currency,
    grand_total_cents: invoice.grandTotalCents,
    discount_cents: invoice.discountCents,
    services: JSON.stringify(invoice.services),
    address: invoice.address && JSON.stringify(invoice.address),
    card: invoice.card && JSON.stringify(invoice.card),
    paid_on: invoice.paidOn,
    payment_error: null,
  };
}

/** Locks the invoice until the end of the transaction. */
export async function lockInvoice(transaction: Store, id: string): Promise<void> {
  await transaction.selectFrom('invoices').select('id').where('id', '=', id).forUpdate().execute();
}

/** Records how the last attempt to pay ended. A paid invoice is not touched again. */
export async function updateInvoicePayment(
  transaction: Store,
  id: string,
  outcome: { paidOn: Date | null; paymentError: string | null; card: { name: string; last4: string } },
): Promise<void> {
  await transaction
    .updateTable('invoices')
    .set({ paid_on: outcome.paidOn, payment_error: outcome.paymentError, card: JSON.stringify(outcome.card) })
    .where('id', '=', id)
    .where('paid_on', 'is', null)
    .execute();
}
