import type { Invoice } from './invoice.ts';

const DAY_MS = 86_400_000;

export interface InvoiceState {
  name: 'paid' | 'unpaid' | 'overdue';
  /** `Paid`, `Unpaid` or `14 days overdue`. */
  text: string;
}

/** The state of an invoice. An unpaid one is overdue from the day after its due date (UTC) on. */
export function invoiceState(
  { paid, dueDate }: Pick<Invoice, 'paid' | 'dueDate'>,
  now = new Date(),
): InvoiceState {
  if (paid) return { name: 'paid', text: 'Paid' };
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(dueDate) / DAY_MS);
  if (days <= 0) return { name: 'unpaid', text: 'Unpaid' };
  const count = days.toLocaleString('en-US');
  return { name: 'overdue', text: days === 1 ? '1 day overdue' : `${count} days overdue` };
}
