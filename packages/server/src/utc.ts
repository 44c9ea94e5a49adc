/** The UTC day of a time: `2026-11-21`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** A calendar month, UTC: `2026-11`. */
export function utcMonth(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** First and last day of a month `2026-11`. */
export function daysOfMonth(month: string): { start: string; end: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { start: `${month}-01`, end: utcDay(new Date(Date.UTC(year, number, 0))) };
}

/** The month so many months after another; before it, if there are fewer than none. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return utcMonth(new Date(Date.UTC(year, number - 1 + count, 1)));
}

/** The month before `2026-11`: `2026-10`. */
export function monthBefore(month: string): string {
  return addMonths(month, -1);
}

/** The day so many days after another. */
export function addDays(day: string, count: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000));
}
