import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

const FACTOR_NAME_MAX_LENGTH = 60;

/** Name of an authenticator or a passkey, chosen by its owner. */
export const FactorName = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(FACTOR_NAME_MAX_LENGTH, { error: `Use at most ${FACTOR_NAME_MAX_LENGTH} characters.`, abort: true })
  .regex(/^\P{Cc}*$/u, 'This name contains characters that are not allowed.');

/** Six digits of an authenticator app; spaces between them do not count. */
export const AuthenticatorCode = z
  .string()
  .max(40, { error: 'Please enter the six digits that the app shows.', abort: true })
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits that the app shows.'));

/** A code that its owner kept for the day on which no other factor is at hand. */
export const RecoveryCode = z
  .string()
  .max(100, { error: 'A recovery code has 24 letters and digits.', abort: true })
  .transform((code) => code.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^[a-z2-7]{24}$/, 'A recovery code has 24 letters and digits.'));

/** Options and responses of the browser's part of WebAuthn; only the library that checks them knows their fields. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export const PasskeyResponse = z.looseObject({ id: z.string().min(1).max(2048) });

/** A random token that stands for the first step while the second one is made. */
export const ChallengeToken = z
  .string()
  .min(1, 'The challenge is missing.')
  .max(512, 'The challenge is not valid.');

export const SecondFactor = z.object({
  id: z.string(),
  kind: z.enum(['authenticator', 'passkey']),
  name: z.string(),
  createdOn: z.iso.datetime(),
  lastUsedOn: z.iso.datetime().nullable(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactors = z.object({
  /** Oldest first. */
  factors: z.array(SecondFactor),
  recoveryCodesLeft: z.int(),
  /** False for people who sign in only with an identity provider. */
  hasPassword: z.boolean(),
  /** True if the domain, or the operator, asks for one: then the last one cannot be removed. */
  isRequired: z.boolean(),
  /** False where the console is opened by an IP address, for which no browser makes passkeys. */
  canAddPasskey: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

export const listFactors = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user/factors',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'List the second factors of the signed-in user, and how many recovery codes are left',
  response: SecondFactors,
});

/** Secret for an authenticator app; it is not shown again. */
export const StartedAuthenticator = z.object({
  id: z.string(),
  /** Base32. */
  secret: z.string(),
  /** `otpauth://…`, as a QR code shows it. */
  uri: z.string(),
});
export type StartedAuthenticator = z.infer<typeof StartedAuthenticator>;

/** Recovery codes are shown once, with the first factor. */
export const AddedFactor = z.object({
  factor: SecondFactor,
  /** Absent if the user has some already. */
  recoveryCodes: z.array(z.string()).optional(),
});
export type AddedFactor = z.infer<typeof AddedFactor>;

export const startAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/factors/authenticator',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Create the secret of an authenticator app; it counts once a code of it has been given',
  response: StartedAuthenticator,
  errors: ['unprocessable'],
});

export const ConfirmAuthenticator = z.object({ name: FactorName, code: AuthenticatorCode });

export const confirmAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/factors/authenticator/{id}/confirm',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  isResponseNeeded: true,
  tag: 'accounts',
  summary: 'Add an authenticator app with a code that it shows',
  params: IdParams,
  body: ConfirmAuthenticator,
  response: AddedFactor,
  errors: ['notFound', 'unprocessable'],
});

export const startPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/factors/passkey/options',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Get the options with which the browser makes a passkey',
  response: z.object({ challenge: ChallengeToken, options: PasskeyOptions }),
  errors: ['unprocessable'],
});

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/factors/passkey',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  isResponseNeeded: true,
  tag: 'accounts',
  summary: 'Add the passkey that the browser has made',
  body: z.object({ challenge: ChallengeToken, name: FactorName, response: PasskeyResponse }),
  response: AddedFactor,
  errors: ['conflict', 'unprocessable'],
});

export const RenameFactor = z.object({ name: FactorName });

export const renameFactor = defineEndpoint({
  method: 'PATCH',
  path: '/auth/v1/user/factors/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Rename an authenticator or a passkey',
  params: IdParams,
  body: RenameFactor,
  response: SecondFactor,
  errors: ['notFound'],
});

export const removeFactor = defineEndpoint({
  method: 'DELETE',
  path: '/auth/v1/user/factors/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Remove an authenticator or a passkey; the last one takes the recovery codes with it',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});

export const createRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/factors/recovery-codes',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  isResponseNeeded: true,
  tag: 'accounts',
  summary: 'Create new recovery codes; those from before no longer work',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['unprocessable'],
});

export const resetFactors = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/{id}/reset-factors',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Remove all second factors of a child user or (administrators) of anyone, and end their sessions',
  params: IdParams,
  errors: ['notFound'],
});

/** Rules of the owner for sign-ins to the domain. */
export const SignInRules = z.object({ requiresSecondFactor: z.boolean() });
export type SignInRules = z.infer<typeof SignInRules>;

export const getSignInRules = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/domain/sign-in-rules',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Get what the domain asks for at a sign-in',
  response: SignInRules,
});

export const changeSignInRules = defineEndpoint({
  method: 'PUT',
  path: '/auth/v1/domain/sign-in-rules',
  access: 'AUTHENTICATED',
  permission: 'none',
  needsConfirmation: true,
  tag: 'accounts',
  summary: 'Require a second factor in the domain, from the next sign-in of each user on; for its owner',
  body: SignInRules,
  response: SignInRules,
  errors: ['unprocessable'],
});
