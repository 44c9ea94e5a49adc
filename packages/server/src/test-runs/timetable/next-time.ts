import type { RunRhythm } from '@atrium/contract/test-runs/timetable';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The first time after a moment. `minute` is one of the day, UTC; of an hourly rhythm, one of the hour. */
export function nextTime({ rhythm, minute }: { rhythm: RunRhythm; minute: number }, after: Date): Date {
  const now = after.getTime();
  if (rhythm === 'HOURLY') return firstAfter(now, HOUR_MS, (minute % 60) * MINUTE_MS);
  const next = firstAfter(now, DAY_MS, minute * MINUTE_MS);
  while (rhythm === 'WEEKDAYS' && [0, 6].includes(next.getUTCDay())) next.setTime(next.getTime() + DAY_MS);
  return next;
}

/** Days and hours of UTC begin at multiples of their length. */
function firstAfter(now: number, length: number, offset: number): Date {
  const candidate = now - (now % length) + offset;
  return new Date(candidate > now ? candidate : candidate + length);
}
