import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/** One place where the user is signed in. */
export const Session = z.object({
  id: z.string(),
  /** 'Firefox on Linux', or the beginning of what another program calls itself. */
  browser: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdOn: z.iso.datetime(),
  lastUsedOn: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/sessions',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'List the sessions of the signed-in user',
  response: z.array(Session),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'End a session of the signed-in user; its access token is refused from then on',
  params: IdParams,
  errors: ['notFound'],
});
