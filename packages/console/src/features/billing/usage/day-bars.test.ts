import { expect, it } from 'vitest';
import { roundSteps, stackBars } from './day-bars.ts';

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
    forecast: { grandTotalCents: 0, cents: [1, 7] },
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
