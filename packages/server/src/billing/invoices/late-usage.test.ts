import { listMetricVersions } from '@atrium/contract/billing/metric-versions';
import type { Usage } from '@atrium/contract/billing/usage';
import { listMetricDays } from '@atrium/contract/billing/usage-comparison';
import { getMonthUsage, getUsageDays } from '@atrium/contract/billing/usage-month';
import { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

async function setPrice(
  { context, clock }: TestApp,
  target: string,
  prices: readonly (readonly [string, string])[],
) {
  const id = context.random.id();
  const subject = { service: 'shop', target, metric: 'invoke', measure: 'COUNTER' as const };
  await insertPriceRule(context.db, id, subject, clock.now());
  for (const [startsOn, cents] of prices)
    await insertPriceRevision(context.db, { ruleId: id, startsOn, cents, units: 1 }, clock.now());
  context.pricing.forgetPriceBook();
}

async function use(
  { context }: TestApp,
  { userId, domainId }: Caller,
  at: string,
  quantity: number,
  target: string,
) {
  const { billing, random } = context;
  const event = UsageEvent.parse({
    id: random.id(),
    domainId,
    userId,
    serviceId: 'shop',
    metric: 'invoke',
    target,
    type: 'COUNTER',
    quantity,
    at,
    versions: [{ version: 3, quantity }],
  });
  await billing.intake.takeBatch(
    { serviceId: 'shop', accessKeyId: 'k' },
    { batchId: random.id(), events: [event] },
  );
}

/** Every view of a month of a bill is exactly the bill: functions, days, versions and the plot. */
async function expectViewsAgree(server: TestApp, as: Caller, month: string): Promise<Usage> {
  const usage = await server.call(getMonthUsage, { query: { month } }, { as });
  for (const { metric, cents, functions, usage: lines } of usage.services.flatMap(({ metrics }) => metrics)) {
    expect(functions === undefined ? cents : sum(functions.map((each) => each.cents))).toBe(cents);
    const query = { month, serviceId: 'shop', metric: metric.name, target: metric.target };
    const days = await server.call(listMetricDays, { query }, { as });
    expect(sum(days.map((each) => each.cents))).toBe(cents);
    expect(sum(days.map(({ calls }) => calls))).toBe(sum(lines.map((line) => line.usage)));
    for (const { day } of days) expect(day.slice(0, 7)).toBe(month);
    const { versions, unrecorded } = await server.call(listMetricVersions, { query }, { as });
    expect(sum(versions.map((each) => each.cents)) + (unrecorded?.cents ?? 0)).toBe(cents);
  }
  for (const by of ['service', 'function', 'measure', 'user'] as const) {
    const { parts } = await server.call(getUsageDays, { query: { month, by } }, { as });
    expect(sum(parts.flatMap(({ cents }) => cents))).toBeCloseTo(usage.grandTotalCents, 1);
  }
  return usage;
}

test('usage of a closed month is billed in the running one, at the price of its day', async () => {
  await using server = await startTestApp();
  const customer = await buildUser(server.context);
  await setPrice(server, '*', [
    ['2026-01-01', '2'],
    ['2026-11-01', '10'],
  ]);
  await use(server, customer, '2026-10-05T09:00:00Z', 1, 'tea');
  await server.context.billing.monthClose.closeDueMonths();
  await use(server, customer, '2026-10-31T23:30:00Z', 100, 'tea');
  await use(server, customer, '2026-11-01T00:30:00Z', 5, 'tea');
  const { grandTotalCents, services } = await expectViewsAgree(server, customer, '2026-11');
  expect(grandTotalCents).toBe(250);
  const lines = services.flatMap(({ metrics }) => metrics.flatMap(({ usage }) => usage));
  expect(lines.map(({ usage, cents }) => [usage, cents]).toSorted(([a = 0], [b = 0]) => b - a)).toEqual([
    [100, 200],
    [5, 50],
  ]);
});

test('whatever prices change, months close and events come late, usage has the price of its day', async () => {
  const day = fc
    .integer({ min: 0, max: 89 })
    .map((days) => new Date(Date.UTC(2026, 7, 1 + days)).toISOString().slice(0, 10));
  const cents = fc.integer({ min: 1, max: 99 }).map(String);
  const target = fc.constantFrom('tea', 'own');
  const world = fc.record({
    prices: fc.uniqueArray(fc.record({ target: fc.constantFrom('*', 'own'), day, cents }), {
      selector: (price) => `${price.target} ${price.day}`,
      maxLength: 6,
    }),
    steps: fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.record({ day, target, quantity: fc.nat(50) }) },
        { weight: 1, arbitrary: fc.constantFrom('2026-08', '2026-09', '2026-10') },
      ),
      { minLength: 2, maxLength: 12 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ prices, steps }) => {
      await using server = await startTestApp();
      const customer = await buildUser(server.context);
      const other = await buildUser(server.context);
      for (const priced of ['*', 'own']) {
        const revisions = prices.filter((price) => price.target === priced);
        await setPrice(server, priced, [
          ['2026-01-01', priced === '*' ? '3' : '7'],
          ...revisions.map((price) => [price.day, price.cents] as const),
        ]);
      }
      const book = await server.context.pricing.getPriceBook();
      let expected = 0;
      for (const step of steps) {
        if (typeof step === 'string') {
          // Refused if a later one is closed, or an earlier one is not.
          await server.context.billing.monthClose.closeMonth(step).catch(() => undefined);
        } else {
          await use(server, customer, `${step.day}T12:00:00Z`, step.quantity, step.target);
          await use(server, other, `${step.day}T12:00:00Z`, 1, 'tea');
          const subject = {
            service: 'shop',
            metric: 'invoke',
            target: step.target,
            measure: 'COUNTER' as const,
          };
          expected += step.quantity * Number(book.priceOn(step.day, subject)?.cents);
        }
      }
      await server.context.billing.monthClose.closeDueMonths();
      const { grandTotalCents } = await expectViewsAgree(server, customer, '2026-11');
      const invoices = await server.context.db
        .selectFrom('invoices')
        .selectAll()
        .where('userId', '=', customer.userId)
        .execute();
      for (const invoice of invoices) {
        const { grandTotalCents: ofMonth } = await expectViewsAgree(server, customer, invoice.month);
        expect(ofMonth).toBe(invoice.grandTotalCents);
      }
      expect(sum(invoices.map((each) => each.grandTotalCents)) + grandTotalCents).toBe(expected);
    }),
    { numRuns: 12 },
  );
}, 240_000);
