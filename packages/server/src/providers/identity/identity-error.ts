import { causesOf, UnprocessableError } from '@atrium/host/errors';

/** Reason why a sign-in with an identity provider, or a test of one, has failed: a sentence for the user. */
export class IdentityError extends UnprocessableError {}

const WRONG_CLIENT = 'The provider does not accept the client ID or the client secret.';

const SENTENCES: Record<string, string> = {
  access_denied: 'The sign-in was canceled, or the provider does not let you in.',
  login_required: 'The provider has to ask you to sign in. Please try again.',
  invalid_client: WRONG_CLIENT,
  unauthorized_client: 'The provider does not allow this client to sign people in.',
  invalid_scope: 'The provider does not know a scope that the sign-in asks for.',
  invalid_grant: 'The provider no longer accepts this sign-in. Please start again.',
  temporarily_unavailable: 'The provider is busy. Please try again in a moment.',
  server_error: 'The provider has failed. Please try again in a moment.',
};

export const WRONG_ISSUER =
  'The provider identifies itself by another address. Enter the issuer exactly as the provider states it.';
export const CLOCKS_DIFFER = 'The clocks of this server and of the provider differ too much.';
export const UNREACHABLE = 'The provider cannot be reached. Please try again in a moment.';
const NOT_UNDERSTOOD = 'The provider sent something that is not a valid OpenID Connect response.';

/** Sentences for the library's error codes. */
const BY_CODE: Record<string, string> = {
  OAUTH_TIMEOUT: 'The provider did not respond in time. Please try again in a moment.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: CLOCKS_DIFFER,
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: WRONG_CLIENT,
  OAUTH_KEY_SELECTION_FAILED: 'The provider signed with a key that it does not publish.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'The provider has to be reached by https.',
};

const NO_PROVIDER = 'There is no provider of OpenID Connect at this address.';
const INCOMPLETE = 'The provider could not complete the sign-in. Please try again in a moment.';

/** Sentences for the library's error codes during discovery, and during a sign-in. */
const BY_PLACE: Record<Place, Record<string, string>> = {
  discovery: {
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: WRONG_ISSUER,
    OAUTH_RESPONSE_IS_NOT_CONFORM: NO_PROVIDER,
    OAUTH_RESPONSE_IS_NOT_JSON: NO_PROVIDER,
  },
  'sign-in': {
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
      'The provider answered for two different people: its user information belongs to someone other than the person who signed in.',
    OAUTH_RESPONSE_IS_NOT_CONFORM: INCOMPLETE,
    OAUTH_RESPONSE_IS_NOT_JSON: INCOMPLETE,
  },
};
type Place = 'discovery' | 'sign-in';

/** Sentences for an invalid ID token, by the unexpected claim. */
const BY_CLAIM: Record<string, string> = {
  iss: 'The proof that the provider sent names another issuer than the provider itself.',
  nonce: 'The proof that the provider sent belongs to another sign-in. Please start again.',
  aud: 'The proof that the provider sent is for other clients, too, and does not name this one as the authorized party (azp).',
  azp: 'The proof that the provider sent is for another client.',
};

/** Returns the sentence for whatever a call to a provider threw. */
export function toIdentityError(error: unknown, place: Place): IdentityError {
  const chain = causesOf(error);
  const own = chain.find((one) => one instanceof IdentityError);
  if (own) return own;
  for (const { error: refusal, code, cause } of chain as {
    error?: unknown;
    code?: unknown;
    cause?: unknown;
  }[]) {
    const hasFailed = cause instanceof Response && cause.status >= 500;
    const sentence =
      (hasFailed ? SENTENCES['server_error'] : undefined) ??
      SENTENCES[String(refusal)] ??
      sentenceOfClaim(cause) ??
      BY_CODE[String(code)] ??
      BY_PLACE[place][String(code)];
    if (sentence !== undefined) return new IdentityError(sentence, { cause: error });
  }
  const isOfLibrary = chain.some((one) => String((one as { code?: unknown }).code).startsWith('OAUTH_'));
  return new IdentityError(isOfLibrary ? NOT_UNDERSTOOD : UNREACHABLE, { cause: error });
}

/** The library reports the claim and its value in the innermost cause. */
function sentenceOfClaim(cause: unknown): string | undefined {
  const { claim, claims } = (cause ?? {}) as { claim?: unknown; claims?: { aud?: unknown } };
  const isForOneOther = claim === 'aud' && !(Array.isArray(claims?.aud) && claims.aud.length > 1);
  return BY_CLAIM[isForOneOther ? 'azp' : String(claim)];
}
