import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { MAX_ROLES, RoleName } from './roles.ts';

const NAME_MAX_LENGTH = 40;
const TEXT_MAX_LENGTH = 400;
const MAX_VALUES = 50;

/** Value of a role rule that matches every user of the provider. */
export const EVERYONE = '*';

const text = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(TEXT_MAX_LENGTH, { error: `Use at most ${TEXT_MAX_LENGTH} characters.`, abort: true })
    .regex(/^\P{Cc}*$/u, 'This contains characters that are not allowed.');

/** A role, and the values of the claim that give it. */
export const RoleRule = z.object({
  role: RoleName,
  values: z
    .array(text('Please enter a value.'))
    .min(1, 'Please enter a value.')
    .max(MAX_VALUES, `Use at most ${MAX_VALUES} values.`),
});
export type RoleRule = z.infer<typeof RoleRule>;

const Name = text('Please enter a name.')
  .max(NAME_MAX_LENGTH, `Use at most ${NAME_MAX_LENGTH} characters.`)
  // The name is shown on the sign-in page beside those of other providers.
  .regex(
    /^[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd} &'’()+.-]*$/u,
    "Use only letters, digits, spaces and & ' ( ) + . -",
  );

const Issuer = text('Please enter the address of the provider.').pipe(
  z.url({ protocol: /^https?$/, error: 'Please enter an address such as https://login.example.com.' }),
);

/** A provider of OpenID Connect that people sign in with. Its secret is never returned. */
export const IdentityProvider = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** The claim that roles are read from; `.` leads into objects. Empty without rules for its values. */
  rolesClaim: z.string(),
  roleRules: z.array(RoleRule),
  /** Number of users who sign in with it. */
  people: z.int(),
  /** Redirect URLs that must be registered at the provider, for sign-in and sign-out. */
  redirectUrl: z.string(),
  signOutUrl: z.string(),
  /** The page with its button, to hand out. */
  loginUrl: z.string(),
});
export type IdentityProvider = z.infer<typeof IdentityProvider>;

const settings = {
  name: Name,
  clientId: text('Please enter the client ID.'),
  rolesClaim: text('Please enter a claim.').or(z.literal('')).default(''),
  roleRules: z
    .array(RoleRule)
    .max(MAX_ROLES + 10, 'Too many rules.')
    .default([]),
};

export const CreateIdentityProvider = z.object({
  ...settings,
  issuer: Issuer,
  clientSecret: text('Please enter the client secret.'),
});
export type CreateIdentityProvider = z.output<typeof CreateIdentityProvider>;

/** The issuer stays: what identifies people is only unique at the provider that it came from. */
export const UpdateIdentityProvider = z.object({
  ...settings,
  /** Left out to keep the one before. */
  clientSecret: text('Please enter the client secret.').optional(),
});
export type UpdateIdentityProvider = z.output<typeof UpdateIdentityProvider>;

/** Result of a test without a sign-in. */
export const IdentityProviderCheck = z.object({
  /** Problems to fix; empty if sign-in works. */
  problems: z.array(z.string()),
  /** Warnings that don't prevent sign-in. */
  notes: z.array(z.string()),
});
export type IdentityProviderCheck = z.infer<typeof IdentityProviderCheck>;

export const listIdentityProviders = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/domain/providers',
  access: 'AUTHENTICATED',
  permission: 'people.read',
  tag: 'accounts',
  summary: 'List the identity providers of the domain, by name',
  response: z.array(IdentityProvider),
});

export const createIdentityProvider = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/domain/providers',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Set up an identity provider for the domain, whose address is looked at; for its owner',
  body: CreateIdentityProvider,
  response: IdentityProvider,
  errors: ['unprocessable'],
});

export const updateIdentityProvider = defineEndpoint({
  method: 'PUT',
  path: '/auth/v1/domain/providers/{id}',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Change an identity provider of the domain; for its owner',
  params: IdParams,
  body: UpdateIdentityProvider,
  response: IdentityProvider,
  errors: ['notFound', 'unprocessable'],
});

export const deleteIdentityProvider = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/domain/providers/{id}',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Delete an identity provider of the domain and end the sessions that it opened; for its owner',
  params: IdParams,
  errors: ['notFound'],
});

export const checkIdentityProvider = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/domain/providers/{id}/check',
  access: 'AUTHENTICATED',
  permission: 'people.manage',
  callsPerMinute: 30,
  tag: 'accounts',
  summary: 'Try an identity provider of the domain, as far as that is possible without a person',
  params: IdParams,
  response: IdentityProviderCheck,
  errors: ['notFound'],
});
