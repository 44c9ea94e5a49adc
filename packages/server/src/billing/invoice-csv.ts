import type { Readable } from 'node:stream';
import { decimalMoney } from '@atrium/contract/billing/money';
import { writeCsv } from '../http/csv.ts';
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

/** CSV of invoices. */
export function writeInvoiceCsv(invoices: readonly InvoiceLine[]): Readable {
  return writeCsv(invoices.map(toRow), COLUMNS);
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
