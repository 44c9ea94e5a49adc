import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const MOST_CALLS = 25;

export const TogetherCall = z.object({
  method: z.enum(['GET', 'POST']),
  /** With its query: `/console/v1/tests/run/recent?size=30`. */
  path: z.string().startsWith('/').max(2_000),
  body: z.json().optional(),
});
export type TogetherCall = z.infer<typeof TogetherCall>;

/** A line of the answer: what one call answered; `body` is its JSON as text. */
export const TogetherResponse = z.object({
  /** Place of the call in the request. */
  index: z.int(),
  status: z.int(),
  body: z.string(),
});
export type TogetherResponse = z.infer<typeof TogetherResponse>;

/** Each call is answered as if it had come alone, on a line of its own and as soon as its answer is there. */
export const callTogether = defineEndpoint({
  method: 'POST',
  path: '/console/v1/together',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'together',
  summary: 'Make several calls that only read in one request; answered as NDJSON, line by line',
  body: z.object({ calls: z.array(TogetherCall).min(1).max(MOST_CALLS) }),
  response: z.string(),
  produces: 'application/x-ndjson',
  errors: ['unprocessable'],
});
