import type { RunRhythm } from '@atrium/contract/test-runs/timetable';
import type { Timing } from '@atrium/host/schedule';

/** The schedule of a time of the timetable. `atMinute` is one of the day, UTC; of an hourly rhythm, one of the hour. */
export function timingOf({ rhythm, atMinute }: { rhythm: RunRhythm; atMinute: number }): Timing {
  const minute = atMinute % 60;
  const hour = rhythm === 'HOURLY' ? '*' : (atMinute - minute) / 60;
  const days = rhythm === 'WEEKDAYS' ? '1-5' : '*';
  return { cron: `${minute} ${hour} * * ${days}`, timeZone: 'UTC' };
}
