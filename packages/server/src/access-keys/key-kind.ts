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

/** The largest that OpenSSL verifies with. */
const MAX_RSA_BITS = 16_384;
/**
 * Points of Ed25519 whose order is small, without the bit of the sign, in each way of writing them: anyone can sign for them.
 * As libsodium has them (`ge25519_has_small_order`).
 */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Throws ValidationError for a key that no program generates: it could not be used, or by anyone. */
export function refuseOddKey(key: KeyObject): void {
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (modulusLength > MAX_RSA_BITS) throw refused(`An RSA key may have at most ${MAX_RSA_BITS} bits.`);
  const { kty, x = '', n = '' } = key.export({ format: 'jwk' });
  const isSmall = kty === 'OKP' && SMALL_ORDER.has(withoutSign(Buffer.from(x, 'base64url')).toString('hex'));
  const isEven = kty === 'RSA' && (Buffer.from(n, 'base64url').at(-1) ?? 0) % 2 === 0;
  if (isSmall || isEven) throw refused('This key is damaged or unsafe. Please generate a new one.');
}

function withoutSign(point: Buffer): Buffer {
  point[point.length - 1] = (point.at(-1) ?? 0) & 0x7f;
  return point;
}

export function refused(message: string): ValidationError {
  return new ValidationError(message, [{ field: 'key', defaultMessage: message }]);
}
