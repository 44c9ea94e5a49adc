import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The authorities that exist. */
export const ROLES = ['ROLE_DEV', 'ROLE_USER'] as const;

/** Stored authorities of a user: a list of names, open to those a later release adds. */
export const Roles = z.array(z.string());

/** Authorities that may be given. */
export const GivenRoles = z
  .array(z.enum(ROLES, 'This role does not exist.'))
  .max(ROLES.length, 'Too many roles.');

export const Role = z.object({ name: z.string(), description: z.string() });
export type Role = z.infer<typeof Role>;

export const ROLE_DESCRIPTIONS: Role[] = [
  { name: 'ROLE_DEV', description: 'Developer: writes functions and tests.' },
  { name: 'ROLE_USER', description: 'User: calls the functions of the domain.' },
];

export const listRoles = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/roles',
  access: 'AUTHENTICATED',
  tag: 'accounts',
  summary: 'List the roles that exist',
  response: z.array(Role),
});
