import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { CollectedKey, CreatedKeyRequest, KeyRequest, WithCode } from './key-request-fields.ts';
import { KeyLabel, KeyPermissions } from './own-key-fields.ts';

export const createKeyRequest = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/key-request',
  access: 'PUBLIC',
  tag: 'access-keys',
  summary: 'Ask, from a device without a browser, for an API key that a person allows in theirs',
  callsPerMinute: 10,
  body: z.object({ label: KeyLabel, permissions: KeyPermissions }),
  response: CreatedKeyRequest,
});

export const collectKey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/key-request/collect',
  access: 'PUBLIC',
  tag: 'access-keys',
  summary: 'Get what became of a request for an API key; the key itself, once',
  callsPerMinute: 90,
  body: z.object({ deviceCode: z.string().min(1).max(200) }),
  response: CollectedKey,
  errors: ['unprocessable'],
});

export const getKeyRequest = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/key-request',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'access-keys',
  summary: 'Get what a device that shows this code asks for',
  query: WithCode,
  response: KeyRequest,
  errors: ['notFound'],
});

export const allowKeyRequest = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/key-request/allow',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'access-keys',
  summary: 'Give a device an API key of one’s own, with some of the permissions that it asked for',
  body: WithCode.extend({ permissions: KeyPermissions }),
  errors: ['notFound', 'unprocessable'],
});

export const refuseKeyRequest = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/key-request/refuse',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'access-keys',
  summary: 'Refuse what a device asks for',
  body: WithCode,
  errors: ['notFound'],
});
