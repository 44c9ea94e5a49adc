import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { AccessKey, CreateAccessKey, UpdateAccessKey } from './access-key-fields.ts';

const AccessKeyId = z.object({ id: z.string() });

export const listAccessKeys = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public-key',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'List access keys, by id',
  response: z.array(AccessKey),
});

export const getAccessKey = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public-key/{id}',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'Get an access key',
  params: AccessKeyId,
  response: AccessKey,
  errors: ['notFound'],
});

export const createAccessKey = defineEndpoint({
  method: 'POST',
  path: '/console/v1/public-key',
  access: 'ADMIN_ONLY',
  needsConfirmation: 'in-session',
  tag: 'access-keys',
  summary: 'Add an access key; its id cannot be changed',
  body: CreateAccessKey,
  response: AccessKey,
  errors: ['conflict', 'unprocessable'],
});

export const updateAccessKey = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/public-key/{id}',
  access: 'ADMIN_ONLY',
  needsConfirmation: 'in-session',
  tag: 'access-keys',
  summary: 'Replace the public key',
  params: AccessKeyId,
  body: UpdateAccessKey,
  response: AccessKey,
  errors: ['notFound', 'unprocessable'],
});

export const deleteAccessKey = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/public-key/{id}',
  access: 'ADMIN_ONLY',
  needsConfirmation: 'in-session',
  tag: 'access-keys',
  summary: 'Delete an access key; machines that use it can no longer sign in',
  params: AccessKeyId,
  errors: ['notFound'],
});
