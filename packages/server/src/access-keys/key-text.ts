import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ValidationError } from '@atrium/host/errors';
import { describeKey, refused, refuseOddKey } from './key-kind.ts';

/** Equivalent to 128 bits. Smaller stored keys, from 2048 bits on, work until they are replaced. */
const MIN_RSA_BITS = 3072;
const MIN_STORED_RSA_BITS = 2048;

export interface PublicKey {
  key: KeyObject;
  /** `Ed25519`, `EC P-256`, `RSA 2048` … */
  type: string;
  /** The only signature algorithms that the key may be used with. */
  algorithms: string[];
  /** `SHA256:` and the base64 of the SubjectPublicKeyInfo's SHA-256, without padding. */
  fingerprint: string;
}

/** Reads a public key that someone enters, PEM or JWK. Throws ValidationError for anything else, and for a private key. */
export function readNewPublicKey(text: string): PublicKey {
  const read = readKey(text, MIN_RSA_BITS);
  refuseOddKey(read.key);
  return read;
}

/** The same for one that was accepted when it was stored. */
export function readPublicKey(text: string): PublicKey {
  return readKey(text, MIN_STORED_RSA_BITS);
}

function readKey(text: string, minRsaBits: number): PublicKey {
  if (/PRIVATE KEY/.test(text))
    throw refused('This is a private key. Keep it secret and enter its public key instead.');
  const key = text.startsWith('{') ? readJwk(text) : readPem(text);
  const { type, algorithms } = describeKey(key, minRsaBits);
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
