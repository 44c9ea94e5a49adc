import { UnavailableError } from '@atrium/host/errors';
import { expect, test } from 'vitest';
import { buildCustomer, buildInvoice } from '../../test/invoices.ts';
import { startTestApp } from '../../test/support.ts';
import type { ChargeState } from '../providers/payments/payment-provider.ts';
import { createTestProvider, type TestPaymentProvider } from '../providers/payments/test-provider.ts';
import { insertAutomaticCharges } from './automatic-charge.repository.ts';

/** `ATRIUM_PAY_ROUNDS=50` is the full proof. */
const ROUNDS = Number(process.env['ATRIUM_PAY_ROUNDS'] ?? 6);

/** Of every four calls one is lost on its way, and one on its way back: a process that died there knows no more. */
function makeUnreliable(provider: TestPaymentProvider): TestPaymentProvider {
  let calls = 0;
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
  };
}

test('several processes at once, calls lost, someone who pays beside them: one charge for each invoice', async () => {
  await using server = await startTestApp({
    payments: (db, clock, random) => makeUnreliable(createTestProvider(db, clock, random)),
  });
  const { db, clock, billing } = server.context;
  const { caller } = await buildCustomer(server);
  const { domainId, userId } = caller;
  const invoices: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const month = `20${10 + Math.floor(round / 12)}-${String(1 + (round % 12)).padStart(2, '0')}`;
    const invoiceId = await buildInvoice(server, caller, { cents: 1000 + round, month });
    await insertAutomaticCharges(db, [{ invoiceId, domainId, userId }], clock.now());
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
