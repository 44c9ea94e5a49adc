import { Readable } from 'node:stream';
import { decimalMoney } from '@atrium/contract/billing/money';
import { stringify } from 'csv-stringify';
import { utcDay } from '../utc.ts';
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

/**
 * CSV of invoices (RFC 4180). The name of the company comes from the customer: a text that a spreadsheet would take for a
 * formula is written with an apostrophe before it.
 */
export function writeInvoiceCsv(invoices: readonly InvoiceLine[]): Readable {
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  return Readable.from(invoices.map(toRow)).compose(csv) as Readable;
}

function toRow({ currency, grandTotalCents, discountCents, paidOn, ...invoice }: InvoiceLine): string[] {
  const amount = (cents: number) => decimalMoney(cents, currency);
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
    paidOn === null ? 'Unpaid' : 'Paid',
    paidOn === null ? '' : utcDay(paidOn),
    invoice.address?.companyName ?? '',
  ];
}
