import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { DomainLimit, LimitName } from './limit.ts';

export const listLimits = defineEndpoint({
  method: 'GET',
  path: '/console/v1/limits',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isTogether: true,
  tag: 'limits',
  summary: 'List the limits of the domain and how much of each is used',
  response: z.array(DomainLimit),
});

export const listDomainLimits = defineEndpoint({
  method: 'GET',
  path: '/console/v1/domain/{id}/limits',
  access: 'ADMIN_ONLY',
  tag: 'limits',
  summary: 'List the limits of a domain and how much of each is used',
  params: IdParams,
  response: z.array(DomainLimit),
  errors: ['notFound'],
});

export const SetLimit = z.object({
  name: LimitName,
  /** Null sets the default again. */
  limit: z.int().min(0, 'Enter 0 or more.').max(Number.MAX_SAFE_INTEGER).nullable(),
});
export type SetLimit = z.infer<typeof SetLimit>;

export const setDomainLimit = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/domain/{id}/limits',
  access: 'ADMIN_ONLY',
  tag: 'limits',
  summary: 'Change a limit of a domain',
  needsConfirmation: true,
  params: IdParams,
  body: SetLimit,
  errors: ['notFound'],
});
