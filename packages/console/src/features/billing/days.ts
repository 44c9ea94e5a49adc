/** `November 2026` */
export function monthAndYear(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The current month so far: `November 1 – 21, 2026`. */
export function runningPeriod(now = new Date()): string {
  const month = now.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  const day = now.getUTCDate();
  return `${month} ${day === 1 ? '1' : `1 – ${day}`}, ${now.getUTCFullYear()}`;
}
