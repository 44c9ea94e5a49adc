import { createCard, listCards } from '@atrium/contract/billing/card';
import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import { readMails } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { unusedCard } from '../../../test/unused-card.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPayment, listNamedPayments } from './payment.repository.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** As after a switch of providers: the customer's card and an open attempt are another one's. */
async function buildSwitched(month: string) {
  const { db, random, clock } = server.context;
  const { caller, cardId } = await buildCustomer(server);
  await db.updateTable('cards').set({ provider: 'stripe' }).where('id', '=', cardId).execute();
  const id = await buildInvoice(server, caller, { cents: 900, month });
  await insertPayment(db, {
    id: random.id(),
    domainId: caller.domainId,
    invoiceId: id,
    cardId,
    provider: 'stripe',
    providerPayment: 'pi_1',
    amountCents: 900,
    currency: 'usd',
    createdOn: clock.now(),
  });
  return { caller, cardId, id };
}

const attempts = async ({ domainId }: Caller) =>
  (await listNamedPayments(server.context.db, domainId, 10)).map(({ status }) => status);

test('a card of another provider is not charged, and the invoice is paid once one is added again', async () => {
  const { caller, cardId, id } = await buildSwitched('2026-01');
  const refused = await server.request(
    payInvoice,
    { params: { id }, query: { card: cardId } },
    { as: caller },
  );
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    expect.stringMatching(/^Please add a card again: your card ending in \d{4} is stored at a payment/),
  ]);
  expect(await attempts(caller)).toEqual(['failed']);
  const { token } = await server.call(createTestToken, { body: unusedCard() });
  const added = await server.call(createCard, { body: { token, cardHolderName: 'Ada' } }, { as: caller });
  expect(added.defaultCard).toBe(true);
  const cards = await server.call(listCards, {}, { as: caller });
  expect(cards.filter(({ defaultCard }) => defaultCard).map((card) => card.id)).toEqual([added.id]);
  const paid = await server.call(payInvoice, { params: { id }, query: {} }, { as: caller });
  expect([paid.paid, paid.paymentError]).toEqual([true, null]);
  expect(await attempts(caller)).toEqual(['succeeded', 'failed']);
});

test('whoever pays automatically is mailed to add a card again, not that there is none', async () => {
  const { caller, cardId } = await buildCustomer(server);
  await server.context.db.updateTable('cards').set({ provider: 'stripe' }).where('id', '=', cardId).execute();
  const id = await buildInvoice(server, caller, { cents: 900, month: '2026-03' });
  await chargeAutomatically(server, caller, id);
  await server.context.billing.payDue();
  const [mail] = await readMails(server, `user-${caller.userId}@example.com`);
  expect(mail?.text).toContain('$9.00 could not be charged to your card ending in 4242.');
  expect(mail?.text).toContain('The reason: Please add a card again: your card ending in 4242');
  expect(mail?.text).toContain('Once you have added a card, open the invoice to pay it.');
});

test('an open attempt at another provider ends, although no one pays again', async () => {
  const { caller, id } = await buildSwitched('2026-02');
  server.clock.travel(120_000);
  expect(await server.context.billing.payments.reconcile()).toBe(1);
  expect(await attempts(caller)).toEqual(['failed']);
  expect(await server.call(getInvoice, { params: { id } }, { as: caller })).toMatchObject({
    paid: false,
    paymentError: 'The payment was not completed: another provider charges cards now.',
  });
});
