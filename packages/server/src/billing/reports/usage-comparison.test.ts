import { listMetricVersions } from '@atrium/contract/billing/metric-versions';
import { compareUsage, listMetricDays } from '@atrium/contract/billing/usage-comparison';
import { getMonthUsage } from '@atrium/contract/billing/usage-month';
import { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';

const MONTH = '2026-11';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  // A call costs 0.7 cents, and one and a half from 11 November on; one function has a price of its own.
  for (const [metric, target, prices] of [
    [
      'invoke',
      '*',
      [
        ['2026-01-01', '0.7'],
        ['2026-11-11', '1.5'],
      ],
    ],
    ['invoke', 'dear', [['2026-01-01', '7']]],
    ['query', '*', [['2026-01-01', '0.3']]],
  ] as const) {
    const id = server.context.random.id();
    const subject = { service: 'shop', target, metric, measure: 'COUNTER' as const };
    await insertPriceRule(server.context.db, id, subject, server.clock.now());
    for (const [startsOn, cents] of prices)
      await insertPriceRevision(
        server.context.db,
        { ruleId: id, startsOn, cents, units: 1 },
        server.clock.now(),
      );
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const use = (
  customer: Caller,
  day: string,
  calls: Record<string, number>,
  { metric = 'invoke', version }: { metric?: string; version?: number | undefined } = {},
) => meterFunctions(server.context, customer, new Map(Object.entries(calls)), { day, metric, version });
const lineOf = (target: string, metric: string) => ({
  query: { month: MONTH, serviceId: 'shop', metric, target },
});
const daysOf = (as: Caller, target = '*', metric = 'invoke') =>
  server.call(listMetricDays, lineOf(target, metric), { as });
const versionsOf = (as: Caller, target = '*', metric = 'invoke') =>
  server.call(listMetricVersions, lineOf(target, metric), { as });
const compare = (as: Caller, from = '2026-10', to = MONTH) =>
  server.call(compareUsage, { query: { from, to } }, { as });
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

test('the days and the versions of a line are exactly its cents, whatever was used and whenever prices changed', async () => {
  const one = fc.record({
    day: fc.integer({ min: 1, max: 21 }).map((day) => `${MONTH}-${String(day).padStart(2, '0')}`),
    metric: fc.constantFrom('invoke', 'query'),
    target: fc.constantFrom('a', 'b', 'dear'),
    calls: fc.nat(9),
    version: fc.option(fc.integer({ min: 0, max: 14 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 30 }), async (uses) => {
      const customer = await buildUser(server.context);
      for (const { day, target, calls, ...about } of uses)
        await use(customer, day, { [target]: calls }, about);
      const usage = await server.call(getMonthUsage, { query: { month: MONTH } }, { as: customer });
      for (const { metric, cents, usage: lines } of usage.services.flatMap(({ metrics }) => metrics)) {
        const days = await daysOf(customer, metric.target, metric.name);
        expect(sum(days.map((each) => each.cents))).toBe(cents);
        expect(sum(days.map(({ calls }) => calls))).toBe(sum(lines.map((line) => line.usage)));
        expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
        const { versions, others, unrecorded } = await versionsOf(customer, metric.target, metric.name);
        const parts = [...versions, ...(others ? [others] : []), ...(unrecorded ? [unrecorded] : [])];
        expect(sum(parts.map((each) => each.cents))).toBe(cents);
        const targetOf = (each: { metric: string; target: string }) =>
          each.metric === 'invoke' && each.target === 'dear' ? 'dear' : '*';
        const ofLine = uses.filter((each) => each.metric === metric.name && targetOf(each) === metric.target);
        const callsOf = (version: number | undefined) =>
          sum(ofLine.filter((each) => each.version === version).map(({ calls }) => calls));
        for (const { version, calls } of versions) expect(calls).toBe(callsOf(version));
        expect(unrecorded?.calls ?? 0).toBe(callsOf(undefined));
        expect(sum(parts.map(({ calls }) => calls))).toBe(sum(lines.map((line) => line.usage)));
      }
    }),
    { numRuns: 6 },
  );
});

test('names the versions that cost most, newest first, and counts an event once by each of its versions', async () => {
  const { billing, random } = server.context;
  const { userId, domainId, ...customer } = await buildUser(server.context);
  const event = UsageEvent.parse({
    id: random.id(),
    domainId,
    userId,
    serviceId: 'shop',
    metric: 'invoke',
    target: 'tea',
    type: 'COUNTER',
    quantity: 100,
    at: '2026-11-03T09:00:00Z',
    versions: [
      { version: 7, quantity: 60 },
      { version: 2, quantity: 30 },
      { version: 9, quantity: 0 },
    ],
  });
  for (const _ of ['once', 'and again'])
    await billing.intake.takeBatch(
      { serviceId: 'shop', accessKeyId: 'k' },
      { batchId: random.id(), events: [event, { ...event, versions: [] }] },
    );
  const as = { ...customer, userId, domainId };
  expect(await versionsOf(as)).toEqual({
    versions: [
      { version: 7, calls: 60, milliseconds: 0, bytes: 0, cents: 42 },
      { version: 2, calls: 30, milliseconds: 0, bytes: 0, cents: 21 },
    ],
    unrecorded: { calls: 10, milliseconds: 0, bytes: 0, cents: 7 },
  });
  // It has no price of its own, so no bill has a line of it.
  expect(await versionsOf(as, 'tea')).toEqual({ versions: [] });
  for (let version = 11; version <= 20; version++) await use(as, '2026-11-04', { tea: 10 }, { version });
  const { versions, others } = await versionsOf(as);
  expect(versions.map(({ version }) => version)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 7, 2]);
  expect(others).toEqual({ count: 2, calls: 20, milliseconds: 0, bytes: 0, cents: 14 });
});

test('two months differ by new and unused functions, by volume and by prices', async () => {
  const customer = await buildUser(server.context);
  await use(customer, '2026-10-05', { tea: 100, old: 10 });
  // 100 more at 0.7 are volume; 50 of them came when a call cost 0.8 more.
  await use(customer, '2026-11-01', { tea: 150 });
  await use(customer, '2026-11-12', { tea: 50, fresh: 20, dear: 1, test: 0 });
  expect(await compare(customer)).toEqual({
    fromCents: 77,
    toCents: 217,
    added: { count: 2, cents: 37 },
    gone: { count: 1, cents: -7 },
    volumeCents: 70,
    priceCents: 40,
  });
  const backwards = { query: { from: MONTH, to: MONTH } };
  expect((await server.request(compareUsage, backwards, { as: customer })).statusCode).toBe(400);
});

test('the parts of a difference are the difference, to the cent', async () => {
  const calls = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'dear', 'live'), fc.nat(30), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(calls, calls, calls, async (before, early, late) => {
      const customer = await buildUser(server.context);
      await use(customer, '2026-10-05', before);
      await use(customer, '2026-11-05', early);
      await use(customer, '2026-11-20', late);
      const { fromCents, toCents, added, gone, volumeCents, priceCents } = await compare(customer);
      expect(added.cents + gone.cents + volumeCents + priceCents).toBe(toCents - fromCents);
      const { grandTotalCents } = await server.call(
        getMonthUsage,
        { query: { month: MONTH } },
        { as: customer },
      );
      expect(toCents).toBe(grandTotalCents);
    }),
    { numRuns: 6 },
  );
});

test('people see what they may see of bills, and strangers nothing', async () => {
  const customer = await buildUser(server.context);
  const child = await buildChild(server.context, customer, ['tests.read']);
  const accountant = await buildChild(server.context, customer, ['billing.read']);
  const stranger = await buildUser(server.context);
  await use(customer, '2026-11-01', { tea: 10 }, { version: 1 });
  await use(child, '2026-11-02', { tea: 20 }, { version: 2 });
  const seen = async (as: Caller) => [
    (await daysOf(as)).map(({ calls }) => calls),
    (await versionsOf(as)).versions.map(({ version, cents }) => [version, cents]),
    (await compare(as)).toCents,
  ];
  const both = [
    [2, 14],
    [1, 7],
  ];
  expect(await seen(customer)).toEqual([[10, 20], both, 21]);
  expect(await seen(accountant)).toEqual([[10, 20], both, 21]);
  expect(await seen(child)).toEqual([[20], [[2, 14]], 14]);
  expect(await seen(stranger)).toEqual([[], [], 0]);
});
