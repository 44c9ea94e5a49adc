import { formatDate } from '../../lib/format.ts';

/** A calendar day of the server (`2026-11-30`) as `11/30/2026`, whatever the time zone. */
export function formatDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, 'UTC');
}

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
  return `${month}, from ${formatDay(`${today.slice(0, 8)}01`)} to ${formatDay(today)}`;
}
