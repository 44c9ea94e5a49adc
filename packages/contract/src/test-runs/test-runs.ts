import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isUnfinished, TestStatus } from './status.ts';
import { PastResult, Test, TestDetails } from './test.ts';
import { NewTestRun, TestRun, TestRunRequest, TestRunSummary } from './test-run.ts';

/** How often a running run is read again where no events arrive. */
export const TEST_RUN_POLL_MS = 10_000;
/** Most runs that a search gives, newest first. */
export const MAX_FOUND_RUNS = 1000;
/** How many past results of a test are shown. */
export const PAST_RESULTS = 20;

const tag = 'test-runs';
const RunId = z.object({ runId: z.uuid() });

export const listTests = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/list',
  access: 'AUTHENTICATED',
  tag,
  summary: 'All tests of the domain, as a run that has not been run',
  response: NewTestRun,
});

export const runTests = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/run',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Run tests; 409 with the runId in its details while another run of the domain is running',
  body: TestRunRequest,
  response: TestRun,
  errors: ['conflict', 'unprocessable'],
  maxBodyBytes: 16 * 1024 * 1024,
});

/** Details of the 409 of `runTests`. */
export const RunningRun = z.object({ runId: z.string() });

export const cancelTest = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/cancel',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Cancel one test of the running run',
  body: z.object({ id: z.string() }),
  response: z.object({ runId: z.string() }),
  errors: ['notFound', 'conflict'],
});

export const getCurrentTestRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/current',
  access: 'AUTHENTICATED',
  tag,
  summary: 'The running run of the domain; nothing when none is running',
  response: TestRun.optional(),
});

export const getLatestTestRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/latest',
  access: 'AUTHENTICATED',
  tag,
  summary: 'The last run of the domain; nothing when there was none',
  response: TestRun.optional(),
});

export const getTestRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/get/{runId}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'A run with all its tests',
  params: RunId,
  response: TestRun,
  errors: ['notFound'],
});

/** Tests that changed after a revision, for screens that follow a run without reading it whole each time. */
export const getTestRunChanges = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/changes',
  access: 'AUTHENTICATED',
  tag,
  summary: 'A run and those of its tests that changed since a revision',
  params: RunId,
  query: z.object({ since: z.coerce.number().pipe(z.int().min(0)) }),
  response: TestRunSummary.extend({
    tests: z.array(Test),
    /** Configuration version by service. */
    versions: z.record(z.string(), z.int().nullable()),
  }),
  errors: ['notFound'],
});

export const findTestRuns = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/run/filter',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Runs that started between two moments, newest first',
  body: z
    .object({
      fromDate: z.iso.datetime({ offset: true }),
      /** The second of this moment is part of the time searched. */
      toDate: z.iso.datetime({ offset: true }),
    })
    .refine(({ fromDate, toDate }) => Date.parse(fromDate) <= Date.parse(toDate), {
      message: 'To Date must not be before From Date.',
      path: ['toDate'],
    }),
  response: z.array(TestRunSummary),
});

export const cancelTestRun = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/run/cancel/{runId}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Cancel a running run: what has not finished becomes CANCELED',
  params: RunId,
  response: z.object({ runId: z.string(), status: TestStatus }),
  errors: ['notFound', 'conflict'],
});

export const getTestDetails = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/test',
  access: 'AUTHENTICATED',
  tag,
  summary: 'One test of a run with its failure, console output and whole result',
  params: RunId,
  query: z.object({ id: z.string() }),
  response: TestDetails,
  errors: ['notFound'],
});

export const listPastResults = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/results',
  access: 'AUTHENTICATED',
  tag,
  summary: 'The last results of one test, newest first',
  query: z.object({ id: z.string() }),
  response: z.array(PastResult),
});

export const getJunitReport = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/junit',
  access: 'AUTHENTICATED',
  tag,
  summary: 'A run as JUnit XML',
  params: RunId,
  response: z.string(),
  produces: 'application/xml',
  errors: ['notFound'],
});

/** True while any of the tests waits or runs. */
export function isRunning(tests: readonly Test[]): boolean {
  return tests.some(({ status }) => isUnfinished(status));
}
