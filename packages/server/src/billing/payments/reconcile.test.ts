import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { UnavailableError } from '@atrium/host/errors';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildCustomer, buildInvoice } from '../../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { startJobWorkers } from '../../jobs/jobs.ts';
import type { ChargeState } from '../../providers/payments/payment-provider.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';
import { billingJobs } from '../billing.job.ts';
import { findInvoice } from '../invoices/invoice.repository.ts';
import { insertPayment } from './payment.repository.ts';

/** An attempt that a process began and never ended. */
async function leaveAttempt(server: TestApp, caller: Caller, cardId: string, cents: number, month: string) {
  const { db, random, clock } = server.context;
  const invoiceId = await buildInvoice(server, caller, { cents, discountCents: 50, month });
  await insertPayment(db, {
    id: random.id(),
    domainId: caller.domainId,
    invoiceId,
    cardId,
    providerPayment: null,
    amountCents: cents,
    currency: 'usd',
    provider: 'test',
    createdOn: clock.now(),
  });
  return invoiceId;
}

const listPayEntries = ({ context: { db } }: TestApp, { domainId }: Caller) =>
  db
    .selectFrom('logEntries')
    .select(['userId', 'message'])
    .where('domainId', '=', domainId)
    .where('action', '=', 'invoice.pay')
    .orderBy('id')
    .execute();

test('a payment that cannot be settled keeps no other one open', async () => {
  await using server = await startTestApp({
    payments(db, clock, random) {
      const provider = createTestProvider(db, clock, random);
      return {
        ...provider,
        async charge(charge) {
          if (charge.amountCents === 100) throw new UnavailableError('The card provider cannot be reached.');
          return provider.charge(charge);
        },
      };
    },
  });
  const { db, billing } = server.context;
  const { caller, cardId } = await buildCustomer(server);
  const ids = [
    await leaveAttempt(server, caller, cardId, 100, '2026-01'),
    await leaveAttempt(server, caller, cardId, 200, '2026-02'),
  ];
  // A moment old, someone may still be working on them.
  expect(await billing.payments.reconcile()).toBe(0);
  server.clock.travel(120_000);
  await expect(billing.payments.reconcile()).rejects.toThrow('1 payments are still open');
  const paid = await Promise.all(ids.map(async (id) => (await findInvoice(db, caller, id))?.paid));
  expect(paid).toEqual([false, true]);
  expect(await listPayEntries(server, caller)).toEqual([
    { userId: null, message: `Paid invoice test-${ids[1]} ($2.00)` },
  ]);
});

test('what a killed process left open is settled as soon as one that runs jobs starts', async () => {
  await using server = await startTestApp();
  const { db, billing } = server.context;
  const { caller, cardId } = await buildCustomer(server);
  const id = await leaveAttempt(server, caller, cardId, 300, '2026-03');
  const quiet = pino({ level: 'silent' });
  const workers = await startJobWorkers(server.connection, billingJobs(billing), quiet);
  try {
    await expect.poll(async () => (await findInvoice(db, caller, id))?.paid, { timeout: 15_000 }).toBe(true);
  } finally {
    await workers.stop();
  }
});

test.each([
  ['succeeded', true, null],
  ['failed', false, 'The bank said no.'],
] as const)(
  'a charge that the provider still works on is charged once, and has %s when it says so',
  async (outcome, isPaid, paymentError) => {
    let charges = 0;
    let state: ChargeState = { status: 'processing', payment: 'pay_slow' };
    await using server = await startTestApp({
      payments: (db, clock, random) => ({
        ...createTestProvider(db, clock, random),
        charge: async () => {
          charges += 1;
          return state;
        },
        readCharge: async () => state,
        readEvent: () => ({ payment: 'pay_slow' }),
      }),
    });
    const { billing } = server.context;
    const { caller } = await buildCustomer(server);
    const id = await buildInvoice(server, caller, { cents: 400 });
    const pay = () => server.request(payInvoice, { params: { id } }, { as: caller });
    for (let click = 0; click < 3; click += 1) {
      const answer = await pay();
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
        503,
        '30',
        'Your payment is being processed. Please check again in a few minutes.',
      ]);
    }
    expect(charges).toBe(1);
    const read = () => server.call(getInvoice, { params: { id } }, { as: caller });
    expect(await read()).toMatchObject({ paid: false, paymentError: null });
    server.clock.travel(120_000);
    expect(await billing.payments.reconcile()).toBe(0);
    state =
      outcome === 'succeeded'
        ? { status: 'succeeded', payment: 'pay_slow' }
        : { status: 'failed', payment: 'pay_slow', error: 'The bank said no.' };
    const heard: string[] = [];
    server.context.events.subscribe(caller, (type) => void heard.push(type));
    // The provider reports twice; the second time changes nothing.
    await billing.payments.takeEvent(Buffer.from(''), '');
    await billing.payments.takeEvent(Buffer.from(''), '');
    expect(await read()).toMatchObject({ paid: isPaid, paymentError });
    expect(charges).toBe(1);
    const invoice = `invoice test-${id} ($4.00)`;
    const logged = isPaid ? `Paid ${invoice}` : `Payment of ${invoice} failed`;
    // Each once, although it was asked for three times and reported twice.
    expect(await listPayEntries(server, caller)).toEqual([
      { userId: caller.userId, message: `Payment of invoice test-${id} ($4.00) is being processed` },
      { userId: null, message: logged },
    ]);
    await expect.poll(() => heard).toContain('billing');
  },
);

test('the same Idempotency-Key answers the same, also for money', async () => {
  await using server = await startTestApp();
  const { caller } = await buildCustomer(server);
  const [first, second] = [
    await buildInvoice(server, caller, { cents: 500, month: '2026-05' }),
    await buildInvoice(server, caller, { cents: 600, month: '2026-06' }),
  ];
  const pay = (id: string) =>
    server.request(payInvoice, { params: { id } }, { as: caller, headers: { 'idempotency-key': 'pay-1' } });
  const answers = [await pay(first), await pay(first)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(answers[0]?.json()).toEqual(answers[1]?.json());
  expect((await pay(second)).statusCode).toBe(422);
});
