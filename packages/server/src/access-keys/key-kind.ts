import type { KeyObject } from 'node:crypto';
import { ValidationError } from '@atrium/host/errors';

/** The one in use everywhere. With 1 a signature is its own message, and small ones make forging easier. */
const MIN_RSA_EXPONENT = 65_537n;
const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** Kind of a public key and the algorithms that it may be used with. Throws ValidationError for weak and unknown ones. */
export function describeKey(key: KeyObject, minRsaBits: number): { type: string; algorithms: string[] } {
  const { namedCurve = '', modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ed25519') return { type: 'Ed25519', algorithms: ['EdDSA', 'Ed25519'] };
  const curve = CURVES[namedCurve];
  if (key.asymmetricKeyType === 'ec' && curve !== undefined) {
    return { type: `EC ${curve}`, algorithms: [`ES${curve === 'P-521' ? '512' : curve.slice(2)}`] };
  }
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= minRsaBits) {
    if (publicExponent < MIN_RSA_EXPONENT || publicExponent % 2n === 0n) {
      throw refused(
        `The public exponent of an RSA key must be an odd number of at least ${MIN_RSA_EXPONENT}.`,
      );
    }
    return { type: `RSA ${modulusLength}`, algorithms: ['RS256', 'PS256'] };
  }
  throw refused(`Use Ed25519, ECDSA on P-256, P-384 or P-521, or RSA of at least ${minRsaBits} bits.`);
}

export function refused(message: string): ValidationError {
  return new ValidationError(message, [{ field: 'key', defaultMessage: message }]);
}
