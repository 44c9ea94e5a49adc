import type { Invoice, Reversal } from './invoice.ts';

const DAY_MS = 86_400_000;

export interface InvoiceState {
  name: 'paid' | 'disputed' | 'refunded' | 'unpaid' | 'overdue';
  /** `Paid`, `Disputed`, `Partly refunded`, `Unpaid`, `14 days overdue`. */
  text: string;
}

/** The state of an invoice. An unpaid one is overdue from the day after its due date (UTC) on. */
export function invoiceState(
  { paid, dueDate, amount, reversals = [] }: Pick<Invoice, 'amount' | 'dueDate' | 'paid' | 'reversals'>,
  now = new Date(),
): InvoiceState {
  if (paid) return paidState(amount, reversals);
  const days = overdueDays(dueDate, now);
  return days <= 0
    ? { name: 'unpaid', text: 'Unpaid' }
    : { name: 'overdue', text: `${daysText(days)} overdue` };
}

/** Days (UTC) since a due date, `14 days`. */
export function overdueText(dueDate: string, now = new Date()): string {
  return daysText(overdueDays(dueDate, now));
}

function overdueDays(dueDate: string, now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(dueDate) / DAY_MS);
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`);

function paidState(amount: number, reversals: readonly Reversal[]): InvoiceState {
  const disputes = reversals.filter(({ kind }) => kind === 'dispute');
  if (disputes.some(({ outcome }) => outcome === 'lost')) return { name: 'disputed', text: 'Dispute lost' };
  if (disputes.some(({ outcome }) => outcome === null)) return { name: 'disputed', text: 'Disputed' };
  const refunds = reversals.filter(({ kind }) => kind === 'refund');
  if (refunds.length === 0) return { name: 'paid', text: 'Paid' };
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { name: 'refunded', text: refunded < amount ? 'Partly refunded' : 'Refunded' };
}
