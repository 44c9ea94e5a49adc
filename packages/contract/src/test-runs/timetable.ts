import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { MAX_RETRIES } from './test-run.ts';
import { tag } from './test-runs.ts';

/** Most times of one domain. */
export const MAX_RUN_TIMES = 5;

/** Schedule: every day, Monday to Friday, or every hour. */
export const RunRhythm = z.enum(['DAILY', 'WEEKDAYS', 'HOURLY']);
export type RunRhythm = z.infer<typeof RunRhythm>;

/** A time of the timetable, at which tests run by themselves. */
export const RunTime = z.object({
  id: z.string(),
  rhythm: RunRhythm,
  /** A time of day in UTC, `02:30`; of an hourly one only the minutes count. */
  at: z.string(),
  /** Services whose tests run; all services if empty. */
  serviceIds: z.array(z.string()),
  retries: z.int(),
  isPaused: z.boolean(),
  /** Username of the person who last saved it, as whom the tests run; empty if the account was deleted. */
  user: z.string(),
  /** Null while it is paused. */
  nextAt: z.iso.datetime().nullable(),
  /** Outcome of the latest scheduled time: a run, with a note if it was late, or the reason why there was none. */
  last: z
    .object({ at: z.iso.datetime(), runId: z.string().nullable(), note: z.string().nullable() })
    .nullable(),
});
export type RunTime = z.infer<typeof RunTime>;

export const SaveRunTime = z.object({
  id: z.uuid().optional(),
  rhythm: RunRhythm,
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 02:30.'),
  serviceIds: z.array(z.string().min(1).max(200)).max(100).default([]),
  retries: z.coerce.number().pipe(z.int().min(0).max(MAX_RETRIES)).default(0),
  isPaused: z.boolean().default(false),
});

export const listRunTimes = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/timetable',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'List the times at which tests run by themselves',
  response: z.array(RunTime),
});

/** Scheduled tests run as the person who last saved the schedule. */
export const saveRunTime = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/timetable',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  isLasting: true,
  tag,
  summary: 'Add a time at which tests run by themselves, or change the one with the given id',
  idempotent: true,
  body: SaveRunTime,
  response: RunTime,
  errors: ['notFound', 'conflict', 'unprocessable'],
});

export const deleteRunTime = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/tests/timetable/{id}',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Delete a time at which tests run by themselves',
  params: IdParams,
  errors: ['notFound'],
});
