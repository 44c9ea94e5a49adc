import { createCard, makeCardDefault } from '@atrium/contract/billing/card';
import { payInvoice } from '@atrium/contract/billing/invoice';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { priceCalls } from '../../../test/prices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { allJobs } from '../../all-jobs.ts';
import type { Caller } from '../../http/caller.ts';
import type { MailMessage } from '../../mail/mail-provider.ts';
import type { BillingMails } from '../mails/billing-mail.service.ts';
import { InvoiceMails } from './invoice-mail.service.ts';

const DECLINING = { number: '4000000000000002', expMonth: 12, expYear: 2030, cvc: '123' };

let server: TestApp;
const sent: MailMessage[] = [];
beforeAll(async () => {
  server = await startTestApp({
    mail: { send: async (message) => void sent.push(message), close: () => {} },
  });
  await priceCalls(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Mails to a person, oldest first. What one job requests another one sends. */
async function mailsTo({ userId }: Caller): Promise<MailMessage[]> {
  for (const _ of ['request', 'send']) await server.context.jobs.runDue(allJobs(server.context));
  return sent.filter(({ to }) => to === `user-${userId}@example.com`);
}
const subjectsTo = async (person: Caller) => (await mailsTo(person)).map(({ subject }) => subject);

test('a payment that failed and one that succeeded are mailed once each', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const accountant = await buildChild(server.context, caller, ['billing.read']);
  const id = await buildInvoice(server, caller, { cents: 700 });
  const { token } = await server.call(createTestToken, { body: DECLINING });
  const card = { token, cardHolderName: 'Ada' };
  const declining = await server.call(createCard, { body: card }, { as: caller });
  const pay = async (shown: string) => {
    await server.call(makeCardDefault, { params: { id: shown } }, { as: caller });
    return server.request(payInvoice, { params: { id }, query: { card: shown } }, { as: caller });
  };
  expect((await pay(declining.id)).statusCode).toBe(422);
  const [failed] = await mailsTo(accountant);
  expect(failed?.text).toContain('$7.00 could not be charged to your card ending in 0002.');
  expect(failed?.text).toContain('The reason: Your card was declined.');
  expect(failed?.text).toContain(`/console/payment/details?id=${id}`);
  for (const _ of ['once', 'and again']) expect((await pay(cardId)).statusCode).toBe(200);
  const subjects = [`Payment of invoice test-${id} failed`, `Invoice test-${id} is paid`];
  expect(await subjectsTo(caller)).toEqual(subjects);
  expect(await subjectsTo(accountant)).toEqual(subjects);
  const paid = (await mailsTo(caller)).at(-1);
  expect(paid?.text).toContain('is paid: we charged $7.00 to your card ending in 4242.');
  expect(paid?.attachments?.map(({ name }) => name)).toEqual([`test-${id}.pdf`]);
});

test('an unpaid invoice is mailed about on the day it falls due, once', async () => {
  const { caller } = await buildCustomer(server);
  const { invoiceMails } = server.context.billing;
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000);
  const build = (month: string, days: number) =>
    buildInvoice(server, caller, { cents: 100, month, dueDate: inDays(days) });
  const due = await build('2026-07', 0);
  for (const [month, days] of [
    ['2026-08', 1],
    ['2026-06', -9],
  ] as const)
    await build(month, days);
  const paid = await build('2026-05', 0);
  await server.call(payInvoice, { params: { id: paid }, query: {} }, { as: caller });
  await Promise.all([invoiceMails.requestDue(), invoiceMails.requestDue()]);
  await invoiceMails.requestDue();
  expect(await subjectsTo(caller)).toEqual([`Invoice test-${paid} is paid`, `Invoice test-${due} is due`]);
  // Whoever pays before the mail is written is not reminded.
  const meanwhile = await build('2026-04', 0);
  await invoiceMails.requestDue();
  await server.call(payInvoice, { params: { id: meanwhile }, query: {} }, { as: caller });
  expect((await subjectsTo(caller)).slice(2)).toEqual([`Invoice test-${meanwhile} is paid`]);
});

test('while their domain is locked, people are led to the operator, not to a page that they cannot open', async () => {
  const { caller } = await buildCustomer(server);
  const { accounts, billing } = server.context;
  await accounts.locks.lock({ userId: null }, caller.domainId, 'Fraud');
  const id = await buildInvoice(server, caller, { cents: 100, month: '2026-07' });
  await chargeAutomatically(server, caller, id);
  const { domainId, userId } = caller;
  await billing.invoiceMails.requestIssued([{ invoiceId: id, domainId, userId }]);
  await billing.invoiceMails.requestDue();
  const mails = await mailsTo(caller);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Invoice test-${id} of $1.00`,
    `Invoice test-${id} is due`,
  ]);
  for (const { text } of mails) {
    expect(text).toContain('As your domain is locked, no card is charged: contact the operator');
    expect(text).not.toMatch(/nothing to do|Pay Now|payment\/details/);
  }
});

test('one reminder that cannot be requested keeps no other from being sent', async () => {
  const { caller } = await buildCustomer(server);
  const { db, clock, jobs, accounts, billing } = server.context;
  const [failing, other] = [
    await buildInvoice(server, caller, { cents: 100, month: '2026-07' }),
    await buildInvoice(server, caller, { cents: 100, month: '2026-08' }),
  ].toSorted();
  const mails: Pick<BillingMails, 'request'> = {
    async request(transaction, domainId, request) {
      if ('invoiceId' in request && request.invoiceId === failing) throw new Error('not this one');
      await billing.mails.request(transaction, domainId, request);
    },
  };
  const { notifier } = server.context;
  const invoiceMails = new InvoiceMails({ db, clock, jobs, notifier, people: accounts.people, mails });
  await expect(invoiceMails.requestDue(undefined, 1)).rejects.toThrow('could not be requested');
  expect(await subjectsTo(caller)).toEqual([`Invoice test-${other} is due`]);
});

// Last, because the clock goes on.
test('an invoice that is issued is mailed with its PDF to everyone who may see the bills, once', async () => {
  const { context } = server;
  const { db, clock, accounts, jobs, billing } = context;
  const customer = await buildUser(context);
  const accountant = await buildChild(context, customer, ['billing.read']);
  const developer = await buildChild(context, customer, ['tests.run']);
  const free = await buildUser(context);
  await meterFunctions(context, customer, new Map([['tea', 500]]));
  await meterFunctions(context, free, new Map([['tea', 500]]), { metric: 'without-a-price' });
  server.clock.travel(Date.parse('2026-12-01T02:20:00Z') - clock.now().getTime());
  await billing.monthClose.closeDueMonths();
  const { id, number } = await db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('userId', '=', customer.userId)
    .executeTakeFirstOrThrow();
  const invoice = { invoiceId: id, domainId: customer.domainId, userId: customer.userId };
  // A process that is killed while it requests the mails has requested none and noted none.
  const dying = new InvoiceMails({
    db,
    clock,
    jobs,
    notifier: context.notifier,
    people: accounts.people,
    mails: { request: (transaction) => sql`select 1 / 0`.execute(transaction).then(() => {}) },
  });
  await expect(dying.requestIssued([invoice])).rejects.toThrow('could not be requested');
  const subjects = [`Invoice ${number} of $5.00`];
  expect(await subjectsTo(customer)).toEqual(subjects);
  // One that is killed before its job is done repeats it.
  await Promise.all([1, 2].map(() => billing.invoiceMails.requestIssued([invoice])));
  for (const reader of [customer, accountant]) expect(await subjectsTo(reader)).toEqual(subjects);
  expect(await subjectsTo(developer)).toEqual([]);
  // It would be of $0.00.
  expect(await subjectsTo(free)).toEqual([]);
  const unmailed = db.selectFrom('invoices').select('grandTotalCents').where('userId', '=', free.userId);
  expect(await unmailed.execute()).toEqual([{ grandTotalCents: 0 }]);
  const [mail] = await mailsTo(accountant);
  expect(mail?.text).toContain('for November 2026 has been issued.');
  expect(mail?.text).toContain('$5.00 is due on December 15, 2026.');
  expect(mail?.attachments).toMatchObject([{ name: `${number}.pdf`, type: 'application/pdf' }]);
  expect(mail?.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
});
