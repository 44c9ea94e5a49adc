import { createCard, makeCardDefault } from '@atrium/contract/billing/card';
import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildInvoice } from '../../../test/invoices.ts';
import { type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { createStripeProvider } from '../../providers/payments/stripe-provider.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';
import { listNamedPayments } from './payment.repository.ts';
import { CHARGED_TWICE_TEXT } from './payment-texts.ts';

const WEBHOOK_SECRET = 'whsec_test';
let stripe: StripeServer;
let server: TestApp;
let caller: Caller;
/** An invoice whose first payment the holder refused to confirm. */
let id: string;
let firstSecret: string;
let month = 0;
const warnings: string[] = [];

beforeAll(async () => {
  stripe = await startStripeServer();
  const provider = createStripeProvider({
    secretKey: 'sk_test_local',
    publishableKey: 'pk_test_local',
    webhookSecret: WEBHOOK_SECRET,
    api: { host: '127.0.0.1', port: stripe.port, protocol: 'http' },
  });
  server = await startTestApp({
    log: pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
    payments: (db, clock, random) => ({
      ...createTestProvider(db, clock, random),
      ...provider,
      name: 'test',
      cardField: { provider: 'test', script: '/card-field.js' },
    }),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  stripe.loseCancels(false);
  caller = await buildUser(server.context);
  await addCard('tok_authentication');
  month += 1;
  id = await buildInvoice(server, caller, { cents: 1000 + month, month: `2026-0${month}` });
  firstSecret = (await pay()).json().authentication.clientSecret;
  stripe.confirm(firstSecret, false);
});

async function addCard(token: string): Promise<void> {
  const card = await server.call(createCard, { body: { token, cardHolderName: 'Ada' } }, { as: caller });
  await server.call(makeCardDefault, { params: { id: card.id } }, { as: caller });
}
const pay = () => server.request(payInvoice, { params: { id }, query: {} }, { as: caller });
const read = () => server.call(getInvoice, { params: { id } }, { as: caller });
const attempts = async () =>
  (await listNamedPayments(server.context.db, caller.domainId, 10)).map(({ status }) => status);
const charged = () => stripe.charges().filter(({ amount }) => amount === 1000 + month).length;

/** Tells the platform that something happened to a charge. */
async function sendEvent(clientSecret: string): Promise<void> {
  const object = { id: clientSecret.replace('_secret', ''), object: 'payment_intent' };
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object },
  });
  const signature = new Stripe('sk_test_local').webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
  });
  await server.context.billing.payments.takeEvent(Buffer.from(payload), signature);
}

test('a charge whose failure is recorded cannot be confirmed any more', async () => {
  expect((await pay()).json().message).toBe('We are unable to authenticate your payment method.');
  stripe.confirm(firstSecret, true);
  await addCard('tok_succeeds');
  expect((await pay()).json().paid).toBe(true);
  expect([await attempts(), charged()]).toEqual([['succeeded', 'failed'], 1]);
});

test('an event tells that one succeeded which could not be canceled when its failure was recorded', async () => {
  stripe.loseCancels(true);
  expect((await pay()).statusCode).toBe(422);
  stripe.confirm(firstSecret, true);
  await sendEvent(firstSecret);
  expect(await read()).toMatchObject({ paid: true, paymentError: null });
  expect([await attempts(), charged()]).toEqual([['succeeded'], 1]);
});

test('one that succeeded late without an event pays the next attempt, and is told neither twice nor to be refunded', async () => {
  stripe.loseCancels(true);
  expect((await pay()).statusCode).toBe(422);
  stripe.confirm(firstSecret, true);
  await addCard('tok_succeeds');
  expect((await pay()).json().paid).toBe(true);
  await sendEvent(firstSecret);
  expect([await attempts(), charged()]).toEqual([['succeeded', 'failed'], 1]);
  const errors = (await listNamedPayments(server.context.db, caller.domainId, 10)).map(({ error }) => error);
  expect(errors).not.toContain(CHARGED_TWICE_TEXT);
});

test('an attempt that is open is given up for one that succeeded late', async () => {
  stripe.loseCancels(true);
  expect((await pay()).statusCode).toBe(422);
  const { clientSecret } = (await pay()).json().authentication;
  stripe.confirm(firstSecret, true);
  // Not while the open one may still be charged: Stripe sends the event again.
  await expect(sendEvent(firstSecret)).rejects.toThrow('cannot be reached');
  expect(await attempts()).toEqual(['open', 'failed']);
  stripe.loseCancels(false);
  await sendEvent(firstSecret);
  stripe.confirm(clientSecret, true);
  expect((await read()).paid).toBe(true);
  expect([await attempts(), charged()]).toEqual([['failed', 'succeeded'], 1]);
});

test('a second charge of a paid invoice is told once, and never taken for its payment', async () => {
  stripe.loseCancels(true);
  expect((await pay()).statusCode).toBe(422);
  await addCard('tok_succeeds');
  expect((await pay()).json().paid).toBe(true);
  stripe.confirm(firstSecret, true);
  await sendEvent(firstSecret);
  await sendEvent(firstSecret);
  const listed = await listNamedPayments(server.context.db, caller.domainId, 10);
  expect(listed.map((payment) => [payment.status, payment.error])).toEqual([
    ['succeeded', null],
    ['failed', CHARGED_TWICE_TEXT],
  ]);
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', caller.domainId)
    .where('message', 'like', `Payment of invoice %: ${CHARGED_TWICE_TEXT}`)
    .execute();
  expect(entries).toHaveLength(1);
});

test('an operator sees such a charge, once', async () => {
  const { unwantedCharges } = server.context.billing;
  const { total: before } = await unwantedCharges.list(1);
  const warned = warnings.length;
  stripe.loseCancels(true);
  expect((await pay()).statusCode).toBe(422);
  await addCard('tok_succeeds');
  await pay();
  expect((await unwantedCharges.list(1)).total).toBe(before);
  const recent = await unwantedCharges.getRecentCount();
  stripe.confirm(firstSecret, true);
  for (const _ of ['once', 'and again']) await sendEvent(firstSecret);
  const { charges, total } = await unwantedCharges.list(1);
  expect([total, await unwantedCharges.getRecentCount()]).toEqual([before + 1, recent + 1]);
  const charge = firstSecret.replace('_secret', '');
  expect(charges).toMatchObject([
    {
      domainId: caller.domainId,
      providerPayment: charge,
      amountCents: 1000 + month,
      error: CHARGED_TWICE_TEXT,
    },
  ]);
  const said = warnings.slice(warned).map((line) => JSON.parse(line));
  expect(said.filter((line) => line.charge === charge)).toMatchObject([{ invoiceId: id }]);
});

test('a late charge of an invoice that the operator has settled is told, too', async () => {
  stripe.loseCancels(true);
  expect((await pay()).statusCode).toBe(422);
  const { settlements } = server.context.billing;
  await settlements.settle((await read()).invoiceId, 'Bank transfer');
  stripe.confirm(firstSecret, true);
  await sendEvent(firstSecret);
  const listed = await listNamedPayments(server.context.db, caller.domainId, 10);
  expect(listed.map((payment) => [payment.status, payment.error])).toEqual([['failed', CHARGED_TWICE_TEXT]]);
});
