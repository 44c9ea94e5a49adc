import { setTimeout as wait } from 'node:timers/promises';
import type { getPublicKeys } from '@atrium/contract/accounts/public-keys';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { LimitOverrides } from '@atrium/contract/limits/limit';
import type { Permission } from '@atrium/contract/permissions';
import { SERVICE_TOKEN_SECONDS, type TokenStop } from '@atrium/contract/service-api/service-token';
import type { Notifications } from '@atrium/host/database/notifications';
import { UnauthenticatedError } from '@atrium/host/errors';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { ALGORITHM, insertKey, type KeyRing, readKeyRing } from './key-ring.ts';
import {
  deleteOtherSigningKeys,
  deleteReplacedSigningKeys,
  listSigningKeys,
  lockSigningKeys,
  SIGNING_KEYS_CHANNEL,
} from './signing-key.repository.ts';

const TOKEN_ISSUER = 'atrium';
/** Differs from the audiences of other tokens, which are ids of services: no id has a colon. */
const PLATFORM_AUDIENCE = 'atrium:platform';
export const ACCESS_TOKEN_SECONDS = 600;

/** For two minutes; a longer outage ends the listening, which reads the keys when it is back. */
const MAX_READS = 60;
const READ_AGAIN_MS = 2_000;

/** A service that was sent a token before need not verify another one; it is good for minutes more. */
const SERVICE_TOKEN_REUSED_MS = 60_000;

const MAX_CACHED_TOKENS = 10_000;

/** Every process has heard of a new key long before it signs. */
const SIGNS_AFTER_MS = 60_000;
/** Exceeds the lifetime of any token signed by a key. */
const REPLACED_KEY_MS = 60 * 60_000;

const Claims = z.object({
  sub: z.string(),
  domainId: z.string(),
  parentId: z.string().nullable(),
  isAdmin: z.boolean(),
  roles: z.array(z.string()),
  sid: z.string().nullable(),
  /** The acting party (RFC 8693): the impersonator, if any. */
  act: z.object({ sub: z.string() }).optional(),
});

/** Holder of an access token. Permissions are read again with each call. */
export type TokenHolder = Omit<Caller, 'permissions'>;

interface IssuedToken {
  token: string;
  expiresAt: Date;
}

/** Claims of a service token besides its subject. */
interface ServiceClaims {
  permissions?: readonly Permission[];
  limits?: LimitOverrides;
  stops?: readonly TokenStop[] | undefined;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  notifications: Notifications;
  log: Pick<Logger, 'error'>;
  /** Returns a domain's limits for its services. */
  limitsOf: (domainId: string) => Promise<LimitOverrides>;
}

/** Signs and verifies the platform's own tokens. */
export class Tokens {
  readonly #parts: Parts;
  readonly #verified: LRUCache<string, TokenHolder>;
  /** By their claims: signing costs more than the rest of a short call. */
  readonly #ofServices: LRUCache<string, IssuedToken>;
  #ring: KeyRing;
  #onKeysRead = () => {};

  constructor(parts: Parts, ring: KeyRing) {
    this.#parts = parts;
    this.#ring = ring;
    const perf = { now: () => parts.clock.now().getTime() };
    // Each token states its own time; nothing is cached for longer than an access token is valid.
    const cacheOptions = { max: MAX_CACHED_TOKENS, ttl: ACCESS_TOKEN_SECONDS * 1000, ttlResolution: 0, perf };
    // An entry is stale when it is older than its `ttl`, a token when it is as old: each `ttl` is one millisecond less.
    this.#verified = new LRUCache(cacheOptions);
    this.#ofServices = new LRUCache({ ...cacheOptions, ttl: SERVICE_TOKEN_REUSED_MS - 1 });
    const read = async () => {
      this.#ring = await readKeyRing(parts, parts.db);
      // A key that is gone has signed nothing that counts.
      this.#verified.clear();
      this.#ofServices.clear();
      this.#onKeysRead();
    };
    let reads = Promise.resolve();
    const readInOrder = () => void (reads = reads.then(() => this.#readUntilDone(read)));
    parts.notifications.listen(SIGNING_KEYS_CHANNEL, readInOrder, read);
  }

  /** Retries, because tokens signed by a leaked key must be refused even if the database is busy. */
  async #readUntilDone(read: () => Promise<void>): Promise<void> {
    for (let tries = 1; tries <= MAX_READS; tries++) {
      try {
        return await read();
      } catch (error) {
        this.#parts.log.error({ err: error, tries }, 'Exchanged signing keys could not be read.');
        await wait(READ_AGAIN_MS, undefined, { ref: false });
      }
    }
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
   * Creates another key. It is published at once and signs a minute later; previous keys verify tokens they signed, and
   * are deleted later. With `isLeaked`, tokens signed by previous keys are rejected.
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

  /**
   * The token a service gets instead of the caller's own: valid for that service only, for 5 minutes. `stops` are functions
   * that it must not call.
   */
  async issueServiceToken(
    caller: Caller,
    serviceId: string,
    stops?: readonly TokenStop[],
  ): Promise<IssuedToken> {
    const limits = await this.#parts.limitsOf(caller.domainId);
    const more = { permissions: caller.permissions, limits, stops };
    const said = JSON.stringify([serviceId, claimsOf(caller, more), caller.userId]);
    const known = this.#ofServices.get(said);
    if (known !== undefined) return known;
    const ring = this.#ring;
    const issued = await this.#issue(caller, serviceId, SERVICE_TOKEN_SECONDS, more);
    // Don't cache tokens signed by a key that was replaced in the meantime.
    if (ring === this.#ring) this.#ofServices.set(said, issued);
    return issued;
  }

  /**
   * Throws UnauthenticatedError for anything but a valid access token of this platform. One that was verified is
   * remembered until it expires; whether its session has ended is asked elsewhere, each time.
   */
  async verifyAccessToken(token: string): Promise<TokenHolder> {
    const known = this.#verified.get(token);
    if (known !== undefined) return known;
    const ring = this.#ring;
    const { holder, expiresAt } = await this.#verify(token);
    // Don't cache tokens verified by keys that were replaced in the meantime.
    const ttl = expiresAt.getTime() - this.#parts.clock.now().getTime() - 1;
    if (ring === this.#ring && ttl > 0) this.#verified.set(token, holder, { ttl });
    return holder;
  }

  async #verify(token: string): Promise<{ holder: TokenHolder; expiresAt: Date }> {
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
      const holder = { userId: sub, sessionId: sid, ...claims, ...(act && { impersonatorId: act.sub }) };
      return { holder, expiresAt: new Date((payload.exp ?? 0) * 1000) };
    } catch {
      throw new UnauthenticatedError('Your session is no longer valid. Please sign in again.');
    }
  }

  /** The key id of a token that is not signed by the platform: an access key's. Does not verify the token. */
  findForeignKeyId(token: string): string | undefined {
    // To take a token apart costs more than to find it.
    if (this.#verified.get(token) !== undefined) return undefined;
    try {
      const { kid } = decodeProtectedHeader(token);
      return kid === undefined || this.#ring.verifying.has(kid) ? undefined : kid;
    } catch {
      return undefined;
    }
  }

  /** Whenever they were read, to the part that passes them on to the shipped services. */
  giveKeysTo(receive: () => void): void {
    this.#onKeysRead = receive;
  }

  /** Public halves of the signing keys, for services. */
  listPublicKeys(): EndpointResponse<typeof getPublicKeys> {
    return { keys: this.#ring.publicJwks };
  }

  async #issue(
    caller: TokenHolder,
    audience: string,
    seconds: number,
    more: ServiceClaims = {},
  ): Promise<IssuedToken> {
    const time = this.#parts.clock.now();
    const now = Math.floor(time.getTime() / 1000);
    const { signing } = this.#ring;
    const signer = signing.find(({ signsFrom }) => signsFrom <= time) ?? signing.at(-1);
    if (signer === undefined) throw new Error('there is no signing key');
    const token = await new SignJWT(claimsOf(caller, more))
      .setProtectedHeader({ alg: ALGORITHM, kid: signer.id })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(audience)
      .setSubject(caller.userId)
      // Two tokens of one second are two: a browser tells by that whether a refused one has been replaced.
      .setJti(this.#parts.random.id())
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(signer.key);
    return { token, expiresAt: new Date((now + seconds) * 1000) };
  }
}

function claimsOf(
  { sessionId, domainId, parentId, isAdmin, roles, impersonatorId }: TokenHolder,
  more: ServiceClaims,
) {
  const act = impersonatorId === undefined ? undefined : { sub: impersonatorId };
  return { domainId, parentId, isAdmin, roles, sid: sessionId, act, ...more };
}
