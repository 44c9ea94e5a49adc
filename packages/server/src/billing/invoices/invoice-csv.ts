import type { Readable } from 'node:stream';
import type { Invoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { decimalMoney } from '@atrium/contract/billing/money';
import { writeCsv } from '../../http/csv.ts';
import { utcDay } from '../../utc.ts';
import type { InvoiceLine } from './invoice.repository.ts';

const COLUMNS = [
  'Invoice',
  'Issued on (UTC)',
  'Due on (UTC)',
  'Period start',
  'Period end',
  'Currency',
  'Grand total',
  'Free tier',
  'Amount',
  'State',
  'Paid on (UTC)',
  'Company',
];

type CsvInvoice = InvoiceLine & Pick<Invoice, 'reversals'>;

/** CSV of invoices. */
export function writeInvoiceCsv(invoices: readonly CsvInvoice[]): Readable {
  return writeCsv(invoices.map(toRow), COLUMNS);
}

function toRow({ currency, grandTotalCents, discountCents, paidOn, ...invoice }: CsvInvoice): string[] {
  const amount = (cents: number) => decimalMoney(cents, currency);
  const state = invoiceState({
    paid: paidOn !== null,
    dueDate: invoice.dueDate.toISOString(),
    amount: grandTotalCents - discountCents,
    reversals: invoice.reversals,
  });
  return [
    invoice.number,
    utcDay(invoice.createdOn),
    utcDay(invoice.dueDate),
    invoice.periodStart,
    invoice.periodEnd,
    currency.toUpperCase(),
    amount(grandTotalCents),
    amount(discountCents),
    amount(grandTotalCents - discountCents),
    paidOn === null ? 'Unpaid' : state.text,
    paidOn === null ? '' : utcDay(paidOn),
    invoice.address?.companyName ?? '',
  ];
}
