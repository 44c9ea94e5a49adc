import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { BillingTables, InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';

type Notice = Selectable<BillingTables['invoiceNotices']>;

/** An invoice and whose it is. */
export interface OwnedInvoice extends Customer {
  invoiceId: InvoiceKey;
}

/** Notes that an invoice is mailed about, in the transaction that requests the mails; false if that was noted before. */
export async function insertInvoiceNotice(
  transaction: Store,
  notice: Pick<Notice, 'domainId' | 'invoiceId' | 'news'> & { notedOn: Date },
): Promise<boolean> {
  const row = await transaction
    .insertInto('invoiceNotices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('invoiceId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Up to `limit` unpaid invoices, by id, that fall due within a time and were not mailed about for it. */
export function listDueInvoices(
  db: Store,
  { from, until }: { from: Date; until: Date },
  after: string,
  limit: number,
): Promise<OwnedInvoice[]> {
  return db
    .selectFrom('invoices')
    .leftJoin('invoiceNotices', (join) =>
      join.onRef('invoiceNotices.invoiceId', '=', 'invoices.id').on('invoiceNotices.news', '=', 'due'),
    )
    .select(['invoices.id as invoiceId', 'invoices.domainId', 'invoices.userId'])
    .where('invoices.paidOn', 'is', null)
    .where('invoices.dueDate', '>=', from)
    .where('invoices.dueDate', '<', until)
    .where('invoiceNotices.invoiceId', 'is', null)
    .where('invoices.id', '>', after as InvoiceKey)
    .orderBy('invoices.id')
    .limit(limit)
    .execute();
}
