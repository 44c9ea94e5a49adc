import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StartError } from '@atrium/host/start-error';
import { SignJWT } from 'jose';

const TOKEN_SECONDS = 60;

/** Returns what signs calls in with an access key: `file` has its private half, as PEM. */
export async function readKeyFile(keyId: string, file: string): Promise<() => Promise<string>> {
  const key = await readKey(file);
  const alg = algorithmOf(key);
  return () => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg, kid: keyId })
      .setAudience('atrium')
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(key);
  };
}

async function readKey(file: string): Promise<KeyObject> {
  try {
    return createPrivateKey(await readFile(file));
  } catch (error) {
    throw new StartError(`The private key cannot be read: ${(error as Error).message}.`);
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'rsa') return 'RS256';
  const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
  const algorithm = curves[asymmetricKeyDetails?.namedCurve ?? ''];
  if (algorithm === undefined) throw new StartError('Use an Ed25519, RSA or EC (P-256, P-384, P-521) key.');
  return algorithm;
}
