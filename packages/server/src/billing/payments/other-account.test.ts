import { createCard, deleteCard, listCards } from '@atrium/contract/billing/card';
import { payInvoice } from '@atrium/contract/billing/invoice';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildInvoice } from '../../../test/invoices.ts';
import { type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { UNKNOWN_CARD } from '../../providers/payments/payment-provider.ts';
import { createStripeProvider } from '../../providers/payments/stripe-provider.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';

let stripe: StripeServer;
let server: TestApp;

beforeAll(async () => {
  stripe = await startStripeServer();
  const provider = createStripeProvider({
    secretKey: 'sk_test_local',
    publishableKey: 'pk_test_local',
    webhookSecret: undefined,
    api: { host: '127.0.0.1', port: stripe.port, protocol: 'http' },
  });
  server = await startTestApp({
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

test('with another account at the provider an invoice is paid once the card is added again', async () => {
  const as = await buildUser(server.context);
  const add = () =>
    server.call(createCard, { body: { token: 'tok_succeeds', cardHolderName: 'Ada' } }, { as });
  const first = await add();
  const id = await buildInvoice(server, as, { cents: 900 });
  const pay = () => server.request(payInvoice, { params: { id }, query: {} }, { as });
  stripe.switchAccount();
  const refused = await pay();
  expect([refused.statusCode, refused.json().message]).toEqual([422, UNKNOWN_CARD]);
  const again = await add();
  expect(again.defaultCard).toBe(true);
  // The second one belongs to the customer of the first, and takes nothing from it.
  expect((await add()).defaultCard).toBe(false);
  expect(stripe.countCustomers()).toBe(1);
  await server.call(deleteCard, { params: { id: first.id } }, { as });
  const cards = await server.call(listCards, {}, { as });
  expect(cards.map(({ defaultCard }) => defaultCard)).toEqual([true, false]);
  expect((await pay()).json()).toMatchObject({ paid: true, paymentError: null });
  expect(stripe.charges().map(({ amount }) => amount)).toEqual([900]);
});
