import { createCard, deleteCard, listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, buildInvoice } from '../../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { listNamedPayments } from './payment.repository.ts';

/** Its bank asks the holder. */
const ASKING_CARD = { number: '4000002500003155', expMonth: 12, expYear: 2030, cvc: '123' };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function addAskingCard(as: Caller): Promise<string> {
  const { token } = await server.call(createTestToken, { body: ASKING_CARD });
  const { id } = await server.call(createCard, { body: { token, cardHolderName: 'Ada' } }, { as });
  await server.call(makeCardDefault, { params: { id } }, { as });
  return id;
}

const attempts = async ({ domainId }: Caller) =>
  (await listNamedPayments(server.context.db, domainId, 10)).map(({ last4, status }) => `${last4} ${status}`);

test('a chosen card is charged although another one is the default, which it stays', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const asking = await addAskingCard(caller);
  const id = await buildInvoice(server, caller, { cents: 600 });
  const paid = await server.call(payInvoice, { params: { id }, query: { card: cardId } }, { as: caller });
  expect(paid).toMatchObject({ paid: true, authentication: null, card: { last4: '4242' } });
  expect(await attempts(caller)).toEqual(['4242 succeeded']);
  const cards = await server.call(listCards, {}, { as: caller });
  expect(cards.find(({ defaultCard }) => defaultCard)?.id).toBe(asking);
});

test("another customer's card is not charged", async () => {
  const { caller } = await buildCustomer(server);
  const stranger = await buildCustomer(server);
  const id = await buildInvoice(server, caller, { cents: 600 });
  const query = { card: stranger.cardId };
  const refused = await server.request(payInvoice, { params: { id }, query }, { as: caller });
  expect(refused.statusCode).toBe(409);
  expect(await attempts(caller)).toEqual([]);
});

test('an attempt that waits for the holder of another card is given up, and the shown card is charged', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const asking = await addAskingCard(caller);
  const id = await buildInvoice(server, caller, { cents: 700 });
  const pay = (card: string) => server.call(payInvoice, { params: { id }, query: { card } }, { as: caller });
  expect((await pay(asking)).authentication).not.toBeNull();
  expect((await pay(asking)).authentication).not.toBeNull();
  await server.call(makeCardDefault, { params: { id: cardId } }, { as: caller });
  await server.call(deleteCard, { params: { id: asking } }, { as: caller });
  expect(await pay(cardId)).toMatchObject({ paid: true, paymentError: null, card: { last4: '4242' } });
  expect(await attempts(caller)).toEqual(['4242 succeeded', '3155 failed']);
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', caller.domainId)
    .where('action', '=', 'invoice.pay')
    .orderBy('id')
    .execute();
  const invoice = expect.stringContaining(`invoice test-${id} (`);
  const messages = entries.map(({ message }) => message);
  expect(messages).toEqual([invoice, invoice, invoice]);
  expect(messages[0]).toContain('has to be confirmed with the bank');
  expect(messages[1]).toMatch(/^Payment of .+ failed$/);
  expect(messages[2]).toMatch(/^Paid /);
});

test('an attempt that its holder never confirmed is given up after a while, and the invoice can be paid again', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const asking = await addAskingCard(caller);
  const id = await buildInvoice(server, caller, { cents: 900 });
  await server.call(payInvoice, { params: { id }, query: { card: asking } }, { as: caller });
  const { payments } = server.context.billing;
  server.clock.travel(29 * 60_000);
  expect(await payments.reconcile()).toBe(0);
  server.clock.travel(2 * 60_000);
  expect(await payments.reconcile()).toBe(1);
  expect(await server.call(getInvoice, { params: { id } }, { as: caller })).toMatchObject({
    paid: false,
    paymentError: 'The payment was not completed.',
  });
  await server.call(makeCardDefault, { params: { id: cardId } }, { as: caller });
  expect((await server.call(payInvoice, { params: { id }, query: {} }, { as: caller })).paid).toBe(true);
  expect(await attempts(caller)).toEqual(['4242 succeeded', '3155 failed']);
});

test('an attempt with another card that may still be charged is left alone, and no other one begins', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const asking = await addAskingCard(caller);
  const id = await buildInvoice(server, caller, { cents: 800 });
  await server.call(payInvoice, { params: { id }, query: { card: asking } }, { as: caller });
  // As if its process had died before the provider's answer.
  await server.context.db
    .updateTable('payments')
    .set({ providerPayment: null })
    .where('invoiceId', '=', id)
    .execute();
  await server.call(makeCardDefault, { params: { id: cardId } }, { as: caller });
  const shown = { params: { id }, query: { card: cardId } };
  const refused = await server.request(payInvoice, shown, { as: caller });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'A payment with your card ending in 3155 has not ended yet. Please look again in a minute.',
  ]);
  expect(await attempts(caller)).toEqual(['3155 open']);
  expect((await server.call(getInvoice, { params: { id } }, { as: caller })).paid).toBe(false);
});
