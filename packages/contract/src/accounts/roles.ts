import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PERMISSIONS, type Permission } from '../permissions.ts';

const LABEL_MAX_LENGTH = 60;
const DESCRIPTION_MAX_LENGTH = 300;
/** Roles that a domain may define. */
export const MAX_ROLES = 50;

/** Authority of a role, such as `ROLE_DEV`. It never changes, because functions may look at it. */
export const RoleName = z.string().regex(/^ROLE_\w{1,64}$/, 'This role does not exist.');

/** Stored authorities of a user: a list of names, open to those a later release adds. */
export const Roles = z.array(z.string());

/** Authorities that may be given: of the roles that every domain has, and of its own. */
export const GivenRoles = z.array(RoleName).max(MAX_ROLES, 'Too many roles.');

export const Role = z.object({
  /** The authority, such as `ROLE_DEV`: what people hold and functions see. */
  name: z.string(),
  /** Display name. */
  label: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  /** True for the roles that every domain has and no one changes. */
  isBuiltIn: z.boolean(),
});
export type Role = z.infer<typeof Role>;

export const SaveRole = z.object({
  label: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(LABEL_MAX_LENGTH, { error: `Use at most ${LABEL_MAX_LENGTH} characters.`, abort: true })
    .regex(/^\P{Cc}*$/u, 'This name contains characters that are not allowed.'),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX_LENGTH, `Use at most ${DESCRIPTION_MAX_LENGTH} characters.`)
    .default(''),
  /** Permissions that need another one include it. */
  permissions: z
    .array(z.enum(PERMISSIONS as [Permission, ...Permission[]], 'This permission does not exist.'))
    .min(1, 'Please choose at least one permission.')
    .max(PERMISSIONS.length, 'Too many permissions.'),
});
export type SaveRole = z.infer<typeof SaveRole>;

const params = z.object({ name: RoleName });

export const listRoles = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/roles',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'List the roles that exist',
  response: z.array(Role),
});

export const createRole = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/roles',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Define a role of the domain; it gives at most what the caller may do',
  body: SaveRole,
  response: Role,
  errors: ['unprocessable'],
});

export const updateRole = defineEndpoint({
  method: 'PUT',
  path: '/auth/v1/roles/{name}',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Change a role of the domain; it takes effect for everyone who has it at once',
  params,
  body: SaveRole,
  response: Role,
  errors: ['notFound', 'unprocessable'],
});

export const deleteRole = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/roles/{name}',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  tag: 'accounts',
  summary: 'Delete a role of the domain; whoever has it loses what only this role gives',
  params,
  errors: ['notFound', 'unprocessable'],
});
