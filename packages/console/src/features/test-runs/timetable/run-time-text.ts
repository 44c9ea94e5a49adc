import type { RunTime } from '@atrium/contract/test-runs/timetable';

/** When the tests run, in words: `Every day at 02:30 UTC`. */
export function runTimeText({ rhythm, at }: Pick<RunTime, 'rhythm' | 'at'>): string {
  if (rhythm === 'HOURLY') return `Every hour at :${at.slice(3)}`;
  return `${rhythm === 'DAILY' ? 'Every day' : 'Monday to Friday'} at ${at} UTC`;
}
