import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { FetchHost } from './declaration.ts';

/** A host that the domain allows its functions to reach, or that live functions declare and no one has allowed. */
export const AllowedHost = z.object({
  /** `api.stripe.com`, `*.example.com` or `localhost:8080`. */
  host: z.string(),
  isAllowed: z.boolean(),
  allowedOn: z.iso.datetime().nullable(),
  allowedBy: z.string().nullable(),
  /** Live functions that declare it. */
  usedBy: z.array(z.object({ serviceId: z.string(), function: z.string() })),
});
export type AllowedHost = z.infer<typeof AllowedHost>;

const Params = z.object({ host: FetchHost });

/** Of all services that share one store. */
export const listHosts = defineEndpoint({
  method: 'GET',
  path: '/hosts',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'values',
  summary: 'List the hosts that functions may reach, and those that wait to be allowed',
  response: z.object({ content: z.array(AllowedHost) }),
});

export const allowHost = defineEndpoint({
  method: 'PUT',
  path: '/hosts/{host}',
  access: 'AUTHENTICATED',
  permission: 'configuration.protect',
  tag: 'values',
  summary: 'Allow functions that declare a host to reach it',
  params: Params,
  errors: ['unprocessable'],
});

export const removeHost = defineEndpoint({
  method: 'DELETE',
  path: '/hosts/{host}',
  access: 'AUTHENTICATED',
  permission: 'configuration.protect',
  tag: 'values',
  summary: 'No longer allow functions to reach a host',
  params: Params,
  errors: ['notFound'],
});
