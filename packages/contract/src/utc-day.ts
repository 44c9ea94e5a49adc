/** The UTC day of a day or time (`2026-11-30`, `2026-11-30T…Z`) as `11/30/2026`: bills and prices count days in UTC. */
export function formatUtcDay(time: string): string {
  const [year, month, day] = time.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

/** The first day of the month after the one of a UTC day or time: `2026-11-21T…Z` → `2026-12-01`. */
export function nextMonthStart(time: string): string {
  const [year = 0, month = 0] = time.slice(0, 7).split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
