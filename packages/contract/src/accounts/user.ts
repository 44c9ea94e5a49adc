import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ChosenPassword, Email, FirstName, GivenPassword, LastName } from './fields.ts';
import { Roles } from './roles.ts';

export const Theme = z.enum(['light', 'dark', 'system']);
export type Theme = z.infer<typeof Theme>;

/** State of a person's first steps: open in their first week, until they hide them or have taken all of them. */
export const FirstStepsState = z.enum(['open', 'hidden', 'done']);
export type FirstStepsState = z.infer<typeof FirstStepsState>;

/** The signed-in user, as the console knows them. */
export const User = z.object({
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  /** A new address that is not confirmed yet; the old one is used until then. */
  pendingEmail: z.string().nullable(),
  /** Set while only their identity provider says that the address is theirs: no e-mails go there yet. */
  isEmailUnproved: z.literal(true).optional(),
  firstName: z.string(),
  lastName: z.string(),
  /** Set for a child user: its usage is billed to the parent. */
  parentId: z.string().nullable(),
  domainId: z.string(),
  /** Name of the domain. */
  domain: z.string(),
  isAdmin: z.boolean(),
  roles: Roles,
  /**
   * Permissions of the user, by which the console shows or disables elements. Accepts unknown names of a later
   * release.
   */
  permissions: z.array(z.string()),
  params: z.object({ theme: Theme, firstSteps: FirstStepsState }),
  /** Username of the impersonator, if there is one. */
  actor: z.string().optional(),
});
export type User = z.infer<typeof User>;

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'accounts',
  summary: 'Get the signed-in user',
  response: User,
});

export const UserPatch = z.object({
  firstName: FirstName.optional(),
  lastName: LastName.optional(),
  params: z.object({ theme: Theme.optional(), firstSteps: FirstStepsState.optional() }).optional(),
});
export type UserPatch = z.infer<typeof UserPatch>;

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/auth/v1/user',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Change the name, theme and first steps of the signed-in user',
  body: UserPatch,
  response: User,
});

export const changeEmail = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/email',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'accounts',
  summary: 'Request a change of e-mail address; it takes effect once the link sent to it is opened',
  body: z.object({ email: Email, password: GivenPassword }),
  response: User,
  errors: ['unprocessable'],
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/password',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'accounts',
  summary: 'Change the password and end all other sessions of the user',
  body: z.object({ currentPassword: GivenPassword, password: ChosenPassword }),
  errors: ['unprocessable'],
});
