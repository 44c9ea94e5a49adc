import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTryOn } from './next-try.ts';

const DAY_MS = 86_400_000;
const FIRST_ON = new Date('2026-11-01T02:20:00Z');

test('tries that come on their days are 1, 3 and 7 days after the first', () => {
  const days: number[] = [];
  let now = FIRST_ON;
  for (let failedTries = 1; ; failedTries += 1) {
    const next = nextTryOn(FIRST_ON, failedTries, now);
    if (next === null) break;
    days.push((next.getTime() - FIRST_ON.getTime()) / DAY_MS);
    now = next;
  }
  expect(days).toEqual([1, 3, 7]);
});

test('however late tries come, the next one is a day ahead at least, and there are four at most', () => {
  const late = fc.array(fc.integer({ min: 0, max: 12 * DAY_MS }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(late, (delays) => {
      let now = FIRST_ON;
      let failedTries = 1;
      for (const delay of delays) {
        const next = nextTryOn(FIRST_ON, failedTries, now);
        if (next === null) return;
        expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime() + DAY_MS);
        expect(next.getTime()).toBeLessThanOrEqual(FIRST_ON.getTime() + 8 * DAY_MS);
        now = new Date(next.getTime() + delay);
        failedTries += 1;
        expect(failedTries).toBeLessThanOrEqual(4);
      }
    }),
  );
});
