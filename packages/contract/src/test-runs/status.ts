import { z } from 'zod';

/** State of a test, and of a run; `null` stands for a run or a test that was never started. */
export const TestStatus = z.enum(['OK', 'FAIL', 'CANCELED', 'PENDING', 'RUNNING', 'SKIPPED']);
export type TestStatus = z.infer<typeof TestStatus>;

/** In the order in which charts and tables show them. */
export const TEST_STATUSES: readonly TestStatus[] = TestStatus.options;

/** Action for a test in a run. */
export const TestAction = z.enum(['RUN', 'SKIP']);
export type TestAction = z.infer<typeof TestAction>;

/** FAIL_ON_FIRST: the first failure ends the run and leaves the rest SKIPPED. */
export const TestStrategy = z.enum(['FAIL_ON_FIRST', 'EXECUTE_ALL']);
export type TestStrategy = z.infer<typeof TestStrategy>;

/** True while the state can still change by itself. */
export function isUnfinished(status: TestStatus | null): boolean {
  return status === 'PENDING' || status === 'RUNNING';
}

/** A duration is shown only for tests that began. */
export function hasDuration(status: TestStatus | null): boolean {
  return status !== null && status !== 'PENDING' && status !== 'SKIPPED';
}

/** State of a run that ended by itself, from the states of its tests. Failures in quarantine do not fail it. */
export function concludeRun(
  counts: Partial<Record<TestStatus, number>>,
  quarantinedFailures = 0,
): TestStatus {
  if ((counts.FAIL ?? 0) > quarantinedFailures) return 'FAIL';
  if ((counts.CANCELED ?? 0) > 0) return 'CANCELED';
  return (counts.OK ?? 0) + quarantinedFailures > 0 ? 'OK' : 'SKIPPED';
}
