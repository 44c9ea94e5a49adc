import { setUpBilling } from '@atrium/contract/billing/setup';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { UnavailableError } from '../http/errors.ts';
import { createTestProvider } from '../providers/payments/test-provider.ts';
import { findInvoice, insertInvoices } from './invoice.repository.ts';
import { insertPayment } from './payment.repository.ts';

test('a payment that cannot be settled keeps no other one open', async () => {
  await using server = await startTestApp({
    payments(db, clock, random) {
      const provider = createTestProvider(db, clock, random);
      return {
        ...provider,
        async charge(charge) {
          if (charge.amountCents === 100) throw new UnavailableError('The card provider cannot be reached.');
          return provider.charge(charge);
        },
      };
    },
  });
  const { db, random, clock, billing } = server.context;
  const caller = await buildUser(server.context);
  const number = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
  const { token } = await server.call(createTestToken, { body: number });
  const address = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
  const { card } = await server.call(
    setUpBilling,
    { body: { card: { token, cardHolderName: 'Ada' }, address } },
    { as: caller },
  );

  const ids: string[] = [];
  for (const [index, amountCents] of [100, 200].entries()) {
    const [id, now] = [random.id(), clock.now()];
    await insertInvoices(db, [
      {
        ...{
          id,
          domainId: caller.domainId,
          userId: caller.userId,
          number: `r-${index}`,
          month: `2026-0${index + 1}`,
        },
        ...{
          period: { start: '2026-01-01', end: '2026-01-31' },
          createdOn: now,
          dueDate: now,
          currency: 'usd',
        },
        ...{
          grandTotalCents: amountCents,
          discountCents: 0,
          services: [],
          address: null,
          card: null,
          paidOn: null,
        },
      },
    ]);
    const attempt = { id: random.id(), invoiceId: id, cardId: card.id, providerPayment: null, amountCents };
    const place = { domainId: caller.domainId, provider: 'test' };
    await insertPayment(db, { ...attempt, ...place, currency: 'usd', createdOn: now });
    ids.push(id);
  }
  server.clock.travel(120_000);
  await expect(billing.payments.reconcile()).rejects.toThrow('1 payments are still open');
  const paid = await Promise.all(ids.map(async (id) => (await findInvoice(db, caller, id))?.paid));
  expect(paid).toEqual([false, true]);
});
