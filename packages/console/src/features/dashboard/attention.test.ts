import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import type { Invoice } from '@atrium/contract/billing/invoice';
import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import type { Service } from '@atrium/contract/services/service';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { expect, test } from 'vitest';
import { listMatters } from './attention.ts';

const now = new Date('2026-11-22T12:00:00Z');
const textsOf = (known: Omit<Parameters<typeof listMatters>[0], 'now'>) =>
  listMatters({ now, ...known }).map(({ text }) => text);

const invoice = (part: Partial<Invoice>) =>
  ({
    id: 'a',
    invoiceId: '2026-000042',
    dueDate: '2026-11-30T00:00:00Z',
    amount: 1250,
    currency: 'usd',
    createdOn: '2026-11-01T00:00:00Z',
    paid: false,
    paymentError: null,
    ...part,
  }) as Invoice;
const card = (expYear: number, expMonth: number) => ({
  id: 'c',
  last4: '4242',
  expMonth,
  expYear,
  defaultCard: true,
});

test('nothing that is known needs nobody', () => {
  expect(textsOf({})).toEqual([]);
  expect(textsOf({ unpaid: [], unpaidCount: 0, cards: [card(2027, 1)] })).toEqual([]);
});

test('an unpaid invoice, and one whose payment failed, are named', () => {
  const unpaid = [invoice({}), invoice({ paymentError: 'declined' })];
  const named = ['Invoice 2026-000042 is unpaid.', 'The payment of invoice 2026-000042 failed.'];
  expect(textsOf({ unpaid, unpaidCount: 2 })).toEqual(named);
  expect(textsOf({ unpaid, unpaidCount: 3 })).toEqual([...named, 'One more invoice is unpaid.']);
  expect(textsOf({ unpaid, unpaidCount: 9 })).toEqual([...named, '7 more invoices are unpaid.']);
});

test('an overdue invoice says since when, in red, before the other ones', () => {
  const late = { invoiceId: '2026-000041', dueDate: '2026-11-08T00:00:00Z' };
  const unpaid = [invoice({}), invoice(late), invoice({ ...late, paymentError: 'declined' })];
  expect(
    listMatters({ now, unpaid, unpaidCount: 3 }).map(({ text, action, isUrgent }) => [
      text,
      action,
      isUrgent,
    ]),
  ).toEqual([
    ['Invoice 2026-000041 is 14 days overdue.', 'Pay $12.50', true],
    ['The payment of invoice 2026-000041 failed; it is 14 days overdue.', 'Pay $12.50', true],
    ['Invoice 2026-000042 is unpaid.', 'Pay $12.50', undefined],
  ]);
});

test('a service that is down is named before all but overdue invoices, and leads to its page', () => {
  const down = [{ id: 'content', name: 'Content' } as Service];
  const unpaid = [invoice({}), invoice({ id: 'b', dueDate: '2026-11-08T00:00:00Z' })];
  expect(listMatters({ now, down, unpaid, unpaidCount: 2 })).toMatchObject([
    { text: 'Invoice 2026-000042 is 14 days overdue.', href: '/console/payment/details?id=b' },
    { text: 'Content is down.', href: '/console/services/content', action: 'See service' },
    { text: 'Invoice 2026-000042 is unpaid.', href: '/console/payment/details?id=a' },
  ]);
});

test('a card is told of in its last month, and when it has expired', () => {
  expect(textsOf({ cards: [card(2026, 11)] })).toEqual([
    'The default card ending in 4242 expires this month.',
  ]);
  expect(textsOf({ cards: [card(2026, 10)] })).toEqual(['The default card ending in 4242 has expired.']);
  expect(textsOf({ cards: [card(2026, 12)] })).toEqual([]);
  // Nothing is charged to it.
  expect(textsOf({ cards: [{ ...card(2026, 10), defaultCard: false }] })).toEqual([]);
  // February ends within 30 days, and is not this month.
  expect(listMatters({ now: new Date('2027-01-31T12:00:00Z'), cards: [card(2027, 2)] })).toEqual([]);
});

test('of the budgets that are reached the largest is named, and each cap', () => {
  const budget = (cents: number, reachedOn: string | null, stops: BudgetStop[] = []) => ({
    id: 'b',
    cents,
    reachedOn,
    stops,
  });
  const reachedOn = '2026-11-21T09:00:00Z';
  expect(textsOf({ budgets: [budget(5000, null)] })).toEqual([]);
  expect(
    textsOf({ budgets: [budget(5000, reachedOn), budget(10_000, reachedOn), budget(20_000, null)] }),
  ).toEqual(['Budget of $100.00 reached.']);
  const cap = budget(5000, reachedOn, [
    { serviceId: 'hyper-dispatch', function: 'orders/create' },
    { serviceId: 'content', function: null },
  ]);
  const refused =
    'Cap of $50.00 reached: calls to hyper-dispatch/orders/create and all functions of content are refused until 12/01/2026.';
  expect(textsOf({ budgets: [cap] })).toEqual([refused]);
  expect(textsOf({ budgets: [cap, budget(6000, reachedOn)] })).toEqual([
    refused,
    'Budget of $60.00 reached.',
  ]);
});

const failedRun = {
  runId: 'r',
  startedAt: '2026-11-22T10:00:00Z',
  status: 'FAIL',
  counts: { OK: 44, FAIL: 2 },
  quarantinedFailures: 0,
  isOfAll: true,
} as TestRunSummary;

test('failed tests and changes in git that are not live are counted', () => {
  expect(textsOf({ runs: [{ ...failedRun, quarantinedFailures: 2 }] })).toEqual([]);
  const services = [{ serviceName: 'Content', behind: 1 } as ConfiguredService];
  expect(listMatters({ now, runs: [failedRun] })).toMatchObject([
    { action: 'See failures', since: failedRun.startedAt },
  ]);
  expect(textsOf({ runs: [failedRun], services })).toEqual([
    '2 of 46 tests failed in the last run.',
    'Content is one change behind git.',
  ]);
});

test('tests that were skipped are not counted, as on the tile', () => {
  const run = { ...failedRun, counts: { OK: 48, FAIL: 6, SKIPPED: 1 } };
  expect(textsOf({ runs: [run] })).toEqual(['6 of 54 tests failed in the last run.']);
});

test('a run that has just begun, or was canceled, does not hide the failed one before it; a passed one does', () => {
  const after = (status: TestRunSummary['status']) => ({ ...failedRun, status, counts: { OK: 1 } });
  for (const status of ['RUNNING', 'CANCELED'] as const)
    expect(textsOf({ runs: [after(status), failedRun] })).toEqual(['2 of 46 tests failed in the last run.']);
  expect(textsOf({ runs: [after('OK'), failedRun] })).toEqual([]);
});

test('a run of some tests hides nothing that failed before it, and tells what fails in it', () => {
  const { isOfAll: _, ...some } = failedRun;
  const rerun = (status: TestRunSummary['status'], counts: TestRunSummary['counts']) => {
    return { ...some, runId: 'rerun', status, counts };
  };
  const passed = rerun('OK', { OK: 1, SKIPPED: 45 });
  const whole = ['2 of 46 tests failed in the last run of all tests.'];
  expect(textsOf({ runs: [passed, failedRun] })).toEqual(whole);
  expect(textsOf({ runs: [rerun('FAIL', { FAIL: 1 }), failedRun] })).toEqual(whole);
  const passedRun: TestRunSummary = { ...failedRun, status: 'OK', counts: { OK: 46 } };
  expect(textsOf({ runs: [passed, passedRun, failedRun] })).toEqual([]);
  expect(textsOf({ runs: [rerun('FAIL', { FAIL: 1 }), passedRun] })).toEqual([
    '1 of 1 tests failed in the last run.',
  ]);
});

test('secrets and variables that functions need and no one has set are named', () => {
  const value = (name: string, isSet: boolean, users = ['payments/charge']) => ({
    kind: 'secret' as const,
    name,
    isSet,
    usedBy: users.map((user) => ({ serviceId: 'hyper-dispatch', function: user })),
  });
  expect(textsOf({ values: [value('A', true), value('B', false, []), value('C', false)] })).toEqual([
    'The secret C of payments/charge is not set.',
  ]);
  expect(textsOf({ values: [value('C', false), value('D', false)] })).toEqual([
    '2 secrets and variables of functions are not set, such as C of payments/charge.',
  ]);
});
