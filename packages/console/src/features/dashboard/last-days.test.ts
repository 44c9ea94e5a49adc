import { expect, test } from 'vitest';
import { lastDays } from './last-days.ts';

test('the last thirty days end today, all parts together, and begin in the month before', () => {
  const before = {
    cents: Array.from({ length: 31 }, (_, index) => index),
    grandTotalCents: 0,
    sameDaysCents: 0,
  };
  const parts = [{ cents: [100, 1] }, { cents: [50, 2] }];
  const days = lastDays({ parts, before, today: 2 });
  expect(days).toHaveLength(30);
  expect(days.slice(0, 2)).toEqual([3, 4]);
  expect(days.slice(-3)).toEqual([30, 150, 3]);
  expect(lastDays({ parts: [], before: { ...before, cents: [] }, today: 1 })).toEqual([0]);
});
