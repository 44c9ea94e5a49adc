import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { LimitReached } from '../limits/limit.ts';
import { Email, FirstName, LastName, Username } from './fields.ts';
import { GivenRoles, Roles } from './roles.ts';

/** A user whose usage is billed to its parent, and that tests can run as. */
export const ChildUser = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: Roles,
  createdOn: z.iso.datetime(),
  /** False until the invitation is accepted. */
  isConfirmed: z.boolean(),
});
export type ChildUser = z.infer<typeof ChildUser>;

export const Invitation = z.object({
  username: Username,
  email: Email,
  firstName: FirstName,
  lastName: LastName,
  roles: GivenRoles.default([]),
});
export type Invitation = z.infer<typeof Invitation>;

export const listChildren = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user/children',
  access: 'AUTHENTICATED',
  permission: 'none',
  isSlow: true,
  tag: 'accounts',
  summary: 'List the child users of the signed-in user',
  response: z.array(ChildUser),
});

export const inviteChild = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/children',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Invite a child user by e-mail',
  body: Invitation,
  response: ChildUser,
  errors: ['unprocessable'],
  details: { unprocessable: LimitReached },
});

export const resendInvitation = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/children/{id}/invitation',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Send a child user who has not accepted it the invitation again, with a new link',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});

export const removeChild = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/user/children/{id}',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Remove a child user and end their sessions',
  params: IdParams,
  errors: ['notFound'],
});
