import type { TestStatus } from '@atrium/contract/test-runs/status';

/** Describes the result of a retried test. */
export function tryText(status: TestStatus | null, tryNumber: number): string {
  if (status === 'OK') return `passed on try ${tryNumber}`;
  return status === 'FAIL' ? `failed ${tryNumber} times` : `try ${tryNumber}`;
}

/** Suffix for a sentence about the tests of a run: `, 2 on a retry`; empty without retries. */
export function retriedText(passedOnRetry: number): string {
  return passedOnRetry > 0 ? `, ${passedOnRetry} on a retry` : '';
}
