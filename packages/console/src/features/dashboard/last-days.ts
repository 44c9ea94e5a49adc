import type { UsageDays } from '@atrium/contract/billing/usage-month';

/** Days of the sparkline. */
const SPARK_DAYS = 30;

/** Cents of each of the last days up to today, oldest first, including days of the month before. */
export function lastDays({ parts, before, today }: Pick<UsageDays, 'parts' | 'before' | 'today'>): number[] {
  const length = today ?? Math.max(0, ...parts.map(({ cents }) => cents.length));
  const days = Array.from({ length }, (_, index) =>
    parts.reduce((sum, { cents }) => sum + (cents[index] ?? 0), 0),
  );
  return [...before.cents, ...days].slice(-SPARK_DAYS);
}
