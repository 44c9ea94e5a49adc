const WEEK = 7;

/**
 * Forecasts daily costs from previous full days, oldest first: each day equals the same weekday of the last seven days.
 * Without a full week, it equals the average day. A trend between two weeks is mostly random: following it made
 * forecasts worse in months without much growth, and hardly better in those with it.
 */
export function forecastDays(past: readonly number[], count: number): number[] {
  const week = past.slice(-WEEK);
  if (week.length === 0) return [];
  const average = week.reduce((total, cents) => total + cents, 0) / week.length;
  const isWhole = week.length === WEEK;
  return Array.from({ length: count }, (_, index) => (isWhole ? (week[index % WEEK] ?? 0) : average));
}

const RANGE_WEEKS = 4;

/**
 * Least and most of each forecast day: of the same weekdays of the last four weeks, or of all days without a full week.
 */
export function forecastRange(past: readonly number[], count: number): { least: number[]; most: number[] } {
  const rangeOf = (index: number): number[] => {
    if (past.length < WEEK) return [...past];
    const last = past.length - WEEK + (index % WEEK);
    return Array.from({ length: RANGE_WEEKS }, (_, week) => past[last - week * WEEK] ?? []).flat();
  };
  if (past.length === 0) return { least: [], most: [] };
  const ranges = Array.from({ length: count }, (_, index) => rangeOf(index));
  return { least: ranges.map((days) => Math.min(...days)), most: ranges.map((days) => Math.max(...days)) };
}

/**
 * Returns after how many of the coming days an amount is used up, the day on which it is included; undefined if it outlasts
 * them all.
 */
export function daysUntilUsed(cents: number, coming: readonly number[]): number | undefined {
  let left = cents;
  const index = coming.findIndex((each) => (left -= each) <= 0);
  return index < 0 ? undefined : index + 1;
}
