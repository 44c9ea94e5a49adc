import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DURATION_COUNTS, durationPlace, estimateP95 } from './duration-counts.ts';

const countsOf = (durations: readonly number[]) => {
  const counts = Array.from({ length: DURATION_COUNTS }, () => 0);
  for (const duration of durations)
    counts[durationPlace(duration)] = (counts[durationPlace(duration)] ?? 0) + 1;
  return counts;
};

it('estimates within the bounds of the call that is meant', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.6, max: 10_000, noNaN: true }), { minLength: 1 }),
      (durations) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
        const estimate = estimateP95(countsOf(durations)) ?? 0;
        expect(estimate / exact).toBeGreaterThan(0.49);
        expect(estimate / exact).toBeLessThan(2.01);
      },
    ),
  );
});

it('has nothing to say without calls, and an answer for the longest ones', () => {
  expect(estimateP95(countsOf([]))).toBeNull();
  expect(estimateP95(countsOf([60_000]))).toBeGreaterThan(10_000);
});
