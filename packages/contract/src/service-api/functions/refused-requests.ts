import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { knownFields } from '../../known-fields.ts';
import { FunctionName } from './invocations.ts';

/** Days that are counted, including today in UTC; fewer where the log of calls keeps fewer. */
export const REFUSED_DAYS = 7;
/** Longest path that is counted, in characters. */
export const MAX_REFUSED_PATH = 2_000;
/** Most rows of one call of `noteRefusedRequests`. */
export const MAX_NOTED_REQUESTS = 100;

/** Why a request to the address of a function was refused before the function started. */
export const RefusalReason = z.enum([
  'METHOD',
  'CREDENTIALS',
  'PERMISSION',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'SIGNATURE_OLD',
  'REPEATED',
  'SECRET_UNSET',
  'TOO_LARGE',
  'RATE_LIMIT',
  'DAY_LIMIT',
  'STOPPED',
  'UNAVAILABLE',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

const RefusedRequests = z.object({
  reason: RefusalReason,
  count: z.int().min(1),
  firstOn: z.iso.datetime(),
  lastOn: z.iso.datetime(),
});
export type RefusedRequests = z.infer<typeof RefusedRequests>;

/** Counts only: nothing of a request is kept, and nothing of this is billed. */
export const listRefusedRequests = defineEndpoint({
  method: 'GET',
  path: '/refused-requests',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'invocations',
  summary: 'Count the requests to the address of a function that were refused before it started, by reason',
  query: knownFields({ function: FunctionName }),
  response: z.object({
    days: z.int().min(1).max(REFUSED_DAYS),
    /** The last refused first. */
    content: z.array(RefusedRequests),
  }),
});

/** Requests to one path that the platform refused itself. */
export const NotedRequests = RefusedRequests.extend({
  method: z.string().max(100),
  path: z.string().max(MAX_REFUSED_PATH),
});
export type NotedRequests = z.infer<typeof NotedRequests>;

/** Counted by the platform, with a token of no person (`NOBODY_ID`). */
export const noteRefusedRequests = defineEndpoint({
  method: 'POST',
  path: '/refused-requests',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  refusedByProxy: 'Only the platform counts refused requests.',
  tag: 'invocations',
  summary: 'Add to the counts of refused requests',
  body: knownFields({ requests: z.array(NotedRequests).max(MAX_NOTED_REQUESTS) }),
  response: z.object({
    /** Positions of the requests to paths that no function of this service has. */
    unknown: z.array(z.int()),
  }),
});
