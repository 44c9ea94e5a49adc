import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { RunId, tag } from './test-runs.ts';

/** A result of a test: in which run, and against which configuration version of its service. */
export const ResultPlace = z.object({
  runId: z.string(),
  /** Start of the run. */
  startedAt: z.iso.datetime(),
  version: z.int().nullable(),
});
export type ResultPlace = z.infer<typeof ResultPlace>;

/** A service whose configuration changed between two runs. */
export const MovedVersion = z.object({ serviceId: z.string(), from: z.int(), to: z.int() });
export type MovedVersion = z.infer<typeof MovedVersion>;

/** Since when a test fails. */
export const FailureHistory = z.object({
  /** The id of the test. */
  id: z.string(),
  /** The last run before this one in which it passed; null if it never did. */
  lastPassed: ResultPlace.nullable(),
  /** The first run since then in which it failed; this one if the failure is new. */
  firstFailed: ResultPlace,
  /** Changes between the two runs, of all services whose versions are known: a test may reach any of them. */
  moved: z.array(MovedVersion),
});
export type FailureHistory = z.infer<typeof FailureHistory>;

export const listRunFailures = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/failures',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'List the tests of a run that failed, each with when it last passed and since when it fails',
  params: RunId,
  response: z.array(FailureHistory),
  errors: ['notFound'],
});

/** Expected duration of a run, estimated from earlier ones. */
export const RunEstimate = z.object({
  /** By id of the test, the milliseconds that it took when it last passed. */
  tests: z.record(z.string(), z.number()),
  /** Milliseconds that the last finished run took for each millisecond of its tests, several of which run at once. */
  pace: z.number().nullable(),
});
export type RunEstimate = z.infer<typeof RunEstimate>;

export const getRunEstimate = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/estimate',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get how long the tests of a run took before',
  params: RunId,
  response: RunEstimate,
  errors: ['notFound'],
});
