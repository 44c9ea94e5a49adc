import { createCard } from '@atrium/contract/billing/card';
import { exportInvoices, getInvoice, listInvoices, payInvoice } from '@atrium/contract/billing/invoice';
import { takePaymentEvent } from '@atrium/contract/billing/webhook';
import { listCustomerInvoices } from '@atrium/contract/customers/customer';
import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildInvoice } from '../../../test/invoices.ts';
import { type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { reversalLineOf } from '../../commands/billing-lines.ts';
import type { Caller } from '../../http/caller.ts';
import { createStripeProvider } from '../../providers/payments/stripe-provider.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';
import type { InvoiceKey } from '../billing.tables.ts';

const WEBHOOK_SECRET = 'whsec_test';
let stripe: StripeServer;
let server: TestApp;
let admin: Caller;
let caller: Caller;
/** A paid invoice, and its charge at the provider. */
let id: InvoiceKey;
let intent: string;
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
  admin = await buildUser(server.context, { isAdmin: true });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  warnings.length = 0;
  caller = await buildUser(server.context);
  await server.call(createCard, { body: { token: 'tok_succeeds', cardHolderName: 'Ada' } }, { as: caller });
  id = await buildInvoice(server, caller, { cents: 1000 });
  await server.call(payInvoice, { params: { id }, query: {} }, { as: caller });
  const { providerPayment } = await server.context.db
    .selectFrom('payments')
    .select('providerPayment')
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  intent = providerPayment ?? '';
});

/** Tells the platform what happened, as Stripe does: its names have underscores. */
async function tell(type: string, about: object): Promise<number> {
  const named = Object.entries(about).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const data = { object: Object.fromEntries(named) };
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data });
  const signature = new Stripe('sk_test_local').webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
  });
  const answer = await server.app.inject({
    method: 'POST',
    url: takePaymentEvent.path,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
  return answer.statusCode;
}
const dispute = (status: string) => ({
  id: `dp_${id}`,
  object: 'dispute',
  amount: 1000,
  paymentIntent: intent,
  reason: 'fraudulent',
  status,
});
const refund = (amount: number) => ({
  id: `ch_${id}`,
  object: 'charge',
  amountRefunded: amount,
  paymentIntent: intent,
});
const read = () => server.call(getInvoice, { params: { id } }, { as: caller });
const log = async () =>
  (
    await server.context.db
      .selectFrom('logEntries')
      .select(['action', 'message'])
      .where('domainId', '=', caller.domainId)
      .where('action', 'in', ['invoice.dispute', 'invoice.refund'])
      .orderBy('id')
      .execute()
  ).map(({ action, message }) => `${action} ${message.replace(/\(\d.*?\)/, '(day)')}`);
const disputes = () => server.context.billing.reversals.getRecentDisputeCount();

test('a dispute is noted on the invoice, in the log and for the operator, once; no sum changes', async () => {
  const before = await read();
  const recent = await disputes();
  for (const _ of ['once', 'and again'])
    expect(await tell('charge.dispute.created', dispute('needs_response'))).toBe(204);
  const reversal = { kind: 'dispute', amountCents: 1000, outcome: null, createdOn: expect.any(String) };
  expect(await read()).toEqual({ ...before, reversals: [reversal] });
  const list = await server.call(listInvoices, { body: {} }, { as: caller });
  expect(list.content[0]?.reversals).toEqual([reversal]);
  const params = { id: caller.domainId };
  const [seen] = await server.call(listCustomerInvoices, { params }, { as: admin });
  expect(seen).toMatchObject({ paid: true, amount: 1000, reversals: [reversal] });
  expect((await server.request(exportInvoices, {}, { as: caller })).body).toContain(',10.00,Disputed,');
  expect(await log()).toEqual([
    `invoice.dispute Invoice test-${id}: The bank of the card disputes $10.00 (day).`,
  ]);
  expect(await disputes()).toBe(recent + 1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('A payment is disputed or refunded.');
  const lines = (await server.context.billing.reversals.list(10)).map(reversalLineOf);
  expect(lines.join()).toContain(`test-${id}\tdispute open\t$10.00\ttest\tdp_${id}\tfraudulent`);

  // Decided; what was sent before that and comes later does not open it again.
  await tell('charge.dispute.closed', dispute('lost'));
  await tell('charge.dispute.created', dispute('needs_response'));
  expect((await read()).reversals).toMatchObject([{ outcome: 'lost' }]);
  await tell('charge.dispute.closed', dispute('won'));
  expect((await read()).reversals).toMatchObject([{ outcome: 'won' }]);
  await tell('charge.dispute.closed', dispute('lost'));
  expect((await log()).at(-1)).toBe(
    `invoice.dispute Invoice test-${id}: The dispute over $10.00 (day) has ended: $10.00 went back to the card.`,
  );
});

test('refunds of a charge are one sum, which only grows', async () => {
  for (const amount of [300, 1000, 300]) await tell('charge.refunded', refund(amount));
  const { reversals, paid, amount } = await read();
  expect(reversals).toMatchObject([{ kind: 'refund', amountCents: 1000, outcome: null }]);
  expect([paid, amount]).toEqual([true, 1000]);
  expect(await log()).toEqual([
    `invoice.refund Invoice test-${id}: $3.00 was refunded (day).`,
    `invoice.refund Invoice test-${id}: $10.00 was refunded (day).`,
  ]);
});

test('what is about no payment of the platform is taken and warned of', async () => {
  expect(await tell('charge.refunded', { ...refund(5), paymentIntent: 'pi_of_another_shop' })).toBe(204);
  expect(await tell('charge.refunded', { ...refund(5), paymentIntent: null })).toBe(204);
  expect(warnings.join()).toContain('is about no known payment');
  expect((await read()).reversals).toBeUndefined();
});

test('a refund of a charge too many leaves the invoice paid', async () => {
  const { db } = server.context;
  await db
    .updateTable('payments')
    .set({ status: 'failed', error: 'x' })
    .where('invoiceId', '=', id)
    .execute();
  await tell('charge.refunded', refund(1000));
  expect((await read()).reversals).toBeUndefined();
  expect(await log()).toHaveLength(1);
});
