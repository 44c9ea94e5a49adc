import { z } from 'zod';
import { TestAction, TestStatus, TestStrategy } from './status.ts';
import { Test } from './test.ts';

/** The tests of one service in a run. */
export const ServiceTests = z.object({
  serviceId: z.string(),
  /** Configuration version that the tests run against; null until the service has said so. */
  version: z.int().nullable(),
  tests: z.array(Test),
  /** Why the tests of this service could not be listed or run to their end. */
  error: z.string().nullable(),
});
export type ServiceTests = z.infer<typeof ServiceTests>;

export const StatusCounts = z.partialRecord(TestStatus, z.int());
export type StatusCounts = z.infer<typeof StatusCounts>;

/** A run without its tests: a row of 'Test Runs Found'. */
export const TestRunSummary = z.object({
  runId: z.string(),
  status: TestStatus,
  strategy: TestStrategy,
  /** The user the tests act as. */
  userId: z.string(),
  userName: z.string(),
  startedAt: z.iso.datetime(),
  /** Milliseconds; up to now while it runs. */
  duration: z.number(),
  /** Number of started tests, without skipped tests and tests canceled in the queue. */
  startedTestsCount: z.int(),
  /** Number of finished tests among them. */
  finishedTestsCount: z.int(),
  /** Number of tests by state; states without tests are omitted. */
  counts: StatusCounts,
  /** The tests read files that were not live. */
  isCandidate: z.literal(true).optional(),
  /** The tests got no secrets: the files are of a request from a fork. */
  withoutSecrets: z.literal(true).optional(),
  /** All tests of the domain were requested, but a service was unavailable and its tests are missing. */
  isOfAll: z.literal(true).optional(),
  /** The timetable has started it. */
  isTimetabled: z.literal(true).optional(),
  /** Tests in quarantine that failed; they are counted as FAIL, and do not fail the run. */
  quarantinedFailures: z.int(),
  /** Number of retries of a failed test. */
  retries: z.int(),
  /** Tests that failed and then passed; they are counted as OK. */
  passedOnRetry: z.int(),
  /** Grows with every change of the run. */
  revision: z.int(),
});
export type TestRunSummary = z.infer<typeof TestRunSummary>;

export const TestRun = TestRunSummary.extend({ servicesTests: z.array(ServiceTests) });
export type TestRun = z.infer<typeof TestRun>;

/** The run object before it starts: every test of the domain, without a state or a result. */
export const RunnableTests = z.object({
  runId: z.null(),
  status: z.null(),
  strategy: TestStrategy,
  userId: z.string().nullable(),
  userName: z.null(),
  startedAt: z.null(),
  duration: z.null(),
  startedTestsCount: z.int(),
  finishedTestsCount: z.int(),
  counts: StatusCounts,
  servicesTests: z.array(ServiceTests),
});
export type RunnableTests = z.infer<typeof RunnableTests>;

/** Most retries of a test in one run: what fails four times is not flaky, it is broken. */
export const MAX_RETRIES = 3;

/** Most tests in one run. */
export const MAX_RUN_TESTS = 20_000;

/**
 * Request that starts a run: the run object with the action for each test. Tests that are not listed are
 * omitted; without `servicesTests` all tests run.
 */
export const TestRunRequest = z.object({
  strategy: TestStrategy.default('EXECUTE_ALL'),
  /** Number of retries of a failed test. */
  retries: z.int().min(0).max(MAX_RETRIES).default(0),
  /** The user themselves if blank, else one of their child users. */
  userId: z.union([z.uuid(), z.literal('')]).nullish(),
  servicesTests: z
    .array(
      z.object({
        serviceId: z.string(),
        tests: z.array(z.object({ id: z.string(), action: TestAction.default('RUN') })),
      }),
    )
    .refine((groups) => groups.reduce((count, { tests }) => count + tests.length, 0) <= MAX_RUN_TESTS, {
      message: `At most ${MAX_RUN_TESTS} tests`,
    })
    .optional(),
});
export type TestRunRequest = z.infer<typeof TestRunRequest>;
