import type { Measure } from '@atrium/contract/pricing/measure';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PriceBook } from '../../pricing/price-book.ts';
import type { PriceRevision } from '../../pricing/price-revision.ts';
import { takeCredits } from '../wallet/take-credits.ts';
import { rateUsage, type UsedQuantity } from './rating.ts';

const measures: Measure[] = ['COUNTER', 'MEMORY', 'TIMER'];
const days = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);

const used = fc.record<UsedQuantity & { quantity: number }>({
  serviceId: fc.constantFrom('shop', 'mail'),
  metric: fc.constantFrom('calls', 'events'),
  target: fc.constantFrom('live', 'test', 'other'),
  type: fc.constantFrom(...measures),
  day: fc.constantFrom(...days),
  quantity: fc.nat(1_000_000),
});

const revisions = fc
  .array(
    fc.record({
      service: fc.constantFrom('shop', 'mail'),
      metric: fc.constantFrom('calls', 'events'),
      target: fc.constantFrom('live', 'test', '*'),
      measure: fc.constantFrom(...measures),
      startsOn: fc.constantFrom(...days),
      price: fc.option(
        fc.record({
          cents: fc
            .tuple(fc.nat(99), fc.nat(999))
            .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`),
          units: fc.integer({ min: 1, max: 10_000 }),
        }),
      ),
    }),
    { maxLength: 30 },
  )
  .map((all) => {
    // One revision of a subject for a day, as the table's key says.
    const unique = new Map(
      all.map((one) => [
        JSON.stringify([one.service, one.metric, one.target, one.measure, one.startsOn]),
        one,
      ]),
    );
    return [...unique.values()].map((one, index): PriceRevision => ({ ...one, ruleId: `rule-${index}` }));
  });

const rate = (usage: UsedQuantity[], book: PriceBook) => rateUsage(usage, book, (id) => id);

describe('rateUsage', () => {
  test('totals are sums of rounded lines', () => {
    fc.assert(
      fc.property(fc.array(used, { maxLength: 60 }), revisions, (usage, all) => {
        const { grandTotalCents, services } = rate(usage, new PriceBook(all));
        for (const { totalCents, metrics } of services) {
          for (const { cents, usage: lines } of metrics)
            expect(cents).toBe(sum(lines.map((line) => line.cents)));
          expect(totalCents).toBe(sum(metrics.map(({ cents }) => cents)));
        }
        expect(grandTotalCents).toBe(sum(services.map(({ totalCents }) => totalCents)));
      }),
    );
  });

  test('order and pieces do not matter, and no use is lost', () => {
    fc.assert(
      fc.property(fc.array(used, { maxLength: 60 }), revisions, fc.integer(), (usage, all, seed) => {
        const book = new PriceBook(all);
        const halves = usage.flatMap((one) => {
          const first = Math.abs(seed) % (one.quantity + 1);
          return [
            { ...one, quantity: first },
            { ...one, quantity: one.quantity - first },
          ];
        });
        const whole = rate(usage, book);
        expect(rate(halves.toReversed(), book)).toEqual(whole);
        const lines = whole.services.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.usage));
        expect(sum(lines.map((line) => line.usage))).toBe(sum(usage.map(({ quantity }) => quantity)));
      }),
    );
  });

  test('a price counts from its day until the next one', () => {
    const subject = {
      ruleId: 'r',
      service: 'shop',
      target: '*',
      metric: 'calls',
      measure: 'COUNTER' as const,
    };
    const book = new PriceBook([
      { ...subject, startsOn: '2026-11-01', price: { cents: '1', units: 1 } },
      { ...subject, startsOn: '2026-11-11', price: { cents: '2', units: 1 } },
      { ...subject, startsOn: '2026-11-21', price: null },
    ]);
    const usage = days.map((day): UsedQuantity => {
      return { serviceId: 'shop', metric: 'calls', target: 'live', type: 'COUNTER', day, quantity: 1 };
    });
    const [service] = rate(usage, book).services;
    expect(service?.metrics[0]?.usage.map(({ usage: quantity, cents }) => [quantity, cents])).toEqual([
      [10, 10],
      [10, 20],
      [10, 0],
    ]);
  });
});

test('runs of tests are free without a price of their own, and never part of what any target costs', () => {
  const subject = { service: 'shop', metric: 'calls', measure: 'COUNTER' as const };
  const any = {
    ...subject,
    ruleId: 'any',
    target: '*',
    startsOn: days[0] ?? '',
    price: { cents: '5', units: 1 },
  };
  const [start = '', end = ''] = [days[0], days.at(-1)];
  const book = new PriceBook([any]);
  expect(book.ownTargetsWithin({ start, end })).toEqual([
    { service: 'shop', metric: 'calls', target: 'test' },
  ]);
  const usage = ['live', 'test'].map((target): UsedQuantity => {
    return { serviceId: 'shop', metric: 'calls', target, type: 'COUNTER', day: end, quantity: 10 };
  });
  const centsOf = (each: PriceBook) => rate(usage, each).services[0]?.metrics.map(({ cents }) => cents);
  expect(centsOf(book)).toEqual([50, 0]);
  // One that an administrator sets counts.
  const own = { ...any, ruleId: 'own', target: 'test', price: { cents: '1', units: 1 } };
  expect(centsOf(new PriceBook([any, own]))).toEqual([50, 10]);
});

test('credits cover an invoice from the oldest on, never more than it asks or they hold', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 8 }),
      fc.nat(50_000),
      (held, asked) => {
        const credits = held.map((remainingCents, index) => ({ id: String(index), remainingCents }));
        const taken = takeCredits(credits, asked);
        expect(sum(taken.map(({ cents }) => cents))).toBe(Math.min(asked, sum(held)));
        // Only the last one taken may be taken in part.
        expect(taken.slice(0, -1).map(({ cents }) => cents)).toEqual(
          held.slice(0, Math.max(taken.length - 1, 0)),
        );
        for (const [index, { creditId, cents }] of taken.entries()) {
          expect(creditId).toBe(String(index));
          expect(cents).toBeLessThanOrEqual(held[index] ?? 0);
        }
      },
    ),
  );
});

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
