import type { RunRhythm } from '@atrium/contract/test-runs/timetable';
import type { SavedRunTime } from './run-time.repository.ts';

const rhythms: Record<RunRhythm, string> = {
  DAILY: 'every day at',
  WEEKDAYS: 'Monday to Friday at',
  HOURLY: 'every hour at minute',
};

/** `02:30` from the minute of the day. */
export function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** A time of the timetable in words, for the log. */
export function describeTime({ rhythm, atMinute, serviceIds, nextOn }: SavedRunTime): string {
  const at = rhythm === 'HOURLY' ? String(atMinute % 60) : `${timeOfDay(atMinute)} UTC`;
  const which = serviceIds.length === 0 ? 'all services' : serviceIds.join(', ');
  return `${rhythms[rhythm]} ${at}, ${which}${nextOn === null ? ', paused' : ''}`;
}
