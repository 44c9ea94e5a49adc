import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { OfferedProvider } from './provider-sign-in.ts';

/** An account at an identity provider with which the person signs in here. */
export const OwnIdentity = z.object({
  /** Id of the provider; a person has one account at each. */
  id: z.string(),
  name: z.string(),
  /** Set up by the owner of the domain, who controls sign-ins with it. */
  isOfDomain: z.boolean(),
  connectedOn: z.iso.datetime(),
  lastUsedOn: z.iso.datetime(),
});
export type OwnIdentity = z.infer<typeof OwnIdentity>;

export const listOwnIdentities = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user/identities',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary:
    'List the identity providers that the signed-in person signs in with, and those that they can connect',
  response: z.object({ connected: z.array(OwnIdentity), offered: z.array(OfferedProvider) }),
});

export const startConnection = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/identities/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Begin to connect an identity provider; returns its page, and binds the rest to this browser',
  needsConfirmation: true,
  isResponseNeeded: true,
  params: IdParams,
  response: z.object({ url: z.string() }),
  errors: ['notFound', 'unprocessable'],
});

export const finishConnection = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/identities',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'accounts',
  summary: 'Connect an identity provider with what it sent back; the person can then sign in with it',
  body: z.object({
    /** The query with which the provider sent the browser back. */
    query: z
      .string()
      .min(1, 'The response of the provider is missing.')
      .max(8000, 'The response is too long.'),
  }),
  response: OwnIdentity,
  errors: ['unprocessable'],
});

export const disconnectIdentity = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/user/identities/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary:
    'Disconnect an identity provider and end its other sessions; refused if there is no other way to sign in',
  needsConfirmation: true,
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});
