import { createCard } from '@atrium/contract/billing/card';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import { readMails } from '../../../test/people.ts';
import { type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { createStripeProvider } from '../../providers/payments/stripe-provider.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';
import { listNamedPayments } from './payment.repository.ts';
import { EARLIER_CHARGE_TEXT, OTHER_AMOUNT_TEXT } from './payment-texts.ts';

let stripe: StripeServer;
let server: TestApp;
let caller: Caller;
const warnings: string[] = [];

beforeAll(async () => {
  stripe = await startStripeServer();
  const provider = createStripeProvider({
    secretKey: 'sk_test_local',
    publishableKey: 'pk_test_local',
    webhookSecret: undefined,
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

/** What a month close issues and automatic payment charges. */
async function issueAndCharge(cents: number, month = '2026-10'): Promise<string> {
  const id = await buildInvoice(server, caller, { cents, month });
  await chargeAutomatically(server, caller, id);
  await server.context.billing.payDue();
  return id;
}

/** The database is what it was before there was an invoice; what the provider has charged stays charged. */
async function restore(): Promise<void> {
  const { db } = server.context;
  await db.deleteFrom('payments').execute();
  await db.deleteFrom('automaticCharges').execute();
  await sql`alter table invoices disable trigger invoices_are_immutable`.execute(db);
  await db.deleteFrom('invoices').execute();
  await sql`alter table invoices enable trigger invoices_are_immutable`.execute(db);
}

const find = (id: string) => server.context.billing.invoices.get(caller, id);
const attempts = async () =>
  (await listNamedPayments(server.context.db, caller.domainId, 10)).map(({ status }) => status);
const chargedToday = () => {
  const own = stripe.charges().filter(({ metadata }) => metadata['bill']?.startsWith(caller.domainId));
  return own.map(({ amount }) => amount);
};
const logged = async () => {
  const rows = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', caller.domainId)
    .where('action', '=', 'invoice.pay')
    .orderBy('id')
    .execute();
  return rows.map(({ message }) => message);
};

beforeEach(async () => {
  caller = await buildUser(server.context);
  await server.call(createCard, { body: { token: 'tok_succeeds', cardHolderName: 'Ada' } }, { as: caller });
  await issueAndCharge(1000);
  await restore();
});

test('an invoice that is issued again after a restore is paid by what was charged before, and the log says so', async () => {
  expect([await attempts(), chargedToday()]).toEqual([[], [1000]]);
  const id = await issueAndCharge(1000);
  expect(await find(id)).toMatchObject({ paid: true, automaticCharge: { nextOn: null } });
  expect([await attempts(), chargedToday()]).toEqual([['succeeded'], [1000]]);
  const { invoiceId: number } = await find(id);
  expect(await logged()).toContain(`Payment of invoice ${number} ($10.00): ${EARLIER_CHARGE_TEXT}`);
  // Another month is another bill.
  await issueAndCharge(1100, '2026-11');
  expect(chargedToday().toSorted((a, b) => a - b)).toEqual([1000, 1100]);
});

test('Pay Now takes it as well', async () => {
  const id = await buildInvoice(server, caller, { cents: 1000 });
  expect((await server.context.billing.payments.pay(caller, id)).paid).toBe(true);
  expect(chargedToday()).toEqual([1000]);
});

test('one that has another amount now is not charged either, and is left to the operator', async () => {
  const { billing } = server.context;
  const before = await billing.unwantedCharges.getRecentCount();
  const id = await issueAndCharge(990);
  expect(await billing.unwantedCharges.getRecentCount()).toBe(before + 1);
  expect(await find(id)).toMatchObject({
    paid: false,
    paymentError: OTHER_AMOUNT_TEXT,
    automaticCharge: { failedTries: 1, nextOn: null },
  });
  expect([await attempts(), chargedToday()]).toEqual([['failed'], [1000]]);
  const charge = stripe.charges().find(({ metadata }) => metadata['bill']?.startsWith(caller.domainId));
  const said = warnings.map((line) => JSON.parse(line)).filter(({ invoiceId }) => invoiceId === id);
  expect(said).toMatchObject([{ charge: charge?.id, amountCents: 1000 }]);
  // To try it again finds the same charge.
  await expect(billing.payments.pay(caller, id)).rejects.toThrow(OTHER_AMOUNT_TEXT);
  expect(await attempts()).toEqual(['failed', 'failed']);
  expect(await billing.unwantedCharges.getRecentCount()).toBe(before + 1);
  const { charges } = await billing.unwantedCharges.list(10);
  expect(charges.filter(({ domainId }) => domainId === caller.domainId)).toHaveLength(1);
  const [mail] = await readMails(server, `user-${caller.userId}@example.com`);
  expect(mail?.text).toContain('Please ask the operator.');
  expect(mail?.text).not.toContain('pen the invoice');
  await billing.settlements.settle(`test-${id}`, 'Charged before the restore');
  expect((await find(id)).paid).toBe(true);
});
