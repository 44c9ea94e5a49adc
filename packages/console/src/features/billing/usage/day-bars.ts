import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { lengthOf } from './months.ts';

/** A piece of a day's bar, from `from` to `to` in cents. */
export interface BarPiece {
  day: number;
  /** Index of the part; -1 for the forecast. */
  part: number;
  from: number;
  to: number;
}

/** Segments of all bars of a month: the stacked parts of each day, then the forecast of the remaining days. */
export function stackBars({ parts, today, forecast }: UsageDays): BarPiece[] {
  const pieces: BarPiece[] = [];
  const tops = new Map<number, number>();
  const pile = (day: number, part: number, cents: number) => {
    if (cents <= 0) return;
    const from = tops.get(day) ?? 0;
    pieces.push({ day, part, from, to: from + cents });
    tops.set(day, from + cents);
  };
  for (const [part, { cents }] of parts.entries())
    for (const [index, each] of cents.entries()) pile(index + 1, part, each);
  for (const [index, each] of (forecast?.cents ?? []).entries()) pile((today ?? 1) + index, -1, each);
  return pieces;
}

/** Value of the highest bar of a plot, or of the highest point of the previous month. */
export function largestDay(month: string, days: UsageDays): number {
  const before = days.before.cents.slice(0, lengthOf(month));
  return Math.max(0, ...stackBars(days).map(({ to }) => to), ...before);
}

/** Returns round amounts for the lines of a plot, from 0 to at least the largest: whole cents, as they are written. */
export function roundSteps(largest: number): number[] {
  if (largest <= 1) return [0, 1];
  if (largest <= 4) return Array.from({ length: Math.ceil(largest) + 1 }, (_, index) => index);
  const step = [1, 2, 5, 10]
    .map((factor) => factor * 10 ** Math.floor(Math.log10(largest / 4)))
    .find((each) => each * 4 >= largest);
  return Array.from({ length: 5 }, (_, index) => (step ?? largest / 4) * index);
}
