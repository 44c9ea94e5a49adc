import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** One place where the user is signed in. */
export const Session = z.object({
  id: z.string(),
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
  tag: 'accounts',
  summary: 'Where the user is signed in',
  response: z.array(Session),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  access: 'AUTHENTICATED',
  tag: 'accounts',
  summary: 'Ends one session of the user; its access token is refused from then on',
  params: z.object({ id: z.uuid() }),
  errors: ['notFound'],
});
