import { MAX_RETRIES } from '@atrium/contract/test-runs/test-run';

/** Options for the number of retries of a failed test. */
export const retryOptions = Array.from({ length: MAX_RETRIES + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'None' : `Up to ${count}`,
}));
