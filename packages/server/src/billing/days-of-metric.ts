import type { MetricDay } from '@atrium/contract/billing/usage-comparison';
import type { PriceBook } from '../pricing/price-book.ts';
import { shareMetric } from './metric-shares.ts';
import type { UsedQuantity } from './rating.ts';

/** Returns what each day had of one metric and target, and its share of the cents. */
export function daysOfMetric(used: readonly UsedQuantity[], book: PriceBook): MetricDay[] {
  const parts = used.toSorted(byDay).map((each) => ({ ...each, part: each.day }));
  return [...shareMetric(parts, book)].map(([day, share]) => ({ day, ...share }));
}

const byDay = (one: UsedQuantity, other: UsedQuantity): number => (one.day < other.day ? -1 : 1);
