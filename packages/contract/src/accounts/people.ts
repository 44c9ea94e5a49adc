import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { ChildUser } from './children.ts';
import { GivenRoles } from './roles.ts';

/** Someone in the domain: its owner or a child user. */
export const Person = ChildUser.extend({
  isOwner: z.boolean(),
  /** Until when an open invitation can be accepted, in the past once it has expired; null without one. */
  invitationEndsOn: z.iso.datetime().nullable(),
  /** Union of the permissions of their roles; all for the owner. */
  permissions: z.array(z.string()),
});
export type Person = z.infer<typeof Person>;

export const GiveRoles = z.object({ roles: GivenRoles });

export const listPeople = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/people',
  access: 'AUTHENTICATED',
  permission: 'people.read',
  isSlow: true,
  tag: 'accounts',
  summary: 'List the people of the domain, the owner first, with their roles and what they may do',
  response: z.array(Person),
});

export const giveRoles = defineEndpoint({
  method: 'PUT',
  path: '/auth/v1/people/{id}/roles',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Give a child user other roles; it takes effect at once',
  params: IdParams,
  body: GiveRoles,
  response: Person,
  errors: ['notFound', 'unprocessable'],
});
