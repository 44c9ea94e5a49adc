/** Today in the user's time zone, in the format of a date field: `2026-11-21`. */
export function today(now = new Date()): string {
  return [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
}

/** A day's first and last second with the zone of the place, as the search for test runs sends them. */
export function dayStart(day: string): string {
  return withZone(`${day}T00:00:00`, startOf(day));
}

export function dayEnd(day: string): string {
  return withZone(`${day}T23:59:59`, startOfNext(day) - 1000);
}

/** A day's last millisecond, for times that are searched exactly. */
export function dayLast(day: string): string {
  return withZone(`${day}T23:59:59.999`, startOfNext(day) - 1);
}

/** First moment of a day in the user's time zone. If the clock skips midnight, the day begins an hour later. */
function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

/** An hour that a day has twice makes it longer: it ends where the next one begins. */
function startOfNext(day: string): number {
  const next = new Date(`${day}T12:00:00`);
  next.setDate(next.getDate() + 1);
  return next.setHours(0, 0, 0, 0);
}

/** A moment with the time that its day gives it, and with the zone that makes it that moment: `2026-11-21T00:00:00+01:00`. */
function withZone(time: string, moment: number): string {
  const offset = Math.trunc((Date.parse(`${time}Z`) - moment) / 60_000);
  const minutes = Math.abs(offset);
  return `${time}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
