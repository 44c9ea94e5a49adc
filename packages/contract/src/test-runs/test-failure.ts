import { z } from 'zod';

/** Kind of failure that ended a test. */
export const FailureKind = z.enum(['assertion', 'error', 'timeout', 'memory']);
export type FailureKind = z.infer<typeof FailureKind>;

/** Position of a test's failure in the customer's source. */
export const FailurePlace = z.object({
  /** Path of the file in the service's configuration. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  function: z.string().optional(),
});
export type FailurePlace = z.infer<typeof FailurePlace>;

export const TestFailure = z.object({
  kind: FailureKind,
  /** `AssertionError`, `TypeError`, `TimeLimit` … */
  name: z.string(),
  message: z.string(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  place: FailurePlace.nullable(),
  /** Innermost call first. */
  stack: z.array(FailurePlace),
});
export type TestFailure = z.infer<typeof TestFailure>;
