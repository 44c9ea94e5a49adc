import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { RunId, tag } from './test-runs.ts';

/** Most versions between the run that passed and the one that failed. */
export const MAX_SEARCHED_VERSIONS = 5000;
/** Searches of one domain that may run at the same time: each runs a test up to some dozen times. */
export const MAX_RUNNING_SEARCHES = 3;

/**
 * Result of a search. UNCHANGED: there is no version in between. PASSES_NOW: the test passes with the versions
 * with which it failed. FAILED_BEFORE: it also fails with the versions with which it passed. FLAKY: it both
 * passed and failed with the same versions.
 */
export const SearchStatus = z.enum([
  'RUNNING',
  'FOUND',
  'FLAKY',
  'UNCHANGED',
  'PASSES_NOW',
  'FAILED_BEFORE',
  'CANCELED',
  'ERROR',
]);
export type SearchStatus = z.infer<typeof SearchStatus>;

export const ChangeSearch = z.object({
  runId: z.string(),
  /** The id of the test. */
  testId: z.string(),
  status: SearchStatus,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** The last run before this one in which the test passed. */
  passedRunId: z.string(),
  /** The services whose versions are searched. */
  serviceIds: z.array(z.string()),
  /** Number of versions between the two runs. */
  versions: z.int(),
  /** Number of versions that may still be the cause. */
  left: z.int(),
  /** Number of test runs of this search, and the maximum. */
  runs: z.int(),
  maxRuns: z.int(),
  /** The version with which the test fails, while it does not with the one before. */
  found: z
    .object({
      serviceId: z.string(),
      version: z.int(),
      before: z.int(),
      /** Whether the test ran at all with the version before. */
      ranBefore: z.boolean(),
      /** Whether both were tried twice. */
      isConfirmed: z.boolean(),
    })
    .nullable(),
  error: z.string().nullable(),
});
export type ChangeSearch = z.infer<typeof ChangeSearch>;

const Failure = z.object({ id: z.string().min(1) });

export const findChange = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/run/{runId}/find-change',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Find the version that broke a test of a run; the search that is already running, if there is one',
  idempotent: true,
  params: RunId,
  body: Failure,
  response: ChangeSearch,
  errors: ['notFound', 'conflict', 'unprocessable', 'unavailable'],
});

export const getChangeSearch = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/find-change',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get the latest search for the version that broke a test of a run; empty if there was none',
  params: RunId,
  query: Failure,
  response: ChangeSearch.optional(),
  errors: ['notFound'],
});

export const cancelChangeSearch = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/run/{runId}/find-change/cancel',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Cancel the search for the version that broke a test',
  params: RunId,
  body: Failure,
  response: ChangeSearch,
  errors: ['notFound', 'conflict'],
});
