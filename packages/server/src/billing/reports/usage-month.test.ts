import { listMetricDays } from '@atrium/contract/billing/usage-comparison';
import {
  exportUsage,
  getMonthUsage,
  getUsageDays,
  listUsedFunctions,
  type UsedFunction,
} from '@atrium/contract/billing/usage-month';
import { savePriceRule } from '@atrium/contract/pricing/price-rule';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';
import { insertCreditEntries } from '../wallet/credit.repository.ts';

/** Today is 21 November. */
const MONTH = '2026-11';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  // A cent for a call, on every day; and one function with a price of its own.
  for (const [metric, target, cents] of [
    ['invoke', '*', '1'],
    ['event', '*', '0.3'],
    ['query', '*', '0.3'],
    ['invoke', 'dear', '7'],
  ] as const) {
    const id = server.context.random.id();
    const subject = { service: 'shop', target, metric, measure: 'COUNTER' as const };
    await insertPriceRule(server.context.db, id, subject, server.clock.now());
    const price = { ruleId: id, startsOn: '2026-01-01', cents, units: 1 };
    await insertPriceRevision(server.context.db, price, server.clock.now());
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const days = (month: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${month}-${String(from + index).padStart(2, '0')}`);

async function meterDays(customer: Caller, on: string[], calls: Record<string, number>): Promise<void> {
  for (const day of on)
    await meterFunctions(server.context, customer, new Map(Object.entries(calls)), { day });
}

async function listAll(customer: Caller, size: number): Promise<UsedFunction[]> {
  const all: UsedFunction[] = [];
  for (let page = 0; ; page += 1) {
    const body = { month: MONTH, page, size };
    const { content, totalPages } = await server.call(listUsedFunctions, { body }, { as: customer });
    all.push(...content);
    if (page + 1 >= totalPages) return all;
  }
}

test('the plot has each day, the month before, a forecast, and the end of the free tier', async () => {
  const customer = await buildUser(server.context);
  await meterDays(customer, days('2026-10', 1, 31), { greet: 10 });
  await meterDays(customer, days(MONTH, 1, 20), { greet: 60, 'orders/create': 40 });
  await meterDays(customer, days(MONTH, 21, 21), { greet: 30 });
  await insertCreditEntries(server.context.db, [
    {
      id: server.context.random.id(),
      domainId: customer.domainId,
      userId: customer.userId,
      cents: 2230,
      reason: 'gift',
      creditId: null,
      invoiceId: null,
      createdOn: server.clock.now(),
    },
  ]);
  const read = (query: { month: string; by?: 'function' | 'measure' | 'user' }) =>
    server.call(getUsageDays, { query }, { as: customer });
  const plot = await read({ month: MONTH });
  expect(plot).toMatchObject({ firstMonth: '2026-10', today: 21, grandTotalCents: 2030 });
  const byDay = [...Array.from({ length: 20 }, () => 100), 30];
  expect(plot.parts).toEqual([{ name: 'shop', cents: byDay }]);
  expect(plot.before).toEqual({
    cents: Array.from({ length: 31 }, () => 10),
    grandTotalCents: 310,
    sameDaysCents: 210,
  });
  // 70 are still to come today, and 100 on each of the nine days after it.
  expect(plot.forecast).toEqual({
    grandTotalCents: 3000,
    cents: [70, ...Array.from({ length: 9 }, () => 100)],
    // The same weekdays of the month before cost less.
    least: [0, ...Array.from({ length: 9 }, () => 10)],
    most: [70, ...Array.from({ length: 9 }, () => 100)],
  });
  expect(plot.freeTier).toEqual({ leftCents: 200, endsOn: '2026-11-23' });

  const functions = await read({ month: MONTH, by: 'function' });
  expect(functions.parts.map(({ name, cents }) => [name, sum(cents)])).toEqual([
    ['greet', 1230],
    ['orders/create', 800],
  ]);
  expect((await read({ month: MONTH, by: 'measure' })).parts).toMatchObject([
    { name: 'COUNTER', cents: byDay },
    { name: 'TIMER' },
    { name: 'MEMORY' },
  ]);
  expect((await read({ month: MONTH, by: 'user' })).parts).toHaveLength(1);
  // What has ended has no forecast.
  expect(await read({ month: '2026-10' })).toMatchObject({ today: null, forecast: null, freeTier: null });
  const late = await server.request(getUsageDays, { query: { month: '2026-12' } }, { as: customer });
  expect(late.statusCode).toBe(400);
});

test('parts beyond those that are named are one, and all parts are the whole', async () => {
  const customer = await buildUser(server.context);
  const calls = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, 100 - index]));
  await meterDays(customer, days(MONTH, 3, 4), { ...calls, dear: 1 });
  const { parts, grandTotalCents } = await server.call(
    getUsageDays,
    { query: { month: MONTH, by: 'function' } },
    { as: customer },
  );
  expect(parts.map(({ name }) => name)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', undefined]);
  expect(Math.round(sum(parts.flatMap(({ cents }) => cents)))).toBe(grandTotalCents);
});

test('nothing used is nothing to see', async () => {
  const customer = await buildUser(server.context);
  const plot = await server.call(getUsageDays, { query: { month: MONTH } }, { as: customer });
  expect(plot).toMatchObject({ firstMonth: MONTH, parts: [], forecast: null, freeTier: null });
  expect(await listAll(customer, 10)).toEqual([]);
});

test('child users see their own usage, their parent both, and strangers neither', async () => {
  const parent = await buildUser(server.context);
  const child = await buildUser(server.context, { domainId: parent.domainId, parentId: parent.userId });
  const stranger = await buildUser(server.context);
  await meterDays(parent, days(MONTH, 1, 1), { greet: 5 });
  await meterDays(child, days(MONTH, 2, 2), { greet: 3, 'orders/create': 1, dear: 1 });
  const seen = async (as: Caller) => {
    const { parts } = await server.call(getUsageDays, { query: { month: MONTH, by: 'user' } }, { as });
    const functions = (await listAll(as, 10)).map(({ target, cents }) => [target, cents]);
    return [parts.map(({ cents }) => sum(cents)), functions];
  };
  expect(await seen(child)).toEqual([
    [11],
    [
      ['dear', 7],
      ['greet', 3],
      ['orders/create', 1],
    ],
  ]);
  expect(await seen(parent)).toEqual([
    [11, 5],
    [
      ['greet', 8],
      ['dear', 7],
      ['orders/create', 1],
    ],
  ]);
  expect(await seen(stranger)).toEqual([[], []]);
});

test('functions are listed with their metrics together, their share, and the same days of last month', async () => {
  const customer = await buildUser(server.context);
  await meterDays(customer, ['2026-10-05', '2026-10-21', '2026-10-22'], { 'orders/create': 4 });
  await meterDays(customer, days(MONTH, 5, 5), { 'orders/create': 30, greet: 10 });
  await meterFunctions(server.context, customer, new Map([['orders/create', 100]]), { metric: 'event' });
  // A collection of the same name is something else.
  await meterFunctions(server.context, customer, new Map([['greet', 10]]), { metric: 'query' });
  const all = await listAll(customer, 10);
  expect(all).toMatchObject([
    { target: 'orders/create', isCollection: false, calls: 130, cents: 60, beforeCents: 8 },
    { target: 'greet', isCollection: false, calls: 10, cents: 10, beforeCents: 0 },
    { target: 'greet', isCollection: true, calls: 10, cents: 3, beforeCents: 0 },
  ]);
  expect(all[0]?.share).toBeCloseTo(60 / 73);
  const body = { month: MONTH, search: 'ORDERS' };
  expect((await server.call(listUsedFunctions, { body }, { as: customer })).content).toHaveLength(1);
});

test('functions, metrics, the export and the grand total are the same cents, however they are read', async () => {
  const use = fc.record({
    metric: fc.constantFrom('invoke', 'event', 'query'),
    target: fc.constantFrom('a', 'b', 'c', 'd/e', 'dear', 'live'),
    calls: fc.nat(50),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(use, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      async (uses, size) => {
        const customer = await buildUser(server.context);
        for (const { metric, target, calls } of uses)
          await meterFunctions(server.context, customer, new Map([[target, calls]]), { metric });
        const usage = await server.call(getMonthUsage, { query: { month: MONTH } }, { as: customer });
        const metrics = usage.services.flatMap((service) => service.metrics);
        expect(sum(metrics.map(({ cents }) => cents))).toBe(usage.grandTotalCents);
        const shares = metrics.map(({ cents, functions = [{ cents }], others }) => [
          ...functions.map((each) => each.cents),
          others?.cents ?? 0,
        ]);
        expect(shares.map(sum)).toEqual(metrics.map(({ cents }) => cents));
        expect(sum((await listAll(customer, size)).map(({ cents }) => cents))).toBe(usage.grandTotalCents);
        const csv = await server.request(exportUsage, { query: { month: MONTH } }, { as: customer });
        const lines = csv.body.trim().split('\r\n').slice(1);
        expect(sum(lines.map((line) => Number(line.split(',').at(-1))))).toBe(usage.grandTotalCents);
        expect(sum(lines.map((line) => Number(line.split(',').at(4))))).toBe(
          sum(uses.map(({ calls }) => calls)),
        );
      },
    ),
    { numRuns: 8 },
  );
});

test('days add up to the total and are the same in every grouping, as in the lists of days', async () => {
  const use = fc.record({
    day: fc.integer({ min: 1, max: 21 }),
    isBefore: fc.boolean(),
    isChild: fc.boolean(),
    metric: fc.constantFrom('invoke', 'event', 'query'),
    target: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'dear'),
    calls: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(use, { minLength: 1, maxLength: 30 }), async (uses) => {
      const customer = await buildUser(server.context);
      const { domainId, userId } = customer;
      const child = await buildUser(server.context, { domainId, parentId: userId });
      for (const { day, isBefore, isChild, metric, target, calls } of uses)
        await meterFunctions(server.context, isChild ? child : customer, new Map([[target, calls]]), {
          metric,
          day: `${isBefore ? '2026-10' : MONTH}-${String(day).padStart(2, '0')}`,
        });
      const plots = await Promise.all(
        (['service', 'function', 'user', 'measure'] as const).map((by) =>
          server.call(getUsageDays, { query: { month: MONTH, by } }, { as: customer }),
        ),
      );
      const usage = await server.call(getMonthUsage, { query: { month: MONTH } }, { as: customer });
      const before = await server.call(getMonthUsage, { query: { month: '2026-10' } }, { as: customer });
      const totals = Array.from({ length: 21 }, () => 0);
      for (const { service, metrics } of usage.services)
        for (const { metric } of metrics) {
          const query = { month: MONTH, serviceId: service.id, metric: metric.name, target: metric.target };
          for (const { day, cents } of await server.call(listMetricDays, { query }, { as: customer }))
            totals[Number(day.slice(-2)) - 1]! += cents;
        }
      for (const plot of plots) {
        const byDay = totals.map((_, index) => sum(plot.parts.map(({ cents }) => cents[index] ?? 0)));
        expect(byDay).toEqual(totals);
        expect(sum(byDay)).toBe(usage.grandTotalCents);
        expect(plot.grandTotalCents).toBe(usage.grandTotalCents);
        expect(sum(plot.before.cents)).toBe(before.grandTotalCents);
        expect(plot.before.grandTotalCents).toBe(before.grandTotalCents);
        const { forecast } = plot;
        expect(forecast?.grandTotalCents ?? plot.grandTotalCents).toBe(
          plot.grandTotalCents + sum(forecast?.cents ?? []),
        );
      }
      const services = plots[0]?.parts.map(({ cents }) => sum(cents));
      expect(services).toEqual(usage.services.map(({ totalCents }) => totalCents));
    }),
    { numRuns: 15 },
  );
});

test('a part that is due less than a cent a day gets its cents over the month', async () => {
  const customer = await buildUser(server.context);
  // Three tenths of a cent each.
  for (const day of days(MONTH, 1, 20))
    for (const target of ['a', 'b', 'c'])
      await meterFunctions(server.context, customer, new Map([[target, 1]]), { metric: 'event', day });
  const query = { month: MONTH, by: 'function' } as const;
  const { parts, grandTotalCents } = await server.call(getUsageDays, { query }, { as: customer });
  expect(grandTotalCents).toBe(18);
  expect(parts.map(({ name, cents }) => [name, sum(cents)])).toEqual([
    ['a', 6],
    ['b', 6],
    ['c', 6],
  ]);
});

test('the export names what was used, and no name becomes a formula', async () => {
  const customer = await buildUser(server.context);
  await meterDays(customer, days(MONTH, 1, 1), { '=1+1': 2, greet: 1 });
  const csv = await server.request(exportUsage, { query: { month: MONTH } }, { as: customer });
  expect(csv.headers['content-disposition']).toContain('usage-2026-11.csv');
  expect(csv.body.split('\r\n')).toEqual([
    '\uFEFFMonth (UTC),Service,Metric,Target,Calls,Milliseconds,Bytes,Cents',
    "2026-11,shop,invoke,'=1+1,2,0,0,2",
    '2026-11,shop,invoke,greet,1,0,0,1',
    '',
  ]);
});

test('a price for one function may be made, and counts for it from its day on', async () => {
  const admin = await buildUser(server.context, { isAdmin: true });
  const customer = await buildUser(server.context);
  const rule = { service: 'shop', metric: 'invoke', measure: 'COUNTER' as const, cents: '50', units: 1 };
  await server.call(savePriceRule, { body: { ...rule, target: 'orders/price' } }, { as: admin });
  await meterDays(customer, ['2026-11-20', '2026-11-21'], { 'orders/price': 1 });
  expect((await listAll(customer, 10)).map(({ cents }) => cents)).toEqual([51]);
  const { services } = await server.call(getMonthUsage, { query: { month: MONTH } }, { as: customer });
  expect(services[0]?.metrics.map(({ metric, cents }) => [metric.target, cents])).toEqual([
    ['orders/price', 51],
  ]);
});

test('the usage of one service is that service alone: its plot, its functions and its total', async () => {
  const customer = await buildUser(server.context);
  const stranger = await buildUser(server.context);
  await meterDays(customer, days(MONTH, 1, 3), { tea: 10 });
  const get = async (as: Caller, serviceId?: string) => {
    const query = { month: MONTH, ...(serviceId !== undefined && { serviceId }) };
    const body = { ...query, page: 0, size: 50 };
    const [plot, functions, month] = await Promise.all([
      server.call(getUsageDays, { query }, { as }),
      server.call(listUsedFunctions, { body }, { as }),
      server.call(getMonthUsage, { query }, { as }),
    ]);
    return [plot.grandTotalCents, functions.totalElements, month.services.map(({ service }) => service.id)];
  };
  const whole = await get(customer);
  expect(whole).toEqual([expect.any(Number), 1, ['shop']]);
  expect(await get(customer, 'shop')).toEqual(whole);
  expect(await get(customer, 'nowhere')).toEqual([0, 0, []]);
  expect(await get(stranger, 'shop')).toEqual([0, 0, []]);
});
