import { z } from 'zod';
import { ConfirmationNeeded, defineEndpoint } from '../endpoint.ts';
import { GivenPassword, OneTimeToken } from './fields.ts';
import { EMAIL_NOT_CONFIRMED, ENTER_USERNAME } from './sign-in-reasons.ts';
import { User } from './user.ts';

export const SignedInResponse = z.object({
  /** The access token: goes into the authorization header, lives in memory only. */
  token: z.string(),
  expiresAt: z.iso.datetime(),
  user: User,
});

export type SignedInResponse = z.infer<typeof SignedInResponse>;

/** Methods of completing a sign-in. */
export const FactorMethod = z.enum(['authenticator', 'passkey', 'recovery-code']);
export type FactorMethod = z.infer<typeof FactorMethod>;

/** Response to a correct password if a second factor is needed, instead of an access token. */
export const SecondStep = z.object({
  /** Stands for the first step; works once. */
  challenge: z.string(),
  expiresAt: z.iso.datetime(),
  /** Methods that the user has set up. One of them completes the sign-in. */
  methods: z.array(FactorMethod),
  /** True if the user has no second factor and must add one first. */
  mustSetUp: z.boolean(),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** A session, or the next step if a second factor is needed. */
export const LoginResponse = z.union([SignedInResponse, SecondStep]);
export type LoginResponse = z.infer<typeof LoginResponse>;

export const Credentials = z.object({
  /** Username or e-mail address. */
  username: z.string().trim().min(1, ENTER_USERNAME).max(254, 'This username is too long.'),
  password: GivenPassword,
});

export type Credentials = z.infer<typeof Credentials>;

export const login = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'Sign in with username (or e-mail) and password, and set the refresh cookie; or learn what the second step is',
  body: Credentials,
  response: LoginResponse,
  errors: ['unprocessable'],
  details: { unprocessable: z.object({ reason: z.literal(EMAIL_NOT_CONFIRMED) }) },
});

export const loginWithToken = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/sso',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Sign in with the base64 of the JSON {token} made from a custom token',
  body: z.object({ token: z.string().min(1, 'The token is missing.').max(2048, 'The token is not valid.') }),
  response: SignedInResponse,
  errors: ['unprocessable'],
});

export const CUSTOM_TOKEN_SECONDS = 60;

export const createCustomToken = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/token/custom',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'accounts',
  summary:
    'Create a single-use token, valid for 60 s, that signs in as oneself, a child user or (administrators) anyone; in a session that was not confirmed lately only as oneself',
  body: z.object({ userId: z.uuid().optional() }).nullish(),
  response: z.object({ token: OneTimeToken }),
  errors: ['forbidden', 'notFound'],
  details: { forbidden: ConfirmationNeeded },
});

export const refreshToken = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/token/refresh',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'Exchange the refresh cookie for a new access token and a new cookie; reusing an old cookie ends the session',
  response: SignedInResponse,
});

/** Response to a sign-out. */
export const LoggedOut = z.object({
  /** Sign-out URL of the identity provider, if it opened the session. */
  providerUrl: z.string().nullable(),
});
export type LoggedOut = z.infer<typeof LoggedOut>;

export const logout = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/logout',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'End the session of the refresh cookie, or without one that of the access token',
  response: LoggedOut,
});

/** The value of `?token=` that single sign-on reads: base64 of the JSON `{token}`. */
export function encodeSsoToken(token: string): string {
  return btoa(JSON.stringify({ token }));
}
