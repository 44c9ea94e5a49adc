import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { CreatedOwnKey, CreateOwnKey, OwnKey } from './own-key-fields.ts';

export const listOwnKeys = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user/keys',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'access-keys',
  summary: 'List the API keys of the signed-in user, newest first',
  response: z.array(OwnKey),
});

export const createOwnKey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/keys',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  isResponseNeeded: true,
  tag: 'access-keys',
  summary: 'Create an API key of one’s own: a public key, or a token that is returned this once',
  body: CreateOwnKey,
  response: CreatedOwnKey,
  errors: ['unprocessable'],
});

export const deleteOwnKey = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/user/keys/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'access-keys',
  summary: 'Delete an API key of one’s own; it is refused from then on',
  params: IdParams,
  errors: ['notFound'],
});

export const deleteCurrentKey = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/user/keys/current',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'access-keys',
  summary: 'Delete the API key that the call is made with: how a program signs out',
  errors: ['unprocessable'],
});
