import { setAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { createCard, deleteCard, makeCardDefault } from '@atrium/contract/billing/card';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { UnavailableError } from '@atrium/host/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import { readMails } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { unusedCard } from '../../../test/unused-card.ts';
import type { Caller } from '../../http/caller.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import { listNamedPayments } from './payment.repository.ts';

const DECLINING = { number: '4000000000000002', expMonth: 12, expYear: 2030, cvc: '123' };
const DAY_MS = 86_400_000;

let server: TestApp;
/** What becomes of requests to charge a card. */
let lost: 'request' | 'answer' | undefined;
beforeAll(async () => {
  server = await startTestApp({
    payments(db, clock, random) {
      const provider = createTestProvider(db, clock, random);
      return {
        ...provider,
        async charge(charge) {
          if (lost === 'request') throw new UnavailableError('The request was lost.');
          const state = await provider.charge(charge);
          if (lost === 'answer') throw new UnavailableError('The answer was lost.');
          return state;
        },
      };
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const turn = (as: Caller, isOn: boolean) => server.call(setAutomaticPayment, { body: { isOn } }, { as });
const tryDue = () => server.context.billing.payDue();
const find = (caller: Caller, id: string) => server.context.billing.invoices.get(caller, id);
const attempts = async ({ domainId }: Caller) =>
  (await listNamedPayments(server.context.db, domainId, 20)).map(({ status }) => status);

async function addCard(as: Caller, card = unusedCard()): Promise<string> {
  const { token } = await server.call(createTestToken, { body: card });
  const { id } = await server.call(createCard, { body: { token, cardHolderName: 'Ada' } }, { as });
  await server.call(makeCardDefault, { params: { id } }, { as });
  return id;
}

/** An invoice that was issued just now, of a customer who pays automatically. */
async function issue(caller: Caller, month = '2026-10'): Promise<InvoiceKey> {
  const invoiceId = await buildInvoice(server, caller, { cents: 500, month });
  await chargeAutomatically(server, caller, invoiceId);
  return invoiceId;
}

async function tryInVain(what: 'request' | 'answer'): Promise<void> {
  lost = what;
  await expect(tryDue()).rejects.toThrow('could not be charged');
  lost = undefined;
  server.clock.travel(120_000);
}

async function mailsTo({ userId }: Caller, subject: string): Promise<string[]> {
  const own = await readMails(server, `user-${userId}@example.com`);
  return own.filter((mail) => mail.subject.startsWith(subject)).map(({ text }) => text);
}

test('a request that was lost is not made up for once automatic payment is off', async () => {
  const { caller } = await buildCustomer(server);
  await turn(caller, true);
  const id = await issue(caller);
  await tryInVain('request');
  await turn(caller, false);
  await server.context.billing.payments.reconcile();
  expect(await attempts(caller)).toEqual(['failed']);
  expect(await find(caller, id)).toMatchObject({
    paid: false,
    paymentError: 'Nothing was charged: automatic payment has been turned off.',
    automaticCharge: { nextOn: null },
  });
});

test('what was charged before it was turned off counts, although the answer was lost', async () => {
  const { caller } = await buildCustomer(server);
  await turn(caller, true);
  const id = await issue(caller);
  await tryInVain('answer');
  await turn(caller, false);
  await server.context.billing.payments.reconcile();
  expect((await find(caller, id)).paid).toBe(true);
});

test('a card that is no longer the default is not charged for a request that was lost', async () => {
  const { caller } = await buildCustomer(server);
  const id = await issue(caller);
  await tryInVain('request');
  await addCard(caller);
  await server.context.billing.payments.reconcile();
  expect(await find(caller, id)).toMatchObject({
    paid: false,
    paymentError: 'Nothing was charged: another card is the default now.',
    automaticCharge: { failedTries: 1, nextOn: expect.any(String) },
  });
});

test('a domain that is locked is not charged until it is unlocked', async () => {
  const { caller } = await buildCustomer(server);
  const { locks } = server.context.accounts;
  const id = await issue(caller);
  await locks.lock({ userId: null }, caller.domainId, 'Fraud');
  await tryDue();
  expect(await attempts(caller)).toEqual([]);
  await locks.unlock({ userId: null }, caller.domainId);
  await tryDue();
  expect((await find(caller, id)).paid).toBe(true);
  expect(await server.context.billing.payments.list(caller.domainId, 1)).toMatchObject([
    { isAutomatic: true },
  ]);
  const logged = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', caller.domainId)
    .where('action', '=', 'invoice.pay')
    .executeTakeFirst();
  expect(logged?.message).toBe(`Paid invoice test-${id} ($5.00) (automatically)`);
});

test('it ends with the last card, in the log and for those who look', async () => {
  const { caller, cardId } = await buildCustomer(server);
  await turn(caller, true);
  await server.call(deleteCard, { params: { id: cardId } }, { as: caller });
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select(['message', 'before', 'after'])
    .where('domainId', '=', caller.domainId)
    .where('action', '=', 'automatic-payment.update')
    .orderBy('id', 'desc')
    .execute();
  expect(entries[0]).toEqual({
    message: 'Turned automatic payment off with the last card',
    before: { isOn: true },
    after: { isOn: false },
  });
});

// The clock goes on from here.
test('a card that was refused is not asked for the next invoice at once, and the mails say what comes', async () => {
  const { caller } = await buildCustomer(server);
  await addCard(caller, DECLINING);
  await turn(caller, true);
  const [first] = [await issue(caller), await issue(caller, '2026-09')];
  await tryDue();
  expect(await attempts(caller)).toEqual(['failed']);
  const { domainId, userId } = caller;
  await server.context.billing.invoiceMails.requestIssued([{ invoiceId: first, domainId, userId }]);
  const [issued] = await mailsTo(caller, `Invoice test-${first} of`);
  expect(issued).toContain('could not be charged to your default card. It will be tried again on ');
  expect(issued).not.toContain('nothing to do');
  // Turned off between two tries, nothing is tried again.
  await turn(caller, false);
  server.clock.travel(DAY_MS);
  await tryDue();
  expect(await attempts(caller)).toEqual(['failed']);
});

test('every failure of an automatic payment is mailed about, however many there are', async () => {
  const { caller } = await buildCustomer(server);
  await server.context.db
    .updateTable('cards')
    .set({ removedOn: server.clock.now(), isDefault: false })
    .where('userId', '=', caller.userId)
    .execute();
  for (let month = 1; month <= 7; month += 1) await issue(caller, `2026-0${month}`);
  await tryDue();
  const mails = await mailsTo(caller, 'Payment of invoice');
  expect(mails).toHaveLength(7);
  expect(mails[0]).toMatch(/there is no card to charge \$5\.00 to\.\s+It will be tried again on /);
  expect(mails[0]).toContain('Once you have added a card, open the invoice to pay it.');
});
