import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PastResult, TestDetails } from './test.ts';
import { RunId, tag } from './test-runs.ts';

/** Number of past results shown for a test. */
export const PAST_RESULTS = 30;

export const cancelTest = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/cancel',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Cancel a test of the current run',
  body: z.object({
    id: z.string(),
    /** The run that is meant: refused once another one is the current run. */
    runId: z.uuid().optional(),
  }),
  response: z.object({ runId: z.string() }),
  errors: ['notFound', 'conflict'],
});

export const getTestDetails = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/test',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get a test of a run with its failure, console output and full result',
  params: RunId,
  query: z.object({ id: z.string() }),
  response: TestDetails,
  errors: ['notFound'],
});

export const listPastResults = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/results',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'List the latest results of a test, newest first',
  query: z.object({ id: z.string() }),
  response: z.array(PastResult),
});
