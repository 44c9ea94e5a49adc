import { describe, expect, test } from 'vitest';
import { daysUntilUsed, forecastDays, forecastRange } from './forecast.ts';

const DAYS = 30;
const MONTHS = 300;

/** Repeatable chance, from 0 to 1. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Two months of days: quiet weekends, growth of up to 90 % a month or a little shrinking, and days that are not alike. */
function simulateDays(chance: () => number, growth: number): number[] {
  const daily = (0.9 + growth * chance()) ** (1 / DAYS);
  const week = Array.from({ length: 7 }, (_, day) => (day < 5 ? 0.8 + 0.4 * chance() : 0.2 + 0.5 * chance()));
  const first = Math.floor(7 * chance());
  return Array.from({ length: 2 * DAYS }, (_, day) => {
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    return 1000 * daily ** day * (week[(first + day) % 7] ?? 0) * Math.exp(0.25 * normal);
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe.each([
  ['usage in the month before', 0],
  ['a first month', DAYS],
])('with %s', (_, from) => {
  test.each([0.3, 1])(
    'the forecast is within 15 %% at the median from the 8th day on (growth %d)',
    (growth) => {
      const chance = chanceFrom(20_261_122);
      const months = Array.from({ length: MONTHS }, () => simulateDays(chance, growth));
      for (let today = 8; today <= DAYS; today += 1) {
        const errors = months
          .map((days) => {
            const month = days.slice(DAYS);
            const past = days.slice(from, DAYS + today - 1);
            const soFar = sum(month.slice(0, today - 1));
            const forecast = soFar + sum(forecastDays(past, DAYS - today + 1));
            return Math.abs(forecast / sum(month) - 1);
          })
          .sort((a, b) => a - b);
        expect(errors[MONTHS / 2], `on day ${today}`).toBeLessThanOrEqual(0.15);
      }
    },
  );
});

test('repeats the last seven days, or the average of fewer', () => {
  expect(forecastDays([9, 1, 2, 3, 4, 5, 6, 7], 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
  expect(forecastDays([1, 3], 3)).toEqual([2, 2, 2]);
  expect(forecastDays([], 3)).toEqual([]);
});

test('the range is that of the same weekdays of four weeks, or of the few days there are', () => {
  const weeks = [50, 1, 2, 3, 4].flatMap((cents) => Array.from({ length: 7 }, (_, day) => cents + 10 * day));
  expect(forecastRange(weeks, 8)).toEqual({
    least: [1, 11, 21, 31, 41, 51, 61, 1],
    most: [4, 14, 24, 34, 44, 54, 64, 4],
  });
  expect(forecastRange([1, 3], 2)).toEqual({ least: [1, 1], most: [3, 3] });
  expect(forecastRange([], 2)).toEqual({ least: [], most: [] });
});

test('tells when an amount is used up', () => {
  expect(daysUntilUsed(10, [4, 4, 4])).toBe(3);
  expect(daysUntilUsed(8, [4, 4, 4])).toBe(2);
  expect(daysUntilUsed(13, [4, 4, 4])).toBeUndefined();
});
