import { z } from 'zod';
import { TestAction, TestStatus } from './status.ts';
import { FailureKind, TestFailure } from './test-failure.ts';

/** Longest result, in characters of JSON, that lists of tests carry; the test itself has it whole. */
export const MAX_LISTED_RESULT = 1000;

/** A test in a run, or one that could be run. */
export const Test = z.object({
  /** Unique on the platform: `<serviceId>/<path of the file without its ending>`. */
  id: z.string(),
  /** Path of the test's file in the service. */
  fullPath: z.string(),
  /** Address of this test in its run on the dashboard; of the file's test in the runner when it never ran. */
  link: z.string(),
  serviceId: z.string(),
  /** Released version of the service that ran it. */
  serviceTag: z.string().nullable(),
  action: TestAction,
  status: TestStatus.nullable(),
  /** Return value of the test, or the message of its failure. Truncated where `isResultCut`. */
  result: z.unknown().optional(),
  isResultCut: z.boolean().optional(),
  failureKind: FailureKind.nullable(),
  /** Milliseconds. */
  duration: z.number().nullable(),
  /** Which try this is, or is the result of; left out for the first. */
  tryNumber: z.int().min(2).optional(),
  /** Why its failure does not fail the run; left out if it does. */
  quarantine: z.string().optional(),
});
export type Test = z.infer<typeof Test>;

/** A failure after which the test was tried again. */
export const FailedTry = z.object({
  failure: TestFailure,
  console: z.string(),
  /** Milliseconds. */
  duration: z.number().nullable(),
});
export type FailedTry = z.infer<typeof FailedTry>;

/** Everything that is kept of one test in one run. */
export const TestDetails = Test.extend({
  runId: z.string(),
  failure: TestFailure.nullable(),
  /** The tries before the one that gave the result, oldest first. */
  failedTries: z.array(FailedTry),
  console: z.string(),
  startedAt: z.iso.datetime().nullable(),
  /** The configuration version it ran against, in its service. */
  version: z.int().nullable(),
  /** The run tested files that are not live. They are not kept, so that the text at the version is another one. */
  isCandidate: z.literal(true).optional(),
});
export type TestDetails = z.infer<typeof TestDetails>;

/** An earlier or later result of the same test. */
export const PastResult = z.object({
  runId: z.string(),
  status: TestStatus,
  /** Which try it is the result of; left out for the first. */
  tryNumber: z.int().min(2).optional(),
  startedAt: z.iso.datetime().nullable(),
  duration: z.number().nullable(),
  version: z.int().nullable(),
  failureKind: FailureKind.nullable(),
  message: z.string().nullable(),
});
export type PastResult = z.infer<typeof PastResult>;

/** `hyper-dispatch/tests/orders/creates-order` from service and id of the test there. */
export function toTestId(serviceId: string, idInService: string): string {
  return `${serviceId}/${idInService}`;
}

export function fromTestId(id: string): { serviceId: string; idInService: string } {
  const slash = id.indexOf('/');
  return { serviceId: id.slice(0, Math.max(slash, 0)), idInService: id.slice(slash + 1) };
}
