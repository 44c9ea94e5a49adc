import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';

/** A finished run of the service `shop`: by test, the message of its failure, or null where it passed. */
export function buildRun(outcomes: Record<string, string | null>, changes: Partial<TestRun> = {}): TestRun {
  const tests = Object.entries(outcomes).map(([id, message]) => buildTest(id, message));
  const failed = tests.filter(({ status }) => status === 'FAIL').length;
  return {
    runId: '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6a',
    status: failed > 0 ? 'FAIL' : 'OK',
    strategy: 'EXECUTE_ALL',
    userId: '0198c1de-0000-7000-8000-000000000001',
    userName: 'ada',
    startedAt: '2026-11-22T02:40:00.000Z',
    duration: 2000,
    startedTestsCount: tests.length,
    finishedTestsCount: tests.length,
    counts: {
      ...(tests.length > failed && { OK: tests.length - failed }),
      ...(failed > 0 && { FAIL: failed }),
    },
    quarantinedFailures: 0,
    retries: 0,
    passedOnRetry: 0,
    revision: 2,
    servicesTests: [{ serviceId: 'shop', version: 3, tests, error: null }],
    ...changes,
  };
}

export function buildTest(id: string, message: string | null, changes: Partial<Test> = {}): Test {
  return {
    id: `shop/${id}`,
    fullPath: `${id}.js`,
    link: '',
    serviceId: 'shop',
    serviceTag: null,
    action: 'RUN',
    status: message === null ? 'OK' : 'FAIL',
    ...(message !== null && { result: message }),
    failureKind: message === null ? null : 'error',
    duration: 10,
    ...changes,
  };
}
