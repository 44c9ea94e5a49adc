import { nextTick } from '@atrium/host/schedule';
import { expect, test } from 'vitest';
import { timingOf } from './run-timing.ts';

const at = (rhythm: 'DAILY' | 'WEEKDAYS' | 'HOURLY', time: string, after: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return nextTick(timingOf({ rhythm, atMinute: 60 * hours + minutes }), new Date(after))?.toISOString();
};

test.each([
  ['DAILY', '02:30', '2026-11-21T02:29:59Z', '2026-11-21T02:30:00.000Z'],
  ['DAILY', '02:30', '2026-11-21T02:30:00Z', '2026-11-22T02:30:00.000Z'],
  ['DAILY', '00:00', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
  // The 21st of November 2026 is a Saturday.
  ['WEEKDAYS', '02:30', '2026-11-20T01:00:00Z', '2026-11-20T02:30:00.000Z'],
  ['WEEKDAYS', '02:30', '2026-11-20T03:00:00Z', '2026-11-23T02:30:00.000Z'],
  ['WEEKDAYS', '02:30', '2026-11-22T03:00:00Z', '2026-11-23T02:30:00.000Z'],
  ['HOURLY', '13:15', '2026-11-21T10:00:00Z', '2026-11-21T10:15:00.000Z'],
  ['HOURLY', '13:15', '2026-11-21T10:15:00Z', '2026-11-21T11:15:00.000Z'],
] as const)('%s at %s, after %s, is %s', (rhythm, time, after, next) => {
  expect(at(rhythm, time, after)).toBe(next);
});
