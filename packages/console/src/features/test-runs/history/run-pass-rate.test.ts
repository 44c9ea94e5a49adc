import { expect, test } from 'vitest';
import { runPassRate } from './run-pass-rate.ts';

test('the pass rate is of the tests with a result, and a run without any has none', () => {
  expect(runPassRate({ counts: { OK: 3, FAIL: 1, SKIPPED: 5 } })).toBe(0.75);
  expect(runPassRate({ counts: { FAIL: 2 } })).toBe(0);
  expect(runPassRate({ counts: { CANCELED: 4, SKIPPED: 1 } })).toBeUndefined();
});
