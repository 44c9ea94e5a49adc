import { compareVersionCosts } from '@atrium/contract/billing/version-costs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';

/** Today is 21 November. */
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const { context, clock } = server;
  for (const [metric, target, ...cents] of [
    ['invoke', '*', '2', '4'],
    ['invoke', 'dear', '1000', '1000'],
    ['fetch', '*', '10', '10'],
  ] as const) {
    const id = context.random.id();
    const subject = { service: 'shop', target, metric, measure: 'COUNTER' as const };
    await insertPriceRule(context.db, id, subject, clock.now());
    for (const [index, startsOn] of ['2026-01-01', '2026-11-20'].entries())
      await insertPriceRevision(
        context.db,
        { ruleId: id, startsOn, cents: cents[index] ?? '', units: 1000 },
        clock.now(),
      );
  }
  context.pricing.forgetPriceBook();
});
afterAll(() => server[Symbol.asyncDispose]());

const compare = (as: Caller, query: object = {}) =>
  server.call(compareVersionCosts, { query: { serviceId: 'shop', from: 3, to: 4, ...query } }, { as });

const meter = (whom: Caller, calls: Record<string, number>, more: object) =>
  meterFunctions(server.context, whom, new Map(Object.entries(calls)), more);

test('calls of each function with two versions, both at the prices of today', async () => {
  const customer = await buildUser(server.context);
  await meter(customer, { 'orders/create': 100, dear: 2 }, { version: 3, day: '2026-11-19' });
  await meter(customer, { 'orders/create': 50, greet: 5 }, { version: 4 });
  // Requests are no calls, but they cost.
  await meter(customer, { 'orders/create': 100 }, { version: 4, metric: 'fetch' });
  await meter(customer, { 'orders/create': 7 }, { version: 5 });
  await meter(customer, { 'orders/create': 7 }, {});
  await meter(customer, { products: 7, test: 9 }, { version: 4, metric: 'query' });
  await meter(customer, { 'orders/create': 7 }, { version: 3, day: '2026-10-21' });
  await meter(customer, { unpriced: 3 }, { version: 3, metric: 'event' });
  expect(await compare(customer)).toEqual({
    isOwnOnly: false,
    functions: [
      { function: 'dear', before: { calls: 2, milliseconds: 0, cents: expect.closeTo(2) }, after: null },
      { function: 'greet', before: null, after: { calls: 5, milliseconds: 0, cents: expect.closeTo(0.02) } },
      {
        function: 'orders/create',
        before: { calls: 100, milliseconds: 0, cents: expect.closeTo(0.4) },
        after: { calls: 50, milliseconds: 0, cents: expect.closeTo(1.2) },
      },
      { function: 'unpriced', before: { calls: 3, milliseconds: 0, cents: null }, after: null },
    ],
  });
  expect((await compare(customer, { serviceId: 'content' })).functions).toEqual([]);
});

test('a child user compares their own calls, a stranger none, and versions are numbers', async () => {
  const parent = await buildUser(server.context);
  const child = await buildChild(server.context, parent, []);
  await meter(parent, { greet: 3 }, { version: 3 });
  await meter(child, { greet: 1 }, { version: 3 });
  const calls = async (as: Caller) => {
    const { isOwnOnly, functions } = await compare(as);
    return [isOwnOnly, functions.map(({ before }) => before?.calls)];
  };
  expect(await calls(parent)).toEqual([false, [4]]);
  expect(await calls(child)).toEqual([true, [1]]);
  expect(await calls(await buildUser(server.context))).toEqual([false, []]);
  const query = { serviceId: 'shop', from: 'live', to: 4 };
  const refused = await server.request(compareVersionCosts, { query }, { as: parent });
  expect(refused.statusCode).toBe(400);
});
