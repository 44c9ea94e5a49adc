import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { BillingTables } from './billing.tables.ts';

export interface Payment {
  id: string;
  domainId: string;
  invoiceId: string;
  cardId: string;
  providerPayment: string | null;
  amountCents: number;
  currency: string;
  createdOn: Date;
}

const toPayment = (row: Selectable<BillingTables['payments']>): Payment => ({
  id: row.id,
  domainId: row.domain_id,
  invoiceId: row.invoice_id,
  cardId: row.card_id,
  providerPayment: row.provider_payment,
  amountCents: row.amount_cents,
  currency: row.currency,
  createdOn: row.created_on,
});

/** The attempt whose outcome is not known yet. */
export async function findOpenPayment(db: Store, invoiceId: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row && toPayment(row);
}

/** The open attempt that the provider knows by this name. */
export async function findOpenPaymentOf(
  db: Store,
  provider: string,
  providerPayment: string,
): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment', '=', providerPayment)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Open attempts that began until `before`, oldest first: ids sort by time. `after` is the last one seen. */
export async function listOpenPayments(
  db: Store,
  provider: string,
  before: Date,
  after: string | undefined,
  limit: number,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'open')
    .where('provider', '=', provider)
    .where('created_on', '<=', before)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toPayment);
}

export async function insertPayment(db: Store, payment: Payment & { provider: string }): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      id: payment.id,
      invoice_id: payment.invoiceId,
      domain_id: payment.domainId,
      card_id: payment.cardId,
      provider: payment.provider,
      provider_payment: payment.providerPayment,
      amount_cents: payment.amountCents,
      currency: payment.currency,
      created_on: payment.createdOn,
    })
    .execute();
}

/** Keeps the provider's name of a charge that goes on. */
export async function updatePaymentProvider(db: Store, id: string, providerPayment: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ provider_payment: providerPayment })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Ends an open attempt; true when it was this call that ended it. */
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
    .set({
      status: outcome.status,
      provider_payment: outcome.providerPayment,
      error: outcome.error,
      finished_on: outcome.finishedOn,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
