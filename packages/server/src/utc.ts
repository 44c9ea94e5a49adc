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
