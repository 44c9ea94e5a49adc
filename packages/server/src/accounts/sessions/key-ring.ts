import type { getPublicKeys } from '@atrium/contract/accounts/public-keys';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { insertSigningKey, listSigningKeys, signingKeyColumn } from './signing-key.repository.ts';

export const ALGORITHM = 'EdDSA';

type PublicJwk = EndpointResponse<typeof getPublicKeys>['keys'][number];

/** The keys of the platform's own tokens. */
export interface KeyRing {
  /** The last to sign first. */
  signing: { id: string; key: CryptoKey; signsFrom: Date }[];
  publicJwks: PublicJwk[];
  verifying: Map<string, CryptoKey>;
}

interface Parts {
  clock: Clock;
  random: Random;
  secrets: Secrets;
}

/** Makes a key that signs from a time on. Returns its id. */
export async function insertKey(
  { clock, random, secrets }: Parts,
  transaction: Store,
  signsFrom: Date,
): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, crv: 'Ed25519' });
  const id = random.id();
  const jwk = JSON.stringify(await exportJWK(privateKey));
  await insertSigningKey(transaction, {
    id,
    privateKey: await secrets.seal(transaction, placeOf(id), jwk),
    createdOn: clock.now(),
    signsFrom,
  });
  return id;
}

export async function readKeyRing({ secrets }: Pick<Parts, 'secrets'>, db: Store): Promise<KeyRing> {
  const ring: KeyRing = { signing: [], publicJwks: [], verifying: new Map() };
  for (const { id, privateKey, signsFrom } of await listSigningKeys(db)) {
    const jwk = JSON.parse(secrets.unseal(placeOf(id), privateKey)) as JWK;
    const { kty = '', crv = '', x = '' } = jwk;
    const publicJwk: PublicJwk = { kty, crv, x, kid: id, alg: ALGORITHM, use: 'sig' };
    ring.publicJwks.push(publicJwk);
    ring.verifying.set(id, await importKey(publicJwk));
    ring.signing.push({ id, key: await importKey(jwk), signsFrom });
  }
  return ring;
}

function placeOf(id: string) {
  return { column: signingKeyColumn.name, row: id };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be a key pair');
  return key;
}
