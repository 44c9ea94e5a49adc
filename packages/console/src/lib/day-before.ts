/** The beginning of a day in UTC, so many days before: what is asked for twice in a day is the same. */
export function dayBefore(now: Date, days: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)).toISOString();
}
