import type { getPublicKeys } from '@atrium/contract/accounts/public-keys';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { LimitOverrides } from '@atrium/contract/limits/limit';
import type { Permission } from '@atrium/contract/permissions';
import { SERVICE_TOKEN_SECONDS } from '@atrium/contract/service-api/service-token';
import type { Notifications } from '@atrium/host/database/notifications';
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
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import {
  deleteOtherSigningKeys,
  deleteReplacedSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  SIGNING_KEYS_CHANNEL,
  signingKeyColumn,
} from './signing-key.repository.ts';

const TOKEN_ISSUER = 'atrium';
const PLATFORM_AUDIENCE = 'atrium';
const ALGORITHM = 'EdDSA';
export const ACCESS_TOKEN_SECONDS = 600;

/** Every process has heard of a new key long before it signs. */
const SIGNS_AFTER_MS = 60_000;
/** Longer than any token that a key has signed. */
const REPLACED_KEY_MS = 60 * 60_000;

const Claims = z.object({
  sub: z.string(),
  domainId: z.string(),
  parentId: z.string().nullable(),
  isAdmin: z.boolean(),
  roles: z.array(z.string()),
  sid: z.string().nullable(),
  /** Who acts (RFC 8693): whoever is signed in as the subject, if that is someone else. */
  act: z.object({ sub: z.string() }).optional(),
});

/** What an access token says of its holder. What they may do is asked anew with each call. */
export type TokenHolder = Omit<Caller, 'permissions'>;

interface IssuedToken {
  token: string;
  expiresAt: Date;
}

type PublicJwk = EndpointResponse<typeof getPublicKeys>['keys'][number];

interface KeyRing {
  /** The last to sign first. */
  signing: { id: string; key: CryptoKey; signsFrom: Date }[];
  publicJwks: PublicJwk[];
  verifying: Map<string, CryptoKey>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  notifications: Notifications;
  /** What services are told of the limits of a domain. */
  limitsOf: (domainId: string) => Promise<LimitOverrides>;
}

/** Signs and verifies the platform's own tokens. */
export class Tokens {
  readonly #parts: Parts;
  #ring: KeyRing;

  constructor(parts: Parts, ring: KeyRing) {
    this.#parts = parts;
    this.#ring = ring;
    const read = async () => {
      this.#ring = await readKeyRing(parts, parts.db);
    };
    parts.notifications.listen(SIGNING_KEYS_CHANNEL, () => void read().catch(() => {}), read);
  }

  /** With the keys of the database, which gets its first one here. */
  static async load(parts: Parts): Promise<Tokens> {
    const ring = await parts.db.transaction().execute(async (transaction) => {
      // Two processes that start together on an empty store must end with one key.
      await lockSigningKeys(transaction);
      if ((await listSigningKeys(transaction)).length === 0) {
        await insertKey(parts, transaction, parts.clock.now());
      }
      return readKeyRing(parts, transaction);
    });
    return new Tokens(parts, ring);
  }

  /**
   * Makes another key. It is published at once and signs a minute later; the ones before it verify what they have signed,
   * and are deleted later. With `isLeaked` nothing that they have signed is accepted any more.
   */
  rotate({ isLeaked }: { isLeaked: boolean }): Promise<string> {
    const { db, clock } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      await lockSigningKeys(transaction);
      const now = clock.now();
      const signsFrom = isLeaked ? now : new Date(now.getTime() + SIGNS_AFTER_MS);
      const id = await insertKey(this.#parts, transaction, signsFrom);
      if (isLeaked) await deleteOtherSigningKeys(transaction, id);
      return id;
    });
  }

  /** Deletes keys that were replaced longer ago than a token lives. */
  forgetReplaced(): Promise<void> {
    const { db, clock } = this.#parts;
    return deleteReplacedSigningKeys(db, new Date(clock.now().getTime() - REPLACED_KEY_MS));
  }

  /** The token a browser sends; 10 minutes. */
  issueAccessToken(caller: TokenHolder): Promise<IssuedToken> {
    return this.#issue(caller, PLATFORM_AUDIENCE, ACCESS_TOKEN_SECONDS);
  }

  /** The token a service gets instead of the caller's own: valid for that service only, for 5 minutes. */
  async issueServiceToken(caller: Caller, serviceId: string): Promise<IssuedToken> {
    const limits = await this.#parts.limitsOf(caller.domainId);
    const more = { permissions: caller.permissions, limits };
    return this.#issue(caller, serviceId, SERVICE_TOKEN_SECONDS, more);
  }

  /** Throws UnauthenticatedError for anything but a valid access token of this platform. */
  async verifyAccessToken(token: string): Promise<TokenHolder> {
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
          currentDate: this.#parts.clock.now(),
          requiredClaims: ['exp', 'sub'],
        },
      );
      const { sub, sid, act, ...claims } = Claims.parse(payload);
      return { userId: sub, sessionId: sid, ...claims, ...(act && { impersonatorId: act.sub }) };
    } catch {
      throw new UnauthenticatedError('Your session is no longer valid. Please sign in again.');
    }
  }

  /** The key id of a token that is not signed by the platform: an access key's. Does not verify the token. */
  findForeignKeyId(token: string): string | undefined {
    try {
      const { kid } = decodeProtectedHeader(token);
      return kid === undefined || this.#ring.verifying.has(kid) ? undefined : kid;
    } catch {
      return undefined;
    }
  }

  /** Public halves of the signing keys, for services. */
  listPublicKeys(): EndpointResponse<typeof getPublicKeys> {
    return { keys: this.#ring.publicJwks };
  }

  async #issue(
    caller: TokenHolder,
    audience: string,
    seconds: number,
    more: { permissions?: readonly Permission[]; limits?: LimitOverrides } = {},
  ): Promise<IssuedToken> {
    const time = this.#parts.clock.now();
    const now = Math.floor(time.getTime() / 1000);
    const { signing } = this.#ring;
    const signer = signing.find(({ signsFrom }) => signsFrom <= time) ?? signing.at(-1);
    if (signer === undefined) throw new Error('there is no signing key');
    const { userId, sessionId, domainId, parentId, isAdmin, roles, impersonatorId } = caller;
    const act = impersonatorId === undefined ? undefined : { sub: impersonatorId };
    const claims = { domainId, parentId, isAdmin, roles, sid: sessionId, act, ...more };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: signer.id })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(audience)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(signer.key);
    return { token, expiresAt: new Date((now + seconds) * 1000) };
  }
}

async function insertKey(
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

async function readKeyRing({ secrets }: Parts, db: Store): Promise<KeyRing> {
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
