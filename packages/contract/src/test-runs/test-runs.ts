import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isUnfinished, TestStatus } from './status.ts';
import { Test } from './test.ts';
import { RunnableTests, TestRun, TestRunRequest, TestRunSummary } from './test-run.ts';

export const tag = 'test-runs';

export const RunId = z.object({ runId: z.uuid() });

export const listTests = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/list',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'List all tests of the domain, as a run that has not started',
  response: RunnableTests,
});

/** Why tests cannot be run now. */
export const RunConflict = z.object({
  /** The run of the domain that is running. */
  runId: z.string().optional(),
  /** Ids of requested tests that no longer exist, the first hundred. */
  unknown: z.array(z.string()).optional(),
});

export const runTests = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/run',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Run tests; 409 with the runId in its details while another run of the domain is running',
  idempotent: true,
  body: TestRunRequest,
  response: TestRun,
  errors: ['conflict', 'unprocessable'],
  details: { conflict: RunConflict },
  maxBodyBytes: 16 * 1024 * 1024,
});

export const getCurrentTestRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/current',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get the current test run of the domain; empty when none is running',
  response: TestRun.optional(),
});

export const getLatestTestRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/latest',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get the latest test run of the domain; empty when there is none',
  response: TestRun.optional(),
});

export const getTestRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/get/{runId}',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'Get a run with all its tests',
  params: RunId,
  response: TestRun,
  errors: ['notFound'],
});

/** Tests that changed after a revision, for screens that follow a run without reading it whole each time. */
export const getTestRunChanges = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/changes',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get a run and those of its tests that changed since a revision',
  params: RunId,
  query: z.object({ since: z.coerce.number().pipe(z.int().min(0)) }),
  response: TestRunSummary.extend({
    tests: z.array(Test),
    /** Configuration version by service. */
    versions: z.record(z.string(), z.int().nullable()),
    /** By service, why its tests could not be run to their end. */
    errors: z.record(z.string(), z.string()),
  }),
  errors: ['notFound'],
});

export const cancelTestRun = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/run/cancel/{runId}',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Cancel a run; tests that have not finished become CANCELED',
  params: RunId,
  response: z.object({ runId: z.string(), status: TestStatus }),
  errors: ['notFound', 'conflict'],
});

export const getJunitReport = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/junit',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'Get a test run as JUnit XML',
  params: RunId,
  response: z.string(),
  produces: 'application/xml',
  errors: ['notFound'],
});

/** True while any of the tests waits or runs. */
export function isRunning(tests: readonly Test[]): boolean {
  return tests.some(({ status }) => isUnfinished(status));
}
