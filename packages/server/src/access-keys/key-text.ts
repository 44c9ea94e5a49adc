import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ValidationError } from '@atrium/host/errors';

const MIN_RSA_BITS = 2048;
/** The one in use everywhere. With 1 a signature is its own message, and small ones make forging easier. */
const MIN_RSA_EXPONENT = 65_537n;
const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

export interface PublicKey {
  key: KeyObject;
  /** `Ed25519`, `EC P-256`, `RSA 2048` … */
  type: string;
  /** The only signature algorithms that the key may be used with. */
  algorithms: string[];
  /** `SHA256:` and the base64 of the SubjectPublicKeyInfo's SHA-256, without padding. */
  fingerprint: string;
}

/** Reads a public key, PEM or JWK. Throws ValidationError for anything else, and for a private key. */
export function readPublicKey(text: string): PublicKey {
  if (/PRIVATE KEY/.test(text))
    throw refused('This is a private key. Keep it secret and enter its public key instead.');
  const key = text.startsWith('{') ? readJwk(text) : readPem(text);
  const { type, algorithms } = describe(key);
  const der = key.export({ type: 'spki', format: 'der' });
  const fingerprint = `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`;
  return { key, type, algorithms, fingerprint };
}

function readJwk(text: string): KeyObject {
  try {
    const jwk = JSON.parse(text) as JsonWebKey;
    if (jwk.d !== undefined || jwk.k !== undefined)
      throw refused('This is a secret key. Enter a public key instead.');
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    throw refused('This is not a public key as JWK.');
  }
}

function readPem(text: string): KeyObject {
  try {
    return createPublicKey(text);
  } catch {
    throw refused('This is not a public key. Enter it as PEM (BEGIN PUBLIC KEY) or JWK.');
  }
}

function describe(key: KeyObject): { type: string; algorithms: string[] } {
  const { namedCurve = '', modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ed25519') return { type: 'Ed25519', algorithms: ['EdDSA', 'Ed25519'] };
  const curve = CURVES[namedCurve];
  if (key.asymmetricKeyType === 'ec' && curve !== undefined) {
    return { type: `EC ${curve}`, algorithms: [`ES${curve === 'P-521' ? '512' : curve.slice(2)}`] };
  }
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS) {
    if (publicExponent < MIN_RSA_EXPONENT || publicExponent % 2n === 0n) {
      throw refused(
        `The public exponent of an RSA key must be an odd number of at least ${MIN_RSA_EXPONENT}.`,
      );
    }
    return { type: `RSA ${modulusLength}`, algorithms: ['RS256', 'PS256'] };
  }
  throw refused(`Use Ed25519, ECDSA on P-256, P-384 or P-521, or RSA of at least ${MIN_RSA_BITS} bits.`);
}

function refused(message: string): ValidationError {
  return new ValidationError(message, [{ field: 'key', defaultMessage: message }]);
}
