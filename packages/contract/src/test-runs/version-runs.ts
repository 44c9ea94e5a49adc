import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { tag } from './test-runs.ts';

/** Most versions that are asked about at once. */
export const MAX_VERSION_RUNS = 1000;

const VersionNumber = z.coerce.number().pipe(z.int().min(0).max(1_000_000_000));

/**
 * Results of a service's tests at one of its versions, in the last run of all tests at it, or else in the last
 * run.
 */
export const VersionRun = z.object({
  version: z.int(),
  runId: z.string(),
  startedAt: z.iso.datetime(),
  isRunning: z.boolean(),
  passed: z.int(),
  failed: z.int(),
});
export type VersionRun = z.infer<typeof VersionRun>;

export const listVersionRuns = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/versions/{serviceId}',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'List how the tests of a service went at its versions, each in the last run of all tests at it',
  params: z.object({ serviceId: z.string().min(1).max(200) }),
  query: z.object({
    /** The highest version; at most 1000 are listed, the highest first. */
    to: VersionNumber,
    from: VersionNumber,
  }),
  response: z.array(VersionRun),
});
