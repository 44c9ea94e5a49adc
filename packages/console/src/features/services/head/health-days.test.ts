import { expect, test } from 'vitest';
import { describeDays, shareUp, stateOf, toShownDays } from './health-days.ts';

const now = new Date('2026-11-22T12:00:00Z');
const known = [
  { day: '2026-11-20', checks: 100, degraded: 0, down: 0 },
  { day: '2026-11-21', checks: 100, degraded: 5, down: 0 },
  { day: '2026-11-22', checks: 50, degraded: 5, down: 3 },
];

test('the strip has 90 days, the last one today; days without a check have no state', () => {
  const days = toShownDays(known, now);
  expect(days).toHaveLength(90);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-08-25', '2026-11-22']);
  expect(days.slice(-4).map(stateOf)).toEqual(['none', 'up', 'disturbed', 'down']);
  expect(stateOf({ day: '', counts: { day: '', checks: 100, degraded: 0, down: 5 } })).toBe('disturbed');
  expect(describeDays(days)).toBe(
    '1 day up all day, 1 day with disturbances, 1 day down in more than 5 % of checks, 87 days without data',
  );
});

test('how much of the time it was up is known from checks only', () => {
  expect(shareUp([])).toBeUndefined();
  expect(shareUp(known)).toBeCloseTo(0.988);
});
