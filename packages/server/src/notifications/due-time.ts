import type { DigestRhythm } from '@atrium/contract/notifications/channels';

export interface Timing {
  digest: DigestRhythm;
  digestMinute: number;
  quietFrom: number | null;
  quietUntil: number | null;
  timeZone: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;

/** Time at which a notification of now is sent: now itself unless a digest or quiet hours hold it back. */
export function dueTime(timing: Timing, now: Date): Date {
  const { digest, digestMinute, quietUntil, timeZone } = timing;
  const nextHour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  const due =
    digest === 'AT_ONCE' ? now : digest === 'HOURLY' ? nextHour : nextLocalTime(digestMinute, timeZone, now);
  return quietUntil !== null && isQuiet(timing, due) ? nextLocalTime(quietUntil, timeZone, due) : due;
}

function isQuiet({ quietFrom, quietUntil, timeZone }: Timing, at: Date): boolean {
  if (quietFrom === null || quietUntil === null) return false;
  const minute = localMinute(at, timeZone);
  return quietFrom < quietUntil
    ? minute >= quietFrom && minute < quietUntil
    : minute >= quietFrom || minute < quietUntil;
}

/** The next time at which clocks of a zone show a minute of the day; where they skip it, as if they did not. */
function nextLocalTime(minute: number, timeZone: string, after: Date): Date {
  const start = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  const ahead = (minute - localMinute(after, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const found = new Date(start + ahead * MINUTE_MS);
  const half = DAY_MINUTES / 2;
  // Clocks were changed on the way.
  const off = ((minute - localMinute(found, timeZone) + DAY_MINUTES + half) % DAY_MINUTES) - half;
  if (off === 0) return found;
  const corrected = new Date(found.getTime() + off * MINUTE_MS);
  return corrected > after && localMinute(corrected, timeZone) === minute ? corrected : found;
}

function localMinute(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return 60 * (parts.get('hour') ?? 0) + (parts.get('minute') ?? 0);
}
