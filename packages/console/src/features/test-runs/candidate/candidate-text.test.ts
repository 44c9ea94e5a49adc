import { expect, test } from 'vitest';
import { candidateText } from './candidate-text.ts';

test('the result of a candidate in one line, without the tests that are disabled', () => {
  expect(candidateText({ status: 'RUNNING', counts: { OK: 10, RUNNING: 2, PENDING: 34 } }, 'merge')).toBe(
    'Testing this merge: 10 of 46 done',
  );
  expect(candidateText({ status: 'OK', counts: { OK: 46, SKIPPED: 1 } }, 'merge')).toBe(
    '46 of 46 pass with this merge',
  );
  expect(candidateText({ status: 'FAIL', counts: { OK: 44, FAIL: 2 } }, 'change')).toBe(
    '2 of 46 fail with this change',
  );
  expect(candidateText({ status: 'FAIL', counts: { OK: 1_000, FAIL: 1 } }, 'change')).toBe(
    '1 of 1,001 fails with this change',
  );
  expect(candidateText({ status: 'CANCELED', counts: { OK: 3, CANCELED: 43 } }, 'merge')).toBe(
    'The run was canceled: 3 of 46 passed',
  );
});
