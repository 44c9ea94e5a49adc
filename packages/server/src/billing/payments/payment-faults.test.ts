import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { UnavailableError } from '@atrium/host/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, buildInvoice } from '../../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { ChargeState } from '../../providers/payments/payment-provider.ts';
import { createTestProvider, type TestPaymentProvider } from '../../providers/payments/test-provider.ts';

/** `ATRIUM_PAY_ROUNDS=50` is the full proof. */
const ROUNDS = Number(process.env['ATRIUM_PAY_ROUNDS'] ?? 6);
const CLICKS = 100;

let server: TestApp;
let chargesAsked = 0;

/** Loses every third request on its way and every fifth answer on its way back. */
function makeUnreliable(provider: TestPaymentProvider): TestPaymentProvider {
  const lossy = async (work: () => Promise<ChargeState>): Promise<ChargeState> => {
    chargesAsked += 1;
    const turn = chargesAsked;
    if (turn % 3 === 0) throw new UnavailableError('The request was lost.');
    const state = await work();
    if (turn % 5 === 0) throw new UnavailableError('The answer was lost.');
    return state;
  };
  return {
    ...provider,
    charge: (charge) => lossy(() => provider.charge(charge)),
    readCharge: (payment) => lossy(() => provider.readCharge(payment)),
  };
}

beforeAll(async () => {
  server = await startTestApp({
    payments: (db, clock, random) => makeUnreliable(createTestProvider(db, clock, random)),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

test(`${ROUNDS} invoices, ${CLICKS} clicks on each at once, requests and answers lost: one charge each`, async () => {
  const { caller } = await buildCustomer(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    const month = `20${10 + Math.floor(round / 12)}-${String(1 + (round % 12)).padStart(2, '0')}`;
    const id = await buildInvoice(server, caller, { cents: 1000 + round, month });
    // Another address each round: the general limit of calls is not what is tried here.
    const headers = { 'x-forwarded-for': `192.0.2.${round + 1}` };
    const statuses = await Promise.all(
      Array.from({ length: CLICKS }, async () => {
        return (await server.request(payInvoice, { params: { id } }, { as: caller, headers })).statusCode;
      }),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // Whatever was lost is found out later, while the provider still behaves the same.
    server.clock.travel(120_000);
    for (let tries = 0; tries < 5; tries += 1)
      await server.context.billing.payments.reconcile().catch(() => 0);
    const invoice = await server.call(getInvoice, { params: { id } }, { as: caller });
    expect([invoice.paid, invoice.paymentError]).toEqual([true, null]);
  }
  const charges = await server.context.db
    .selectFrom('testProviderCharges')
    .select('amountCents')
    .where('status', '=', 'succeeded')
    .orderBy('amountCents')
    .execute();
  expect(charges.map(({ amountCents }) => amountCents)).toEqual(
    Array.from({ length: ROUNDS }, (_, round) => 1000 + round),
  );
}, 300_000);
