/** Today where the person is, as a date field holds it: `2026-11-21`. */
export function today(now = new Date()): string {
  return [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
}

/** A day's first and last second with the zone of the place, as the search for test runs sends them. */
export function dayStart(day: string): string {
  return withZone(day, '00:00:00');
}

export function dayEnd(day: string): string {
  return withZone(day, '23:59:59');
}

/** A time of a day where the person is, with the zone: `2026-11-21T00:00:00+01:00`. */
export function withZone(day: string, time: string): string {
  // The offset of that moment: it differs between summer and winter.
  const offset = -new Date(`${day}T${time}`).getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.abs(offset);
  return `${day}T${time}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
