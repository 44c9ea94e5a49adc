/** The UTC day of a day or time (`2026-11-30`, `2026-11-30T…Z`) as `11/30/2026`: bills and prices count days in UTC. */
export function formatUtcDay(time: string): string {
  const [year, month, day] = time.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}
