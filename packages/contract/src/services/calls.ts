import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { LatestCounts } from '../service-api/functions/invocation-counts.ts';

const tag = 'services';

export const LatestCalls = LatestCounts.extend({
  /** Names of services that did not answer in time, and are not counted. */
  unanswered: z.array(z.string()),
});
export type LatestCalls = z.infer<typeof LatestCalls>;

export const getLatestCalls = defineEndpoint({
  method: 'GET',
  path: '/console/v1/calls/latest',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isTogether: true,
  tag,
  summary: 'Count the calls and failures of the functions of all services in the last 24 hours',
  response: LatestCalls,
});

export const hasCalls = defineEndpoint({
  method: 'GET',
  path: '/console/v1/calls/check',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isTogether: true,
  tag,
  summary: 'Tell whether the caller has called a function of any service',
  response: z.boolean(),
});
