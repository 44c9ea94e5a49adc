import { createTestToken } from '@atrium/contract/billing/test-provider';
import { UnavailableError } from '@atrium/host/errors';
import { expect, test } from 'vitest';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../../test/invoices.ts';
import { startTestApp } from '../../../test/support.ts';
import type { ChargeState } from '../../providers/payments/payment-provider.ts';
import { createTestProvider, type TestPaymentProvider } from '../../providers/payments/test-provider.ts';

/** `ATRIUM_PAY_ROUNDS=50` is the full proof. */
const ROUNDS = Number(process.env['ATRIUM_PAY_ROUNDS'] ?? 6);

/**
 * Of every four calls one is lost on its way, and one on its way back: a process that died there knows no more. Every
 * second request to cancel is lost.
 */
function makeUnreliable(provider: TestPaymentProvider): TestPaymentProvider {
  let calls = 0;
  let cancels = 0;
  const lossy = async (work: () => Promise<ChargeState>): Promise<ChargeState> => {
    calls += 1;
    const turn = calls % 4;
    if (turn === 1) throw new UnavailableError('The request was lost.');
    const state = await work();
    if (turn === 2) throw new UnavailableError('The answer was lost.');
    return state;
  };
  return {
    ...provider,
    charge: (charge) => lossy(() => provider.charge(charge)),
    readCharge: (payment) => lossy(() => provider.readCharge(payment)),
    async cancelCharge(payment) {
      cancels += 1;
      if (cancels % 2 === 1) throw new UnavailableError('The request was lost.');
      return provider.cancelCharge(payment);
    },
  };
}

/** Tells when a charge begins while one of the same amount had failed, but was not ended. */
function watchOverlaps(provider: TestPaymentProvider, onOverlap: () => void): TestPaymentProvider {
  const failed = new Map<number, string>();
  const ended = new Set<string>();
  return {
    ...provider,
    async charge(charge) {
      const state = await provider.charge(charge);
      const before = failed.get(charge.amountCents);
      if (before !== undefined && before !== state.payment && !ended.has(before)) onOverlap();
      if (state.status === 'failed' && state.payment !== null) failed.set(charge.amountCents, state.payment);
      return state;
    },
    async cancelCharge(payment) {
      ended.add(payment);
      return provider.cancelCharge(payment);
    },
  };
}

test('several processes at once, calls lost, someone who pays beside them: one charge for each invoice', async () => {
  await using server = await startTestApp({
    payments: (db, clock, random) => makeUnreliable(createTestProvider(db, clock, random)),
  });
  const { db, billing } = server.context;
  const { caller } = await buildCustomer(server);
  const invoices: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const month = `20${10 + Math.floor(round / 12)}-${String(1 + (round % 12)).padStart(2, '0')}`;
    const invoiceId = await buildInvoice(server, caller, { cents: 1000 + round, month });
    await chargeAutomatically(server, caller, invoiceId);
    invoices.push(invoiceId);
  }
  const { payments } = billing;
  for (let look = 0; look < 6; look += 1) {
    await Promise.allSettled([
      ...[1, 2, 3].map(() => billing.payDue()),
      ...invoices.filter((_, index) => index % 2 === 0).map((id) => payments.pay(caller, id)),
      payments.reconcile(),
    ]);
    server.clock.travel(120_000);
  }
  for (let tries = 0; tries < 6; tries += 1) await payments.reconcile().catch(() => 0);
  const paid = await Promise.all(invoices.map(async (id) => (await billing.invoices.get(caller, id)).paid));
  expect(paid).toEqual(invoices.map(() => true));
  const charges = await db
    .selectFrom('testProviderCharges')
    .select('amountCents')
    .where('status', '=', 'succeeded')
    .orderBy('amountCents')
    .execute();
  expect(charges.map(({ amountCents }) => amountCents)).toEqual(invoices.map((_, index) => 1000 + index));
});

test('a card that is refused, calls lost: each try was ended before the next one began, and four are all', async () => {
  let overlaps = 0;
  await using server = await startTestApp({
    payments: (db, clock, random) =>
      makeUnreliable(watchOverlaps(createTestProvider(db, clock, random), () => void (overlaps += 1))),
  });
  const { billing } = server.context;
  const { caller } = await buildCustomer(server);
  const declining = { number: '4000000000000002', expMonth: 12, expYear: 2030, cvc: '123' };
  const { token } = await server.call(createTestToken, { body: declining });
  const card = await billing.wallet.createCard(caller, { token, cardHolderName: 'Ada' }, '127.0.0.1');
  await billing.wallet.makeDefault(caller, 'cards', card.id);
  const invoices: string[] = [];
  for (const month of ['2026-08', '2026-09']) {
    const invoiceId = await buildInvoice(server, caller, { cents: 1000 + invoices.length, month });
    await chargeAutomatically(server, caller, invoiceId);
    invoices.push(invoiceId);
  }
  for (let look = 0; look < 40; look += 1) {
    await Promise.allSettled([billing.payDue(), billing.payDue(), billing.payments.reconcile()]);
    server.clock.travel(8 * 3_600_000);
  }
  expect(overlaps).toBe(0);
  for (const id of invoices) {
    const { automaticCharge, paid } = await billing.invoices.get(caller, id);
    expect([paid, automaticCharge?.nextOn]).toEqual([false, null]);
    expect(automaticCharge?.failedTries).toBeGreaterThanOrEqual(3);
    expect(automaticCharge?.failedTries).toBeLessThanOrEqual(4);
  }
});
