import { expect, it } from 'vitest';
import { rangesOf, roundSteps, sameWeekdays, stackBars } from './day-bars.ts';

it('piles the parts of each day on each other, and the forecast on what today has', () => {
  const pieces = stackBars({
    firstMonth: '2026-11',
    today: 2,
    grandTotalCents: 0,
    parts: [
      { name: 'a', cents: [10, 4] },
      { name: 'b', cents: [0, 5] },
    ],
    before: { cents: [], grandTotalCents: 0, sameDaysCents: 0 },
    forecast: { grandTotalCents: 0, cents: [1, 7], least: [0, 5], most: [2, 8] },
    freeTier: null,
  });
  expect(pieces).toEqual([
    { day: 1, part: 0, from: 0, to: 10 },
    { day: 2, part: 0, from: 0, to: 4 },
    { day: 2, part: 1, from: 4, to: 9 },
    { day: 2, part: -1, from: 9, to: 10 },
    { day: 3, part: -1, from: 0, to: 7 },
  ]);
});

it('lays the same weekdays of the month before behind each day, and the range on what today has', () => {
  const cents = Array.from({ length: 31 }, (_, index) => index + 1);
  // 11/01/2026 is a Sunday, as 10/04 was; 11/29 would be 11/01.
  const aligned = sameWeekdays('2026-11', { before: { cents, grandTotalCents: 0, sameDaysCents: 0 } });
  expect([aligned[0], aligned[27], aligned[28], aligned.length]).toEqual([4, 31, undefined, 30]);
  const ranges = rangesOf({
    firstMonth: '2026-11',
    today: 1,
    grandTotalCents: 3,
    parts: [{ name: 'a', cents: [3] }],
    before: { cents: [], grandTotalCents: 0, sameDaysCents: 0 },
    forecast: { grandTotalCents: 11, cents: [1, 7], least: [0, 5], most: [2, 8] },
    freeTier: null,
  });
  expect(ranges).toEqual([
    { day: 1, from: 3, to: 5 },
    { day: 2, from: 5, to: 8 },
  ]);
});

it.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [410, [0, 200, 400, 600, 800]],
  [0.03, [0, 1]],
  [1.5, [0, 1, 2]],
  [5, [0, 2, 4, 6, 8]],
  [39, [0, 10, 20, 30, 40]],
])('has round steps up to %d', (largest, steps) => {
  expect(roundSteps(largest).map((step) => Number(step.toFixed(6)))).toEqual(steps);
});
