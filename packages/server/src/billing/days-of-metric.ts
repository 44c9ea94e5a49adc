import type { MetricDay } from '@atrium/contract/billing/usage-comparison';
import type { PriceBook } from '../pricing/price-book.ts';
import { shareMetric } from './metric-shares.ts';
import type { UsedQuantity } from './rating.ts';

interface BilledQuantity extends UsedQuantity {
  billedDay: string;
}

/** Returns what each day of billing had of one metric and target, and its share of the cents. */
export function daysOfMetric(used: readonly BilledQuantity[], book: PriceBook): MetricDay[] {
  const parts = used.toSorted(byDay).map((each) => ({ ...each, part: each.billedDay }));
  return [...shareMetric(parts, book)].map(([day, share]) => ({ day, ...share }));
}

const byDay = (one: BilledQuantity, other: BilledQuantity): number =>
  one.billedDay < other.billedDay ? -1 : 1;
