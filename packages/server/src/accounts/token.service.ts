import type { getPublicKeys } from '@atrium/contract/accounts/public-keys';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { SERVICE_TOKEN_SECONDS } from '@atrium/contract/service-api/service-token';
import { UnauthenticatedError } from '@atrium/host/errors';
import {
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import {
  findNewestSigningKey,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
} from './signing-key.repository.ts';

const TOKEN_ISSUER = 'atrium';
const PLATFORM_AUDIENCE = 'atrium';
const ALGORITHM = 'EdDSA';
export const ACCESS_TOKEN_SECONDS = 600;

const Claims = z.object({
  sub: z.string(),
  domainId: z.string(),
  parentId: z.string().nullable(),
  isAdmin: z.boolean(),
  roles: z.array(z.string()),
  sid: z.string().nullable(),
  impersonatorId: z.string().optional(),
});

interface IssuedToken {
  token: string;
  expiresAt: Date;
}

type PublicJwk = EndpointResponse<typeof getPublicKeys>['keys'][number];

interface KeyRing {
  signing: { id: string; key: CryptoKey };
  publicJwks: PublicJwk[];
  verifying: Map<string, CryptoKey>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
}

/** Signs and verifies the platform's own tokens. */
export class Tokens {
  readonly #clock: Clock;
  readonly #ring: KeyRing;

  constructor(clock: Clock, ring: KeyRing) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** With the keys of the database, which gets its first one here. */
  static async load(parts: Parts): Promise<Tokens> {
    return new Tokens(parts.clock, await loadKeyRing(parts));
  }

  /** The token a browser sends; 10 minutes. */
  issueAccessToken(caller: Caller): Promise<IssuedToken> {
    return this.#issue(caller, PLATFORM_AUDIENCE, ACCESS_TOKEN_SECONDS);
  }

  /** The token a service gets instead of the caller's own: valid for that service only, for 5 minutes. */
  issueServiceToken(caller: Caller, serviceId: string): Promise<IssuedToken> {
    return this.#issue(caller, serviceId, SERVICE_TOKEN_SECONDS);
  }

  /** Throws UnauthenticatedError for anything but a valid access token of this platform. */
  async verifyAccessToken(token: string): Promise<Caller> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = this.#ring.verifying.get(kid ?? '');
          if (key === undefined) throw new UnauthenticatedError();
          return key;
        },
        {
          issuer: TOKEN_ISSUER,
          audience: PLATFORM_AUDIENCE,
          algorithms: [ALGORITHM],
          currentDate: this.#clock.now(),
          requiredClaims: ['exp', 'sub'],
        },
      );
      const { sub, sid, impersonatorId, ...claims } = Claims.parse(payload);
      return { userId: sub, sessionId: sid, ...claims, ...(impersonatorId && { impersonatorId }) };
    } catch {
      throw new UnauthenticatedError('Your session is no longer valid. Please sign in again.');
    }
  }

  /** The key id of a token that is not signed by the platform: an access key's. Does not verify the token. */
  foreignKeyId(token: string): string | undefined {
    try {
      const { kid } = decodeProtectedHeader(token);
      return kid === undefined || this.#ring.verifying.has(kid) ? undefined : kid;
    } catch {
      return undefined;
    }
  }

  /** Public halves of the signing keys, for services. */
  publicKeys(): EndpointResponse<typeof getPublicKeys> {
    return { keys: this.#ring.publicJwks };
  }

  async #issue(caller: Caller, audience: string, seconds: number): Promise<IssuedToken> {
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    const { userId, sessionId, domainId, parentId, isAdmin, roles, impersonatorId } = caller;
    const token = await new SignJWT({ domainId, parentId, isAdmin, roles, sid: sessionId, impersonatorId })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.#ring.signing.id })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(audience)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.#ring.signing.key);
    return { token, expiresAt: new Date((now + seconds) * 1000) };
  }
}

async function loadKeyRing({ db, clock, random }: Parts): Promise<KeyRing> {
  const keys = await db.transaction().execute(async (transaction) => {
    // Two processes that start together on an empty store must end with one key.
    await lockSigningKeys(transaction);
    if ((await findNewestSigningKey(transaction)) === undefined) {
      const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, crv: 'Ed25519' });
      const key = { id: random.id(), privateJwk: await exportJWK(privateKey) };
      await insertSigningKey(transaction, key, clock.now());
    }
    return listSigningKeys(transaction);
  });
  const publicJwks = keys.map(({ id, privateJwk: { kty = '', crv = '', x = '' } }): PublicJwk => {
    return { kty, crv, x, kid: id, alg: ALGORITHM, use: 'sig' };
  });
  const verifying = new Map<string, CryptoKey>();
  for (const jwk of publicJwks) verifying.set(jwk.kid, await importKey(jwk));
  const [newest] = keys;
  if (newest === undefined) throw new Error('no signing key after creating one');
  return { signing: { id: newest.id, key: await importKey(newest.privateJwk) }, publicJwks, verifying };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be a key pair');
  return key;
}
