import { formatUtcDay } from '@atrium/contract/utc-day';

/** The running month: `2026-11`, UTC. */
export function runningMonth(now = new Date()): string {
  return now.toISOString().slice(0, 7);
}

/** The month before another. */
export function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** Months from the last one back to the first, both included. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

/** Number of days in a month. */
export function lengthOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** Days by which the month before is moved so that equal weekdays meet: `-3` to `3`. */
export function weekdayShift(month: string): number {
  const weekdayOf = (each: string) => new Date(`${each}-01T00:00:00Z`).getUTCDay();
  const shift = (weekdayOf(month) - weekdayOf(monthBefore(month)) + 7) % 7;
  return shift > 3 ? shift - 7 : shift;
}

/** `November` */
export function nameOfMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
}

/** `11/21/2026` */
export function dateOfDay(month: string, day: number): string {
  return formatUtcDay(`${month}-${String(day).padStart(2, '0')}`);
}

/** `11/21`, for the axis of a plot of one month. */
export function axisLabelOf(month: string, day: number): string {
  return dateOfDay(month, day).slice(0, 5);
}
