import { MAX_BILLED_FUNCTIONS } from '@atrium/contract/billing/usage';
import { getMonthUsage } from '@atrium/contract/billing/usage-month';
import { savePriceRule } from '@atrium/contract/pricing/price-rule';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { shareOf } from './function-shares.ts';

const MONTH = '2026-11';
let server: TestApp;
let admin: Caller;
beforeAll(async () => {
  server = await startTestApp();
  admin = await buildUser(server.context, { isAdmin: true });
});
afterAll(() => server[Symbol.asyncDispose]());

const rule = (
  target: string,
  cents: string,
  more: { id?: string; metric?: string; startsOn?: string } = {},
) =>
  server.call(
    savePriceRule,
    { body: { service: 'shop', target, metric: 'invoke', measure: 'COUNTER', cents, units: 100, ...more } },
    { as: admin },
  );

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test('shares of functions are within a cent of the exact amount, and all together are exact', () => {
  const costs = fc.array(fc.bigInt(0n, 10n ** 15n), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(costs, fc.nat(1_000_000_000), (all, cents) => {
      const costOfAll = all.reduce((total, cost) => total + cost, 0n);
      fc.pre(costOfAll > 0n);
      let costSoFar = 0n;
      const shares = all.map((cost) => {
        costSoFar += cost;
        const texts = { cost: `${cost}`, costSoFar: `${costSoFar}`, costOfAll: `${costOfAll}` };
        return shareOf(cents, texts);
      });
      expect(sum(shares)).toBe(cents);
      for (const [index, share] of shares.entries()) {
        const exact = Number((BigInt(cents) * (all[index] ?? 0n) * 1000n) / costOfAll) / 1000;
        expect(Math.abs(share - exact)).toBeLessThanOrEqual(1.001);
      }
    }),
  );
});

test('a metric is one entry of the bill, however many functions it has', async () => {
  const customer = await buildUser(server.context);
  await rule('*', '2');
  // Each by itself would be rounded up to a cent.
  const calls = Array.from({ length: 60 }, (_, index) => [`shop/f${index}`, 30 + index] as const);
  await meterFunctions(server.context, customer, new Map(calls));
  const { services, grandTotalCents } = await server.call(
    getMonthUsage,
    { query: { month: MONTH } },
    { as: customer },
  );
  expect(grandTotalCents).toBe(71);
  expect(services[0]?.metrics).toHaveLength(1);
  const entry = services[0]?.metrics[0];
  expect(entry).toMatchObject({
    metric: { name: 'invoke', target: '*' },
    cents: 71,
    usage: [{ usage: sum(calls.map(([, each]) => each)) }],
  });
  expect(entry?.functions?.map(({ target }) => target)).toEqual(
    Array.from({ length: MAX_BILLED_FUNCTIONS }, (_, index) => `shop/f${59 - index}`),
  );
  expect(entry?.others?.count).toBe(40);
  expect(sum(entry?.functions?.map(({ cents }) => cents) ?? []) + (entry?.others?.cents ?? 0)).toBe(71);
});

test('a function with a price of its own has an entry of its own, and others keep theirs', async () => {
  const customer = await buildUser(server.context);
  await rule('orders/create', '50');
  const calls = new Map([
    ['orders/create', 100],
    ['orders/list', 100],
    ['live', 300],
    ['test', 900],
  ]);
  await rule('test', '0');
  await meterFunctions(server.context, customer, calls);
  const { services } = await server.call(getMonthUsage, { query: { month: MONTH } }, { as: customer });
  const entries = services[0]?.metrics.map(({ metric, cents, functions }) => [
    metric.target,
    cents,
    functions?.map((each) => [each.target, each.cents]),
  ]);
  expect(entries).toEqual([
    [
      '*',
      8,
      [
        ['live', 6],
        ['orders/list', 2],
      ],
    ],
    ['orders/create', 50, undefined],
    ['test', 0, undefined],
  ]);
});

test('prices that change within a month count by day for each function', async () => {
  const customer = await buildUser(server.context);
  // Today is 21 November.
  const metric = 'event';
  const { id } = await rule('*', '2', { metric });
  await rule('*', '10', { id, metric, startsOn: '2026-11-25' });
  await meterFunctions(server.context, customer, new Map([['early', 100]]), { metric });
  server.clock.travel(7 * 86_400_000);
  await meterFunctions(server.context, customer, new Map([['late', 100]]), { metric, day: '2026-11-26' });
  const { services, grandTotalCents } = await server.call(
    getMonthUsage,
    { query: { month: MONTH } },
    { as: customer },
  );
  expect(grandTotalCents).toBe(12);
  expect(services[0]?.metrics[0]?.functions?.map(({ target, cents }) => [target, cents])).toEqual([
    ['late', 10],
    ['early', 2],
  ]);
});
