import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import type { TestStatus } from './status.ts';
import { TestRunSummary } from './test-run.ts';
import { tag } from './test-runs.ts';

/** Most runs that a history covers. */
export const HISTORY_RUNS = 100;

/** Most results that a history holds: of large domains it covers fewer runs, the latest. */
export const HISTORY_RESULTS = 100_000;

/** In `results`, the letter of each state; `-` where a test was not part of a run. */
export const RESULT_LETTERS: Record<TestStatus, string> = {
  OK: 'O',
  FAIL: 'F',
  CANCELED: 'C',
  SKIPPED: 'S',
  PENDING: 'P',
  RUNNING: 'R',
};

/** In `results`, a test that failed and then passed on a retry. */
export const RETRIED_LETTER = 'o';

export const TestHistory = z.object({
  /** The id of the test. */
  id: z.string(),
  fullPath: z.string(),
  /** A letter for each run, in their order: `OOFO-S`. */
  results: z.string(),
  /** Milliseconds that it took on average when it passed. */
  averageMs: z.number().nullable(),
  /** It passed and failed in one run, on a retry, or in runs against the same versions of all services. */
  isFlaky: z.boolean(),
});
export type TestHistory = z.infer<typeof TestHistory>;

export const getTestHistory = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/history',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'Get how each test went in the latest runs, oldest run first',
  response: z.object({ runs: z.array(TestRunSummary), tests: z.array(TestHistory) }),
});
