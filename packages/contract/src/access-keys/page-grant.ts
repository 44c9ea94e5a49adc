import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { PERMISSIONS, type Permission } from '../permissions.ts';
import { ServiceId } from '../services/service.ts';

/** Prefix of the tokens with which the console calls for a page. */
export const PAGE_TOKEN_PREFIX = 'atp_';

/** For so long a person may allow something. */
export const GRANT_MINUTES = [15, 60, 480] as const;

/** Pages can't get this permission: invited people stay after the page is closed. */
const NEVER_GRANTED: readonly Permission[] = ['people.manage'];

/** Permissions that can be granted to a page, in display order. */
export const GRANTABLE = PERMISSIONS.filter((name) => !NEVER_GRANTED.includes(name));

const Asked = z.object({
  serviceId: ServiceId,
  permissions: z
    .array(z.enum(GRANTABLE as [Permission, ...Permission[]], 'No page can be given this permission.'))
    .min(1)
    .max(GRANTABLE.length),
});

/** Permissions that a person grants to the pages of a service, until they expire or the session ends. */
export const PageGrant = z.object({
  id: z.uuid(),
  serviceId: z.string(),
  permissions: z.array(z.string()),
  createdOn: z.iso.datetime(),
  expiresOn: z.iso.datetime(),
  /** Given in the session that asks. */
  isCurrent: z.boolean(),
});
export type PageGrant = z.infer<typeof PageGrant>;

/** The pages of a service, as the console shows them. */
export const ServicePage = z.object({
  serviceId: z.string(),
  name: z.string(),
  /** Pages of a service that is trusted are not framed; they have the rights of the console. */
  isTrusted: z.boolean(),
  uri: z.string(),
});

export const getServicePage = defineEndpoint({
  method: 'GET',
  path: '/console/v1/services/{serviceId}/page',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'access-keys',
  summary: 'Get where the pages of a service are, and whether they are trusted',
  params: z.object({ serviceId: ServiceId }),
  response: ServicePage,
  errors: ['notFound'],
});

export const listPageGrants = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user/page-grants',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'access-keys',
  summary: 'List what the signed-in user allows pages of services now, newest first',
  response: z.array(PageGrant),
});

export const createPageGrant = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/page-grants',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  isResponseNeeded: true,
  tag: 'access-keys',
  summary:
    'Allow the pages of a service some permissions for a while, in place of what they were allowed in this session',
  body: Asked.extend({ minutes: z.literal(GRANT_MINUTES) }),
  response: z.object({ grant: PageGrant, token: z.string() }),
  errors: ['unprocessable', 'notFound'],
});

export const refusePageGrant = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/page-grants/refuse',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'access-keys',
  summary: 'Note in the log that the user refused what a page asked for',
  body: Asked,
  errors: ['unprocessable', 'notFound'],
});

export const deletePageGrant = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/user/page-grants/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'access-keys',
  summary: 'Take back what the pages of a service were allowed; they are refused from then on',
  params: IdParams,
  errors: ['notFound'],
});
