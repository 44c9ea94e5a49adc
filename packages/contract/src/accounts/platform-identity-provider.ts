import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import {
  CreateIdentityProvider,
  IdentityProvider,
  IdentityProviderCheck,
  UpdateIdentityProvider,
} from './identity-provider.ts';

export const listPlatformProviders = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/platform/providers',
  access: 'ADMIN_ONLY',
  tag: 'accounts',
  summary: 'List the identity providers that everyone can sign in with, by name',
  response: z.array(IdentityProvider),
});

export const createPlatformProvider = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/platform/providers',
  access: 'ADMIN_ONLY',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Set up an identity provider for everyone, whose address is looked at',
  body: CreateIdentityProvider,
  response: IdentityProvider,
  errors: ['unprocessable'],
});

export const updatePlatformProvider = defineEndpoint({
  method: 'PUT',
  path: '/auth/v1/platform/providers/{id}',
  access: 'ADMIN_ONLY',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Change an identity provider for everyone',
  params: IdParams,
  body: UpdateIdentityProvider,
  response: IdentityProvider,
  errors: ['notFound', 'unprocessable'],
});

export const deletePlatformProvider = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/platform/providers/{id}',
  access: 'ADMIN_ONLY',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Delete an identity provider for everyone and end the sessions that it opened',
  params: IdParams,
  errors: ['notFound'],
});

export const checkPlatformProvider = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/platform/providers/{id}/check',
  access: 'ADMIN_ONLY',
  tag: 'accounts',
  summary: 'Try an identity provider for everyone, as far as that is possible without a person',
  params: IdParams,
  response: IdentityProviderCheck,
  errors: ['notFound'],
});
