import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { LoginResponse } from './sign-in.ts';

/** Label and target of a button on the sign-in page. */
export const OfferedProvider = z.object({ id: z.string(), name: z.string() });
export type OfferedProvider = z.infer<typeof OfferedProvider>;

export const listOfferedProviders = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/login/providers',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'List the identity providers to sign in with: those for everyone and, with its id, those of a domain',
  query: z.object({ domain: z.uuid('This domain does not exist.').optional() }),
  response: z.array(OfferedProvider),
});

export const startProviderLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/provider/{id}',
  access: 'PUBLIC',
  callsPerMinute: 60,
  tag: 'accounts',
  summary: 'Begin a sign-in with an identity provider; returns its page, and binds the rest to this browser',
  params: IdParams,
  body: z.object({
    /** The page of the console to go to afterwards. */
    next: z.string().max(2000).optional(),
    /** Asks the provider to make sure that the person is there, as a confirmation needs it. */
    isConfirmation: z.boolean().default(false),
  }),
  response: z.object({ url: z.string() }),
  errors: ['notFound', 'unprocessable'],
});

export const loginWithProvider = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/provider',
  access: 'PUBLIC',
  callsPerMinute: 60,
  tag: 'accounts',
  summary: 'Complete a sign-in with what the identity provider sent back, and set the refresh cookie',
  body: z.object({
    /** The query with which the provider sent the browser back. */
    query: z
      .string()
      .min(1, 'The response of the provider is missing.')
      .max(8000, 'The response is too long.'),
  }),
  response: z.object({ next: z.string(), answer: LoginResponse }),
  errors: ['unprocessable'],
});
