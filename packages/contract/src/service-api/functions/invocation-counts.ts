import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { knownFields } from '../../known-fields.ts';
import { FunctionName } from './invocations.ts';

/** Retention of the daily counts of a function. */
export const COUNT_DAYS = 90;

export const FunctionCounts = z.object({
  function: FunctionName,
  calls: z.int().min(0),
  errors: z.int().min(0),
  /** Total of all calls. */
  durationMs: z.number().min(0),
  /** Nineteen of twenty calls were at most this long, within a fifth; null without calls. */
  p95Ms: z.number().min(0).nullable(),
});
export type FunctionCounts = z.infer<typeof FunctionCounts>;

/** Counts of the last `days` days in UTC, including today. Functions without calls are omitted. */
export const countInvocations = defineEndpoint({
  method: 'GET',
  path: '/invocation-counts',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isSlow: true,
  tag: 'invocations',
  summary: 'Count the calls, failures and durations of each function',
  query: knownFields({
    days: z.coerce.number().pipe(z.int().min(1).max(COUNT_DAYS)).default(7),
    function: FunctionName.optional(),
  }),
  response: z.object({ content: z.array(FunctionCounts) }),
});

/** Longest window of recent counts, in minutes. */
export const MAX_RECENT_MINUTES = 60;

/** From the log, in which very frequent calls are sampled. */
export const countRecentInvocations = defineEndpoint({
  method: 'GET',
  path: '/invocation-counts/recent',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isSlow: true,
  tag: 'invocations',
  summary: 'Count the logged calls, failures and durations of each function in the last minutes',
  query: knownFields({
    minutes: z.coerce.number().pipe(z.int().min(1).max(MAX_RECENT_MINUTES)).default(15),
  }),
  response: z.object({
    content: z.array(FunctionCounts.pick({ function: true, calls: true, errors: true, p95Ms: true })),
  }),
});

/** The running hour and those before it. */
export const LATEST_HOURS = 24;

export const LatestCounts = FunctionCounts.pick({ calls: true, errors: true, p95Ms: true });
export type LatestCounts = z.infer<typeof LatestCounts>;

export const countLatestInvocations = defineEndpoint({
  method: 'GET',
  path: '/invocation-counts/latest',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'invocations',
  summary: 'Count the calls and failures of all functions in the last 24 hours',
  response: LatestCounts,
});
