import { formatUtcDay } from '@atrium/contract/utc-day';

/** `November 2026` */
export function monthAndYear(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The running month so far: `November, from 11/01/2026 to 11/21/2026`. */
export function runningPeriod(now = new Date()): string {
  const today = now.toISOString().slice(0, 10);
  const month = now.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  return `${month}, from ${formatUtcDay(`${today.slice(0, 8)}01`)} to ${formatUtcDay(today)}`;
}
