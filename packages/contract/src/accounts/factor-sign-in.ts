import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  AuthenticatorCode,
  ChallengeToken,
  PasskeyOptions,
  PasskeyResponse,
  RecoveryCode,
  StartedAuthenticator,
} from './second-factor.ts';
import { SignedInResponse } from './sign-in.ts';
import { CHALLENGE_OVER } from './sign-in-reasons.ts';

const ChallengeOver = z.object({ reason: z.literal(CHALLENGE_OVER) });

/** The second step of a sign-in. */
export const GivenFactor = z.discriminatedUnion('method', [
  z.object({ method: z.literal('authenticator'), challenge: ChallengeToken, code: AuthenticatorCode }),
  z.object({ method: z.literal('recovery-code'), challenge: ChallengeToken, code: RecoveryCode }),
  z.object({ method: z.literal('passkey'), challenge: ChallengeToken, response: PasskeyResponse }),
]);
export type GivenFactor = z.output<typeof GivenFactor>;

export const loginWithFactor = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/factor',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Complete a sign-in with a second factor, and set the refresh cookie',
  body: GivenFactor,
  response: SignedInResponse,
  errors: ['unprocessable'],
  details: { unprocessable: ChallengeOver },
});

export const startFactorPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/factor/passkey',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Get the options with which the browser proves a passkey as the second factor',
  body: z.object({ challenge: ChallengeToken }),
  response: z.object({ options: PasskeyOptions }),
  errors: ['unprocessable'],
  details: { unprocessable: ChallengeOver },
});

export const startPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/passkey/options',
  access: 'PUBLIC',
  callsPerMinute: 120,
  tag: 'accounts',
  summary: 'Get the options with which the browser signs in by a passkey alone',
  response: z.object({ challenge: ChallengeToken, options: PasskeyOptions }),
  errors: ['unprocessable'],
});

export const loginWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/passkey',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Sign in with a passkey that has verified its user, and set the refresh cookie',
  body: z.object({ challenge: ChallengeToken, response: PasskeyResponse }),
  response: SignedInResponse,
  errors: ['unprocessable'],
  details: { unprocessable: ChallengeOver },
});

export const startSetUp = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/set-up',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Create the secret of the authenticator app that a sign-in has to be completed with',
  body: z.object({ challenge: ChallengeToken }),
  response: StartedAuthenticator,
  errors: ['unprocessable'],
  details: { unprocessable: ChallengeOver },
});

export const finishSetUp = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/login/set-up/confirm',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'Add that app with a code that it shows, and complete the sign-in; returns the recovery codes once',
  body: z.object({ challenge: ChallengeToken, code: AuthenticatorCode }),
  response: z.object({ signedIn: SignedInResponse, recoveryCodes: z.array(z.string()) }),
  errors: ['unprocessable'],
  details: { unprocessable: ChallengeOver },
});
