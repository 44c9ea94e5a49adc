import type { TestDetails } from '@atrium/contract/test-runs/test';

/** The version in which the files that a test ran with can be read; null if they are in none. */
export function sourceVersionOf({ version, isCandidate }: TestDetails): number | null {
  return isCandidate ? null : version;
}
