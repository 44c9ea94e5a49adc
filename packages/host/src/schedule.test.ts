import { expect, test } from 'vitest';
import { nextTick, takeTick } from './schedule.ts';

const at = (text: string) => new Date(text);
const vienna = { cron: '30 2 * * *', timeZone: 'Europe/Vienna' };
const hourly = { cron: '15 * * * *', timeZone: 'UTC' };

test.each([
  // The clocks go forward from 02:00 to 03:00.
  [vienna, '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
  // They go back from 03:00 to 02:00: it is 02:30 twice.
  [vienna, '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  [vienna, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  [hourly, '2026-11-21T10:15:00Z', '2026-11-21T11:15:00.000Z'],
])('the time of %j after %s is %s', (timing, after, next) => {
  expect(nextTick(timing, at(after))?.toISOString()).toBe(next);
});

test.each(['61 * * * *', '0 0 31 2 *', 'H * * * *', '* * * *\n*', ''])(
  'the expression %j has no time',
  (cron) => {
    let next: Date | undefined;
    try {
      next = nextTick({ cron, timeZone: 'UTC' }, at('2026-01-01T00:00:00Z'));
    } catch {
      next = undefined;
    }
    expect(next).toBeUndefined();
  },
);

test('a tick on time is taken alone', () => {
  const stored = at('2026-11-21T10:15:00Z');
  expect(takeTick(hourly, stored, at('2026-11-21T10:15:00Z'), 5)).toEqual({
    on: stored,
    missed: [],
    next: at('2026-11-21T11:15:00Z'),
  });
});

test('after a pause the last tick is taken, and those before it were missed', () => {
  const stored = at('2026-11-21T10:15:00Z');
  const times = (hours: number[]) => hours.map((hour) => at(`2026-11-21T${hour}:15:00Z`));
  expect(takeTick(hourly, stored, at('2026-11-21T12:16:00Z'), 5)).toEqual({
    on: at('2026-11-21T12:15:00Z'),
    missed: times([11, 10]),
    next: at('2026-11-21T13:15:00Z'),
  });
  const late = takeTick(hourly, stored, at('2026-12-24T18:16:00Z'), 3);
  expect(late.missed).toEqual([at('2026-12-24T17:15:00Z'), at('2026-12-24T16:15:00Z')]);
});

test('a time zone that is no longer known keeps its tick, and has no next', () => {
  const stored = at('2026-11-21T10:15:00Z');
  const taken = takeTick(
    { cron: '15 * * * *', timeZone: 'Mars/Olympus' },
    stored,
    at('2026-11-22T10:15:00Z'),
    5,
  );
  expect(taken).toMatchObject({ on: stored, missed: [] });
  expect(taken.next.getFullYear()).toBe(9999);
});
