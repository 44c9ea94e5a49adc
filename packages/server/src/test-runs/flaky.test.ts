import { expect, test } from 'vitest';
import { isFlaky, sameVersions } from './flaky.ts';

const shop = (runId: string, version: number | null) => ({ runId, serviceId: 'shop', version });

test('runs are compared that ran against the same versions of all their services', () => {
  const versions = [
    shop('a', 3),
    shop('b', 3),
    { runId: 'c', serviceId: 'content', version: 1 },
    shop('c', 3),
    shop('d', null),
    shop('e', null),
    shop('f', 4),
  ];
  expect(sameVersions(['a', 'b', 'c', 'd', 'e', 'f'], versions)).toEqual([[0, 1]]);
});

test('a test is flaky that passed and failed at the same versions, and no other', () => {
  const groups = [
    [0, 2],
    [1, 3],
  ];
  expect(isFlaky('OFOF', groups)).toBe(false);
  expect(isFlaky('OFFF', groups)).toBe(true);
  expect(isFlaky('O-S-', groups)).toBe(false);
  expect(isFlaky('o', [])).toBe(true);
});
