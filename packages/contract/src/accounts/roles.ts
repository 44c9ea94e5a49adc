import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { BUILT_IN_ROLES } from './built-in-roles.ts';

/** Stored authorities of a user: a list of names, open to those a later release adds. */
export const Roles = z.array(z.string());

/** Authorities that may be given. */
export const GivenRoles = z
  .array(
    z.enum(
      BUILT_IN_ROLES.map(({ name }) => name),
      'This role does not exist.',
    ),
  )
  .max(BUILT_IN_ROLES.length, 'Too many roles.');

export const Role = z.object({
  /** The authority, such as `ROLE_DEV`: what people hold and functions see. */
  name: z.string(),
  /** What people call it. */
  label: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  /** True for the roles that every domain has and no one changes. */
  isBuiltIn: z.boolean(),
});
export type Role = z.infer<typeof Role>;

export const listRoles = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/roles',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'List the roles that exist',
  response: z.array(Role),
});
