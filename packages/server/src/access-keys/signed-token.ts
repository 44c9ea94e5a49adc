import { UnauthenticatedError } from '@atrium/host/errors';
import { jwtVerify } from 'jose';
import { readPublicKey } from './key-text.ts';

/** Longest lifetime of a machine's token; a stolen one soon becomes worthless. */
const MAX_TOKEN_SECONDS = 300;
const AUDIENCE = 'atrium';

/** Throws UnauthenticatedError unless a token was signed with the private half of a key, and lately. */
export async function verifySignedToken(token: string, publicKey: string, now: Date): Promise<void> {
  const { key, algorithms } = readPublicKey(publicKey);
  try {
    await jwtVerify(token, key, {
      algorithms,
      audience: AUDIENCE,
      currentDate: now,
      maxTokenAge: MAX_TOKEN_SECONDS,
      requiredClaims: ['exp', 'iat'],
    });
  } catch {
    throw new UnauthenticatedError(
      'The token is not valid. It must be signed with the access key and be recent.',
    );
  }
}
