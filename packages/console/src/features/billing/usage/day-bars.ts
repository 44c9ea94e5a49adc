import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { lengthOf, weekdayShift } from './months.ts';

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

/** Cents of the previous month for each day of this one, the same weekday; undefined where it has no such day. */
export function sameWeekdays(month: string, { before }: Pick<UsageDays, 'before'>): (number | undefined)[] {
  const shift = weekdayShift(month);
  return Array.from({ length: lengthOf(month) }, (_, index) => before.cents[index + shift]);
}

/** Value of the highest bar of a plot, also of the previous month and of the range of the forecast. */
export function largestDay(month: string, days: UsageDays): number {
  const before = sameWeekdays(month, days).map((cents) => cents ?? 0);
  return Math.max(
    0,
    ...stackBars(days).map(({ to }) => to),
    ...before,
    ...rangesOf(days).map(({ to }) => to),
  );
}

/** Cents of a day, counted from 1. */
export function costOfDay(parts: UsageDays['parts'], day: number): number {
  return parts.reduce((sum, { cents }) => sum + (cents[day - 1] ?? 0), 0);
}

/** Forecast range of each coming day, added to the cost of the day so far. */
export function rangesOf({ parts, today, forecast }: UsageDays): { day: number; from: number; to: number }[] {
  if (today === null || !forecast) return [];
  return forecast.least.map((least, index) => {
    const day = today + index;
    const soFar = costOfDay(parts, day);
    return { day, from: soFar + least, to: soFar + (forecast.most[index] ?? least) };
  });
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
