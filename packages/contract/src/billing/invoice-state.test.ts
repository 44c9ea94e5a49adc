import { expect, test } from 'vitest';
import { invoiceState } from './invoice-state.ts';

const dueDate = '2026-11-15T02:20:00.000Z';
const amount = 1000;

test.each([
  ['2026-11-01T00:00:00Z', 'unpaid', 'Unpaid'],
  ['2026-11-15T23:59:59Z', 'unpaid', 'Unpaid'],
  ['2026-11-16T00:00:00Z', 'overdue', '1 day overdue'],
  ['2026-11-29T12:00:00Z', 'overdue', '14 days overdue'],
  ['2029-11-29T12:00:00Z', 'overdue', '1,110 days overdue'],
])('due on November 15, an unpaid invoice at %s is %s: %s', (now, name, text) => {
  expect(invoiceState({ paid: false, dueDate, amount }, new Date(now))).toEqual({ name, text });
});

test('a paid invoice is never overdue', () => {
  expect(invoiceState({ paid: true, dueDate, amount }, new Date('2027-01-01T00:00:00Z')).name).toBe('paid');
});

const refund = (amountCents: number) => ({
  kind: 'refund' as const,
  amountCents,
  outcome: null,
  createdOn: dueDate,
});
const dispute = (outcome: 'won' | 'lost' | null) => ({
  kind: 'dispute' as const,
  amountCents: amount,
  outcome,
  createdOn: dueDate,
});

test.each([
  [[refund(999)], 'refunded', 'Partly refunded'],
  [[refund(400), refund(600)], 'refunded', 'Refunded'],
  [[dispute(null)], 'disputed', 'Disputed'],
  [[dispute('lost')], 'disputed', 'Dispute lost'],
  [[dispute('won')], 'paid', 'Paid'],
])('a paid invoice with %j is %s: %s', (reversals, name, text) => {
  expect(invoiceState({ paid: true, dueDate, amount, reversals })).toEqual({ name, text });
});
