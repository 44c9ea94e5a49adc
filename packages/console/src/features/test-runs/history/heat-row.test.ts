import { expect, test } from 'vitest';
import { describeRow, heatPaths, passRate, resultAt, statusAt } from './heat-row.ts';

test('a row of the heat map is drawn, counted and said', () => {
  const results = 'OF-SO';
  expect([0, 1, 2, 3, 9].map((place) => statusAt(results, place))).toEqual([
    'OK',
    'FAIL',
    undefined,
    'SKIPPED',
    undefined,
  ]);
  expect(heatPaths(results)).toEqual({
    failed: 'M1.05 1h.9v-1.00h-.9z',
    retried: '',
    passed: 'M0.05 1h.9v-0.33h-.9zM4.05 1h.9v-0.33h-.9z',
    other: 'M3.05 1h.9v-0.13h-.9z',
  });
  expect(passRate(results)).toBeCloseTo(2 / 3);
  expect(passRate('-S')).toBeUndefined();
  expect(describeRow(results)).toBe('Passed 2 of 3, failed 1');
  expect(describeRow('OO')).toBe('Passed 2 of 2, never failed');
});

test('a pass on a retry is a pass, and is marked as one that needed it', () => {
  const results = 'OoF';
  expect([statusAt(results, 1), resultAt(results, 1)]).toEqual(['OK', 'OK, passed on a retry']);
  expect(heatPaths(results).retried).toBe('M1.05 1h.9v-0.67h-.9z');
  expect(passRate(results)).toBeCloseTo(2 / 3);
  expect(describeRow(results)).toBe('Passed 2 of 3, 1 on a retry, failed 1');
});
