import { getAutomaticPayment, setAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { confirmTestPayment, createTestToken } from '@atrium/contract/billing/test-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { readMails } from '../../../test/people.ts';
import { priceCalls } from '../../../test/prices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { allJobs } from '../../all-jobs.ts';
import type { Caller } from '../../http/caller.ts';
import { listNamedPayments } from '../payments/payment.repository.ts';

const DECLINING = '4000000000000002';
const ASKING = '4000002500003155';
const DAY_MS = 86_400_000;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const turn = (as: Caller, isOn: boolean) => server.request(setAutomaticPayment, { body: { isOn } }, { as });
const isOn = async (as: Caller) => (await server.call(getAutomaticPayment, {}, { as })).isOn;
const tryDue = () => server.context.billing.payDue();
const attempts = async ({ domainId }: Caller) =>
  (await listNamedPayments(server.context.db, domainId, 20)).map(({ last4, status }) => `${last4} ${status}`);

async function addDefault(as: Caller, number: string): Promise<void> {
  const { token } = await server.call(createTestToken, {
    body: { number, expMonth: 12, expYear: 2030, cvc: '123' },
  });
  // Sessions end while the clock goes on.
  const { wallet } = server.context.billing;
  const { id } = await wallet.createCard(as, { token, cardHolderName: 'Ada' }, '127.0.0.1');
  await wallet.makeDefault(as, 'cards', id);
}

/** An invoice that was issued just now, of a customer who pays automatically. */
async function issue(caller: Caller, cents: number): Promise<string> {
  const invoiceId = await buildInvoice(server, caller, { cents });
  await chargeAutomatically(server, caller, invoiceId);
  return invoiceId;
}

const find = (caller: Caller, id: string) => server.context.billing.invoices.get(caller, id);

/** Texts of the mails to a person whose subject begins so, oldest first. What one job requests another one sends. */
async function mailsTo({ userId }: Caller, subject: string): Promise<string[]> {
  await server.context.jobs.runDue(allJobs(server.context));
  const own = await readMails(server, `user-${userId}@example.com`);
  return own
    .filter((mail) => mail.subject.startsWith(subject))
    .map(({ text }) => text)
    .toReversed();
}

test('who may pay turns it on, with a card and an entry in the log, and off again', async () => {
  const { caller } = await buildCustomer(server);
  const accountant = await buildChild(server.context, caller, ['billing.read']);
  const holder = await buildChild(server.context, caller, ['billing.pay']);
  const developer = await buildChild(server.context, caller, ['tests.run']);
  const stranger = await buildUser(server.context);
  const administrator = await buildUser(server.context, { isAdmin: true });
  const withoutCard = await turn(stranger, true);
  expect([withoutCard.statusCode, withoutCard.json().message]).toEqual([422, 'Please add a card first.']);
  for (const other of [accountant, developer]) expect((await turn(other, true)).statusCode).toBe(403);
  expect(await isOn(caller)).toBe(false);
  for (const _ of ['once', 'and again']) expect((await turn(holder, true)).json()).toEqual({ isOn: true });
  for (const reader of [caller, holder, accountant]) expect(await isOn(reader)).toBe(true);
  for (const other of [stranger, administrator]) expect(await isOn(other)).toBe(false);
  expect((await server.request(getAutomaticPayment, {}, { as: developer })).statusCode).toBe(403);
  expect((await turn(caller, false)).json()).toEqual({ isOn: false });
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', caller.domainId)
    .where('action', '=', 'automatic-payment.update')
    .orderBy('id')
    .execute();
  expect(entries.map(({ message }) => message)).toEqual([
    'Turned automatic payment on',
    'Turned automatic payment off',
  ]);
});

test('a bank that wants the holder is a failure that says so, and the invoice is paid by Pay Now', async () => {
  const { caller } = await buildCustomer(server);
  await addDefault(caller, ASKING);
  const id = await issue(caller, 900);
  await tryDue();
  const read = () => server.call(getInvoice, { params: { id } }, { as: caller });
  expect(await read()).toMatchObject({
    paid: false,
    paymentError:
      'Your bank wants you to confirm this payment. Open the invoice and choose Pay Now to do so.',
    automaticCharge: { failedTries: 1, nextOn: null },
  });
  const [mail] = await mailsTo(caller, 'Payment of invoice');
  expect(mail).toContain('Your bank wants you to confirm this payment.');
  expect(mail).toContain('It will not be tried again automatically.');
  expect(mail).toContain(`/console/payment/details?id=${id}`);
  const { authentication } = await server.call(payInvoice, { params: { id }, query: {} }, { as: caller });
  const clientSecret = authentication?.clientSecret ?? '';
  await server.call(confirmTestPayment, { body: { clientSecret, isApproved: true } }, { as: caller });
  await server.call(payInvoice, { params: { id }, query: {} }, { as: caller });
  expect(await read()).toMatchObject({ paid: true, automaticCharge: { failedTries: 1, nextOn: null } });
  expect(await attempts(caller)).toEqual(['3155 succeeded', '3155 failed']);
});

test('turned off, nothing is tried any more', async () => {
  const { caller } = await buildCustomer(server);
  await turn(caller, true);
  const id = await issue(caller, 300);
  await turn(caller, false);
  await tryDue();
  expect(await find(caller, id)).toMatchObject({
    paid: false,
    automaticCharge: { failedTries: 0, nextOn: null },
  });
  expect(await attempts(caller)).toEqual([]);
});

// The clock goes on from here.
test('a payment that fails is tried again on days 1, 3 and 7, then it stops and says so', async () => {
  const { caller } = await buildCustomer(server);
  await addDefault(caller, DECLINING);
  const id = await issue(caller, 500);
  const failures: number[] = [];
  for (let day = 0; day < 12; day += 1) {
    for (const _ of ['once', 'and again']) await Promise.all([tryDue(), tryDue()]);
    failures.push((await attempts(caller)).length);
    server.clock.travel(DAY_MS);
  }
  expect(failures).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]);
  expect(await find(caller, id)).toMatchObject({
    paid: false,
    paymentError: 'Your card was declined.',
    automaticCharge: { failedTries: 4, nextOn: null },
  });
  await addDefault(caller, '4242424242424242');
  await server.context.billing.payments.pay(caller, id);
  expect((await find(caller, id)).paid).toBe(true);
  expect((await attempts(caller))[0]).toBe('4242 succeeded');
});

test('each try that fails is mailed about with what comes next, also without a card', async () => {
  const { caller } = await buildCustomer(server);
  await server.context.db
    .updateTable('cards')
    .set({ removedOn: server.clock.now(), isDefault: false })
    .where('userId', '=', caller.userId)
    .execute();
  await issue(caller, 700);
  const retryNotices: string[] = [];
  for (const days of [0, 1, 2, 4, 9]) {
    server.clock.travel(days * DAY_MS);
    await tryDue();
    const mails = await mailsTo(caller, 'Payment of invoice');
    retryNotices.push(/It will (not )?be tried again/.exec(mails[retryNotices.length] ?? '')?.[0] ?? '');
  }
  const again = 'It will be tried again';
  expect(retryNotices).toEqual([again, again, again, 'It will not be tried again', '']);
  const [first] = await mailsTo(caller, 'Payment of invoice');
  expect(first).toContain('there is no card to charge $7.00 to.');
});

test('an invoice that is issued is charged on its day, if the customer wants it', async () => {
  const { context, clock } = server;
  await priceCalls(server);
  const day = clock.now().toISOString().slice(0, 10);
  const people = [(await buildCustomer(server)).caller, (await buildCustomer(server)).caller];
  const [automatic, other] = people as [Caller, Caller];
  await turn(automatic, true);
  for (const customer of people)
    await meterFunctions(context, customer, new Map([['tea', 100_000]]), { day });
  clock.travel(31 * DAY_MS);
  await context.billing.monthClose.closeDueMonths();
  const [mail] = await mailsTo(automatic, 'Invoice');
  expect(mail).toContain('will be charged to your default card. There is nothing to do.');
  for (const _ of ['once', 'and again']) await tryDue();
  expect(await attempts(automatic)).toEqual(['4242 succeeded']);
  expect(await attempts(other)).toEqual([]);
  expect(await mailsTo(automatic, 'Invoice')).toHaveLength(2);
});
