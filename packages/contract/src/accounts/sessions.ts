import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { GivenPassword } from './fields.ts';
import {
  AuthenticatorCode,
  ChallengeToken,
  PasskeyOptions,
  PasskeyResponse,
  RecoveryCode,
} from './second-factor.ts';

/** A session of the user, including one that impersonates another user. */
export const Session = z.object({
  id: z.string(),
  /** 'Firefox on Linux', or the start of another program's user agent. */
  browser: z.string(),
  userAgent: z.string(),
  address: z.string(),
  /** User of the session: another person if the caller impersonates one. */
  username: z.string(),
  /** Origin of a session by custom token: a user in a session, or an access key. The session ends with it. */
  openedBy: z.object({ kind: z.enum(['user', 'accessKey']), name: z.string() }).nullable(),
  /** The name of the identity provider that it was opened with. */
  via: z.string().nullable(),
  createdOn: z.iso.datetime(),
  lastUsedOn: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/sessions',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'List the sessions of the signed-in user, and those that they opened as others',
  response: z.array(Session),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'End one of the listed sessions and what it opened; its access token is refused from then on',
  needsConfirmation: true,
  params: IdParams,
  errors: ['notFound'],
});

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/sessions/end-others',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary:
    'End all sessions of the signed-in user but this one, and what they opened; returns how many there were',
  needsConfirmation: true,
  response: z.object({ ended: z.int() }),
});

/** Period after a confirmation in which a session may make calls with `needsConfirmation`. */
export const CONFIRMED_SECONDS = 300;

/** Factor that confirms the owner of a session: the password, or a second factor if set up. */
export const GivenProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('password'), password: GivenPassword }),
  z.object({ method: z.literal('authenticator'), code: AuthenticatorCode }),
  z.object({ method: z.literal('recovery-code'), code: RecoveryCode }),
  z.object({ method: z.literal('passkey'), challenge: ChallengeToken, response: PasskeyResponse }),
]);
export type GivenProof = z.output<typeof GivenProof>;

export const confirmSession = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/session/confirm',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'accounts',
  summary:
    'Prove with the password or a second factor who holds the session, for the calls that ask for it in the next five minutes',
  body: GivenProof,
  response: z.object({ confirmedUntil: z.iso.datetime() }),
  errors: ['unprocessable'],
});

export const startConfirmPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/session/confirm/passkey',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Get the options with which the browser proves a passkey to confirm the session',
  response: z.object({ challenge: ChallengeToken, options: PasskeyOptions }),
  errors: ['unprocessable'],
});
