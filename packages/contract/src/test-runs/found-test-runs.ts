import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { TestRunSummary } from './test-run.ts';

/** Most runs that a search returns, newest first. */
export const MAX_FOUND_RUNS = 1000;

export const findTestRuns = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/run/filter',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag: 'test-runs',
  summary: 'List runs that started between two times, newest first',
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

/** Most runs of one page of recent runs. */
export const MAX_RECENT_RUNS = 100;

export const listRecentTestRuns = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/recent',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isTogether: true,
  tag: 'test-runs',
  summary: 'List the latest runs, or those before one, newest first',
  query: z.object({
    size: z.coerce.number().pipe(z.int().min(1).max(MAX_RECENT_RUNS)).default(30),
    /** The run before which the list begins. */
    before: z.uuid().optional(),
  }),
  response: z.array(TestRunSummary),
});
