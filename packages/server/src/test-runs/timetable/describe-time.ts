import type { RunRhythm } from '@atrium/contract/test-runs/timetable';
import { timeOfDay } from '../../time-of-day.ts';
import type { SavedRunTime } from './run-time.repository.ts';

const rhythms: Record<RunRhythm, string> = {
  DAILY: 'every day at',
  WEEKDAYS: 'Monday to Friday at',
  HOURLY: 'every hour at minute',
};

/** A time of the timetable in words, for the log. */
export function describeTime({ rhythm, atMinute, serviceIds, retries, nextOn }: SavedRunTime): string {
  const at = rhythm === 'HOURLY' ? String(atMinute % 60) : `${timeOfDay(atMinute)} UTC`;
  const which = serviceIds.length === 0 ? 'all services' : serviceIds.join(', ');
  const tries = retries === 0 ? '' : `, up to ${retries} ${retries === 1 ? 'retry' : 'retries'}`;
  return `${rhythms[rhythm]} ${at}, ${which}${tries}${nextOn === null ? ', paused' : ''}`;
}
