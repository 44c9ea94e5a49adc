/** Start of the day in UTC a number of days ago. Stable within a day, so that equal queries share a cache entry. */
export function dayBefore(now: Date, days: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)).toISOString();
}
