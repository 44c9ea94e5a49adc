import { formatCents } from '@atrium/contract/billing/money';
import type { UsageComparison } from '@atrium/contract/billing/usage-comparison';
import { monthAndYear } from '../days.ts';

/** A row of the waterfall: a bar from one amount to the other. */
export interface WaterfallRow {
  name: string;
  cents: number;
  /** In cents; `from` is where the bar before it has ended. Totals begin at 0. */
  from: number;
  to: number;
  isTotal: boolean;
}

/**
 * Rows from the cost of the earlier month to that of the later one. Each part begins at the end of the previous one.
 */
export function waterfallRows(
  months: { from: string; to: string },
  { fromCents, toCents, added, gone, volumeCents, priceCents }: UsageComparison,
): WaterfallRow[] {
  let reached = fromCents;
  const part = (name: string, cents: number): WaterfallRow => {
    const from = reached;
    reached += cents;
    return { name, cents, from, to: reached, isTotal: false };
  };
  const total = (month: string, cents: number): WaterfallRow => ({
    name: monthAndYear(`${month}-01`),
    cents,
    from: 0,
    to: cents,
    isTotal: true,
  });
  return [
    total(months.from, fromCents),
    part('Volume', volumeCents),
    part('Prices', priceCents),
    part(`New functions and collections (${added.count.toLocaleString('en-US')})`, added.cents),
    part(`Functions and collections no longer used (${gone.count.toLocaleString('en-US')})`, gone.cents),
    total(months.to, toCents),
  ];
}

/** Position and width of a row's bar, in percent of the range of all rows. */
export function barOf(
  { from, to }: WaterfallRow,
  rows: readonly WaterfallRow[],
): { left: number; width: number } {
  const ends = rows.flatMap((row) => [row.from, row.to]);
  const [least, most] = [Math.min(0, ...ends), Math.max(1, ...ends)];
  const percentOf = (cents: number) => (100 * cents) / (most - least);
  return { left: percentOf(Math.min(from, to) - least), width: percentOf(Math.abs(to - from)) };
}

/** `+$1.20` for a part that increases the cost. */
export function amountText({ cents, isTotal }: WaterfallRow): string {
  return `${!isTotal && cents > 0 ? '+' : ''}${formatCents(cents)}`;
}
