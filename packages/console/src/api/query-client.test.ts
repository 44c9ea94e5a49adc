import { ApiError } from '@atrium/contract/api-error';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries as {
  retry: (count: number, error: Error) => boolean;
  retryDelay: (count: number, error: Error) => number;
};

test.each([
  [undefined, [1000, 2000]],
  [1_500, [1500, 2000]],
  [5_000, [5_000]],
])(
  'reads wait for as long as the platform asks, here %s ms, or for their own time, but no longer than 5 s in all',
  (retryAfterMs, waits) => {
    const error = new ApiError(503, undefined, { retryAfterMs });
    expect(waits.map((_, count) => retryDelay(count, error))).toEqual(waits);
    expect([0, 1, 2].map((count) => retry(count, error))).toEqual([true, waits.length > 1, false]);
  },
);

test('what fails for good, or for longer than anyone waits, is not read again', () => {
  expect(retry(0, new ApiError(404, undefined))).toBe(false);
  expect(retry(0, new ApiError(429, undefined, { retryAfterMs: 5_001 }))).toBe(false);
});
