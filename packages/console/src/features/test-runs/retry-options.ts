import { MAX_RETRIES } from '@atrium/contract/test-runs/test-run';

/** How often a failed test may be tried again, for a choice. */
export const retryOptions = Array.from({ length: MAX_RETRIES + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'None' : `Up to ${count}`,
}));
