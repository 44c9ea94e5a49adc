import type { MetricDay } from '@atrium/contract/billing/usage-comparison';
import type { Measure } from '@atrium/contract/pricing/measure';
import { amountCents } from '../pricing/amount.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import type { UsedQuantity } from './rating.ts';

const FIELDS = { COUNTER: 'calls', TIMER: 'milliseconds', MEMORY: 'bytes' } as const satisfies Record<
  Measure,
  keyof MetricDay
>;

/**
 * Returns what each day had of one metric and target. A day gets what a line costs up to it, rounded, less what it costs up to
 * the day before: so the days together are exactly the cents that the lines of the bill are (`rateUsage`).
 */
export function daysOfMetric(used: readonly UsedQuantity[], book: PriceBook): MetricDay[] {
  const days = new Map<string, MetricDay>();
  const soFar = new Map<string, { quantity: bigint; cents: number }>();
  for (const { serviceId: service, metric, target, type, day, quantity } of used.toSorted(byDay)) {
    const entry = days.get(day) ?? { day, calls: 0, milliseconds: 0, bytes: 0, cents: 0 };
    days.set(day, entry);
    entry[FIELDS[type]] += Number(quantity);
    const price = book.priceOn(day, { service, target, metric, measure: type });
    if (price === null) continue;
    const key = JSON.stringify([type, price.target, price.cents, price.units]);
    const line = soFar.get(key) ?? { quantity: 0n, cents: 0 };
    soFar.set(key, line);
    line.quantity += BigInt(quantity);
    const cents = amountCents(line.quantity, price.cents, price.units);
    entry.cents += cents - line.cents;
    line.cents = cents;
  }
  return [...days.values()];
}

const byDay = (one: UsedQuantity, other: UsedQuantity): number => (one.day < other.day ? -1 : 1);
