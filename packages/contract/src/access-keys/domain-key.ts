import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** A key with which programs sign in as a person of the domain. */
export const DomainKey = z.object({
  id: z.string(),
  /** Name of a personal key, id of a machine's key. */
  label: z.string(),
  /** `machine`: a public key that an administrator of the platform added. */
  kind: z.enum(['token', 'public-key', 'machine']),
  userId: z.string(),
  username: z.string(),
  /** Permissions that calls with it have now. */
  permissions: z.array(z.string()),
  createdOn: z.iso.datetime(),
  expiresOn: z.iso.datetime().nullable(),
  /** To the minute. */
  lastUsedOn: z.iso.datetime().nullable(),
  /** Reason why the caller can't delete it. */
  refusal: z.string().nullable(),
});
export type DomainKey = z.infer<typeof DomainKey>;

export const listDomainKeys = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/people/keys',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  isSlow: true,
  tag: 'access-keys',
  summary: 'List the API keys of everyone in the domain, newest first',
  response: z.array(DomainKey),
});

export const deleteDomainKey = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/people/keys/{id}',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  needsConfirmation: true,
  tag: 'access-keys',
  summary: 'Delete an API key of a person in the domain, who is told by mail; it is refused from then on',
  params: z.object({ id: z.string() }),
  errors: ['notFound'],
});
