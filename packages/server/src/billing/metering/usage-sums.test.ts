import { listCollectionCosts, listFunctionCosts } from '@atrium/contract/billing/function-costs';
import { listMetricVersions } from '@atrium/contract/billing/metric-versions';
import { getUsage } from '@atrium/contract/billing/usage';
import { compareUsage, listMetricDays } from '@atrium/contract/billing/usage-comparison';
import {
  exportUsage,
  getMonthUsage,
  getUsageDays,
  listUsedFunctions,
  MAX_NAMED_PARTS,
} from '@atrium/contract/billing/usage-month';
import { Measure } from '@atrium/contract/pricing/measure';
import { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';

/** Today is 21 November. */
const MONTH = '2026-11';
const BEFORE = '2026-10';
const SERVICES = ['shop', 'stock'];
const METRICS = ['invoke', 'query'];
/** Whole cents, so that no sum is rounded. */
const CENTS: Record<Measure, number> = { COUNTER: 3, TIMER: 2, MEMORY: 1 };
const OWN_CENTS = 7;
const CHANGED_ON = '2026-11-10';
const CHANGED_CENTS = 5;

type Event = Omit<UsageEvent, 'versions'> & { versions: NonNullable<UsageEvent['versions']>; day: string };

const usedOn = ({ at }: Event) => at.slice(0, 10);

function centsOf(event: Event): number {
  const { metric, target, type, quantity } = event;
  if (metric === 'invoke' && type === 'COUNTER' && target === 'own') return OWN_CENTS * quantity;
  const isChanged = metric === 'invoke' && type === 'COUNTER' && usedOn(event) >= CHANGED_ON;
  return (isChanged ? CHANGED_CENTS : CENTS[type]) * quantity;
}

async function setPrices({ context, clock }: TestApp): Promise<void> {
  const save = async (subject: Parameters<typeof insertPriceRule>[2], prices: [string, number][]) => {
    const ruleId = context.random.id();
    await insertPriceRule(context.db, ruleId, subject, clock.now());
    for (const [startsOn, cents] of prices)
      await insertPriceRevision(
        context.db,
        { ruleId, startsOn, cents: String(cents), units: 1 },
        clock.now(),
      );
  };
  for (const service of SERVICES) {
    for (const metric of METRICS)
      for (const measure of Measure.options)
        await save({ service, target: '*', metric, measure }, [
          ['2026-01-01', CENTS[measure]],
          ...(metric === 'invoke' && measure === 'COUNTER'
            ? [[CHANGED_ON, CHANGED_CENTS] as [string, number]]
            : []),
        ]);
    await save({ service, target: 'own', metric: 'invoke', measure: 'COUNTER' }, [['2026-01-01', OWN_CENTS]]);
  }
}

/** Sums by key, in the order of the keys; keys without any are left out. */
function sumBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string, valueOf: (row: Row) => number) {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + valueOf(row));
  return [...sums].filter(([, sum]) => sum !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
const totalOf = (rows: readonly Event[]) => rows.reduce((sum, event) => sum + centsOf(event), 0);
const ofType = (rows: readonly Event[], type: Measure) =>
  rows.reduce((sum, event) => sum + (event.type === type ? event.quantity : 0), 0);
const keyOfFunction = ({ serviceId, target, metric }: Event) =>
  `${serviceId} ${target} ${metric === 'query'}`;
const targetOnBill = ({ metric, target }: Event) => (metric === 'invoke' && target === 'own' ? 'own' : '*');

/** Compares what the console shows of the running month with sums over the events that it bills. */
async function expectRunningMonth(server: TestApp, as: Caller, seen: readonly Event[]) {
  const of = (month: string) => totalOf(seen.filter(({ day }) => day.startsWith(month)));
  const current = await server.call(getUsage, {}, { as });
  expect(current.grandTotalCents).toBe(of(MONTH));
  const changes = await server.call(compareUsage, { query: { from: BEFORE, to: MONTH } }, { as });
  expect([changes.fromCents, changes.toCents]).toEqual([of(BEFORE), of(MONTH)]);
}

/** Compares every report of a month with sums over the events that it bills. */
async function expectReports(server: TestApp, as: Caller, seen: readonly Event[], month: string) {
  const events = seen.filter(({ day }) => day.startsWith(month));
  const query = { month };
  const usage = await server.call(getMonthUsage, { query }, { as });
  expect(usage.grandTotalCents).toBe(totalOf(events));
  for (const { service, metrics } of usage.services) {
    for (const { metric, cents } of metrics) {
      const line = { month, serviceId: service.id, metric: metric.name, target: metric.target };
      const ofLine = events.filter(
        (event) =>
          event.serviceId === service.id &&
          event.metric === metric.name &&
          targetOnBill(event) === metric.target,
      );
      expect(cents).toBe(totalOf(ofLine));
      const days = await server.call(listMetricDays, { query: line }, { as });
      expect(
        sumBy(
          days,
          ({ day }) => day,
          (each) => each.cents,
        ),
      ).toEqual(sumBy(ofLine, ({ day }) => day, centsOf));
      for (const { day, calls, milliseconds, bytes } of days) {
        const ofDay = ofLine.filter((event) => event.day === day);
        expect([calls, bytes, milliseconds]).toEqual(Measure.options.map((type) => ofType(ofDay, type)));
      }
      const { versions } = await server.call(listMetricVersions, { query: line }, { as });
      const named = ofLine
        .filter((event) => usedOn(event) === event.day && event.type === 'COUNTER')
        .flatMap((event) => event.versions);
      expect(
        sumBy(
          versions,
          ({ version }) => `${version}`,
          ({ calls }) => calls,
        ),
      ).toEqual(
        sumBy(
          named,
          ({ version }) => `${version}`,
          ({ quantity }) => quantity,
        ),
      );
    }
  }
  const keys = {
    service: ({ serviceId }: Event) => serviceId,
    measure: ({ type }: Event) => type,
    user: ({ userId }: Event) => userId,
    function: keyOfFunction,
  };
  for (const by of ['service', 'measure', 'user', 'function'] as const) {
    const { parts } = await server.call(getUsageDays, { query: { month, by } }, { as });
    const dayOf = (index: number) => `${month}-${String(index + 1).padStart(2, '0')}`;
    const rows = parts.flatMap(({ cents }) => cents.map((each, index) => ({ each, day: dayOf(index) })));
    const plotted = sumBy(
      rows,
      ({ day }) => day,
      ({ each }) => each,
    );
    expect(plotted.map(([day, cents]) => [day, Math.round(cents)])).toEqual(
      sumBy(events, ({ day }) => day, centsOf),
    );
    const sums = parts.map(({ cents }) => Math.round(cents.reduce((sum, each) => sum + each, 0)));
    const expected = sumBy(events, keys[by], centsOf).map(([, cents]) => cents);
    const ascending = (a: number, b: number) => a - b;
    // More parts than are named: the others are one.
    const named = expected.length <= MAX_NAMED_PARTS ? sums.filter((cents) => cents > 0) : expected;
    expect(named.toSorted(ascending)).toEqual(expected.toSorted(ascending));
  }
  const list = await server.call(listUsedFunctions, { body: { month, size: 50 } }, { as });
  const listed = (valueOf: (row: (typeof list.content)[number]) => number) =>
    sumBy(
      list.content,
      ({ service, target, isCollection }) => `${service.id} ${target} ${isCollection}`,
      valueOf,
    );
  expect(listed(({ cents }) => cents)).toEqual(sumBy(events, keyOfFunction, centsOf));
  for (const [index, type] of Measure.options.entries())
    expect(listed(({ calls, milliseconds, bytes }) => [calls, bytes, milliseconds][index] ?? 0)).toEqual(
      sumBy(events, keyOfFunction, (event) => (event.type === type ? event.quantity : 0)),
    );
  const csv = await server.request(exportUsage, { query }, { as });
  const lines = csv.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(
    sumBy(
      lines,
      (line) => line.slice(1, 4).join(' '),
      (line) => Number(line.at(-1)),
    ),
  ).toEqual(sumBy(events, ({ serviceId, metric, target }) => `${serviceId} ${metric} ${target}`, centsOf));
}

/** Of the last 30 days, whenever they are billed. */
async function expectCosts(server: TestApp, as: Caller, seen: readonly Event[]): Promise<void> {
  const events = seen.filter(({ day }) => day > '2026-10-22');
  for (const serviceId of SERVICES) {
    const query = { serviceId, days: 30 };
    const { functions } = await server.call(listFunctionCosts, { query }, { as });
    const { collections } = await server.call(listCollectionCosts, { query }, { as });
    const ofMetric = (metric: string) =>
      sumBy(
        events.filter((event) => event.serviceId === serviceId && event.metric === metric),
        ({ target }) => target,
        centsOf,
      );
    const rounded = (cents: number | null) => Math.round(cents ?? 0);
    expect(
      sumBy(
        functions,
        (one) => one.function,
        ({ cents }) => rounded(cents),
      ),
    ).toEqual(ofMetric('invoke'));
    expect(
      sumBy(
        collections,
        (one) => one.collection,
        ({ cents }) => rounded(cents),
      ),
    ).toEqual(ofMetric('query'));
  }
}

const use = fc.record({
  serviceId: fc.constantFrom(...SERVICES),
  metric: fc.constantFrom(...METRICS),
  target: fc.constantFrom('a', 'b', 'own'),
  type: fc.constantFrom(...Measure.options),
  quantity: fc.integer({ min: 1, max: 40 }),
  day: fc
    .integer({ min: 0, max: 51 })
    .map((days) => new Date(Date.UTC(2026, 9, 1 + days)).toISOString().slice(0, 10)),
  versions: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
  isOfChild: fc.boolean(),
  isLate: fc.boolean(),
});

test('every report is a sum over the events, of whatever service, measure, person and version, in time or late', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(use, { minLength: 1, maxLength: 30 }), async (uses) => {
      await using server = await startTestApp();
      await setPrices(server);
      const { billing, random } = server.context;
      const parent = await buildUser(server.context);
      const child = await buildUser(server.context, { domainId: parent.domainId, parentId: parent.userId });
      const send = async (chosen: typeof uses, firstOpenDay: string): Promise<Event[]> => {
        const events = chosen.map(({ versions, day, isOfChild, isLate: _, ...event }): Event => {
          const quantity = Math.floor(event.quantity / Math.max(versions.length, 1));
          return {
            ...event,
            id: random.id(),
            domainId: parent.domainId,
            userId: (isOfChild ? child : parent).userId,
            at: `${day}T09:00:00Z`,
            day: day < firstOpenDay ? firstOpenDay : day,
            versions: versions.map((version) => ({ version, quantity })).filter((each) => each.quantity > 0),
          };
        });
        for (const serviceId of SERVICES) {
          const ofService = events.filter((event) => event.serviceId === serviceId);
          const batch = { batchId: random.id(), events: ofService.map((event) => UsageEvent.parse(event)) };
          // Sent twice, as after a lost answer.
          if (batch.events.length > 0)
            for (const accessKeyId of ['k', 'k'])
              await billing.intake.takeBatch({ serviceId, accessKeyId }, batch);
        }
        return events;
      };
      const inTime = await send(
        uses.filter(({ isLate }) => !isLate),
        '2026-01-01',
      );
      await billing.monthClose.closeMonth(BEFORE);
      const late = await send(
        uses.filter(({ isLate }) => isLate),
        '2026-11-01',
      );
      const all = [...inTime, ...late];
      for (const [as, seen] of [
        [parent, all],
        [child, all.filter(({ userId }) => userId === child.userId)],
      ] as const) {
        await expectReports(server, as, seen, MONTH);
        await expectRunningMonth(server, as, seen);
        await expectReports(server, as, seen, BEFORE);
        await expectCosts(server, as, seen);
      }
    }),
    { numRuns: 4 },
  );
});
