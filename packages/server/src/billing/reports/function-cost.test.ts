import { listCollectionCosts, listFunctionCosts } from '@atrium/contract/billing/function-costs';
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
});
afterAll(() => server[Symbol.asyncDispose]());

/** A price for a thousand calls, on every day. */
async function price(target: string, cents: string, { metric = 'invoke' } = {}) {
  const { context, clock } = server;
  const id = context.random.id();
  const subject = { service: 'shop', target, metric, measure: 'COUNTER' as const };
  await insertPriceRule(context.db, id, subject, clock.now());
  const revision = { ruleId: id, startsOn: '2026-01-01', cents, units: 1000 };
  const insert = async (change: Partial<typeof revision>) => {
    await insertPriceRevision(context.db, { ...revision, ...change }, clock.now());
    context.pricing.forgetPriceBook();
  };
  await insert({});
  return (startsOn: string, next: string) => insert({ startsOn, cents: next });
}

const costs = (as: Caller, serviceId = 'shop', days?: number) =>
  server.call(listFunctionCosts, { query: { serviceId, ...(days && { days }) } }, { as });

test('the cost of each function in the last seven days, at its own price or that of all', async () => {
  const customer = await buildUser(server.context);
  await price('*', '2');
  await price('dear', '1000');
  await price('free', '0');
  const calls = { 'orders/list': 5, dear: 3, free: 9, live: 100, test: 100 };
  await meterFunctions(server.context, customer, new Map(Object.entries(calls)));
  await meterFunctions(server.context, customer, new Map([['orders/list', 10]]), { day: '2026-11-15' });
  await meterFunctions(server.context, customer, new Map([['orders/list', 90]]), { day: '2026-11-14' });
  await meterFunctions(server.context, customer, new Map([['/test', 1]]));
  await meterFunctions(server.context, customer, new Map([['products', 7]]), { metric: 'query' });
  expect(await costs(customer)).toEqual({
    isOwnOnly: false,
    functions: [
      { function: 'test', cents: expect.closeTo(0.002) },
      { function: 'dear', cents: 3 },
      { function: 'free', cents: 0 },
      { function: 'orders/list', cents: expect.closeTo(0.03) },
    ],
    unpriced: [],
  });
  const { functions } = await costs(customer, 'shop', 8);
  expect(functions.at(-1)).toEqual({ function: 'orders/list', cents: expect.closeTo(0.21) });
  expect((await costs(customer, 'content')).functions).toEqual([]);
  expect((await costs(await buildUser(server.context))).functions).toEqual([]);
});

test('what has no price is said to have none, not to cost nothing', async () => {
  const customer = await buildUser(server.context);
  await meterFunctions(server.context, customer, new Map([['mail', 4]]), { metric: 'event' });
  expect(await costs(customer)).toEqual({
    isOwnOnly: false,
    functions: [{ function: 'mail', cents: null }],
    unpriced: [{ metric: 'event', measure: 'COUNTER' }],
  });
});

test('each day has the price of that day', async () => {
  const customer = await buildUser(server.context);
  const metric = 'timer';
  const changeOn = await price('*', '1', { metric });
  await changeOn('2026-11-20', '100');
  for (const day of ['2026-11-19', '2026-11-20'])
    await meterFunctions(server.context, customer, new Map([['tick', 10]]), { metric, day });
  expect((await costs(customer)).functions).toEqual([{ function: 'tick', cents: expect.closeTo(1.01) }]);
});

test('a child user sees the cost of their own calls, the parent that of all', async () => {
  const parent = await buildUser(server.context);
  const child = await buildChild(server.context, parent, ['functions.invoke']);
  await meterFunctions(server.context, parent, new Map([['dear', 1]]));
  await meterFunctions(server.context, child, new Map([['dear', 2]]));
  expect(await costs(child)).toMatchObject({ isOwnOnly: true, functions: [{ cents: 2 }] });
  expect(await costs(parent)).toMatchObject({ isOwnOnly: false, functions: [{ cents: 3 }] });
});

test('collections have their calls and costs, apart from functions of the same name, each domain by itself', async () => {
  const customer = await buildUser(server.context);
  const stranger = await buildUser(server.context);
  const child = await buildChild(server.context, customer, []);
  const calls = new Map(Object.entries({ teas: 7, test: 100 }));
  await meterFunctions(server.context, customer, calls, { metric: 'query' });
  await meterFunctions(server.context, customer, new Map([['teas', 3]]), { metric: 'write' });
  await meterFunctions(server.context, customer, new Map([['teas', 50]]));
  const used = (as: Caller) => server.call(listCollectionCosts, { query: { serviceId: 'shop' } }, { as });
  expect(await used(customer)).toMatchObject({
    isOwnOnly: false,
    collections: [{ collection: 'teas', calls: 10 }],
  });
  expect((await used(stranger)).collections).toEqual([]);
  expect(await used(child)).toMatchObject({ isOwnOnly: true, collections: [] });
});
