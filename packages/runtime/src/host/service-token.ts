import type { LimitOverrides } from '@atrium/contract/limits/limit';
import {
  SERVICE_TOKEN_ISSUER,
  ServiceTokenClaims,
  type TokenStop,
} from '@atrium/contract/service-api/service-token';
import { UnauthenticatedError, UnavailableError } from '@atrium/host/errors';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';

/** The person a call is for, as the platform vouches. */
export interface Caller {
  userId: string;
  domainId: string;
  parentId: string | null;
  roles: readonly string[];
  isAdmin: boolean;
  /** Permissions granted by the platform. */
  permissions: readonly string[];
  /** Limits of the domain that differ from the defaults. */
  limits?: LimitOverrides;
  /** Functions that a cap on costs has stopped. */
  stops?: readonly TokenStop[];
}

const MAX_CACHED = 10_000;
const NO_TOKEN = 'A valid service token is needed.';

interface Parts {
  keys: JWTVerifyGetKey;
  now: () => Date;
}

/**
 * Verifies service tokens. One that was verified is remembered until it expires, by the whole header: taking
 * a header apart costs more than finding it.
 */
export class ServiceTokens {
  readonly #parts: Parts;
  readonly #verified = new Map<string, LRUCache<string, { caller: Caller; expiresAt: number }>>();
  #withdrawals = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The caller of a header that was verified before. */
  recall(authorization: string | undefined, serviceId: string): Caller | undefined {
    const known = authorization === undefined ? undefined : this.#verified.get(serviceId)?.get(authorization);
    return known && known.expiresAt > this.#parts.now().getTime() ? known.caller : undefined;
  }

  /** A withdrawn key of the platform invalidates its tokens. */
  forget(): void {
    this.#withdrawals += 1;
    this.#verified.clear();
  }

  async verify(authorization: string | undefined, serviceId: string): Promise<Caller> {
    const token = bearerOf(authorization);
    if (authorization === undefined || token === undefined) throw new UnauthenticatedError(NO_TOKEN);
    const withdrawals = this.#withdrawals;
    const { payload } = await this.#verifySignature(token, serviceId);
    // It may be signed with the one that was withdrawn meanwhile.
    if (withdrawals !== this.#withdrawals) return this.verify(authorization, serviceId);
    const claims = ServiceTokenClaims.safeParse(payload);
    if (!claims.success) throw new UnauthenticatedError(NO_TOKEN);
    const { sub, domainId, parentId, roles, isAdmin, permissions, limits, stops } = claims.data;
    const person = { userId: sub, domainId, parentId: parentId ?? null };
    const caller = { ...person, roles, isAdmin, permissions, limits, stops };
    const ofService = this.#verified.get(serviceId) ?? new LRUCache({ max: MAX_CACHED });
    this.#verified.set(serviceId, ofService);
    ofService.set(authorization, { caller, expiresAt: (payload.exp ?? 0) * 1000 });
    return caller;
  }

  async #verifySignature(token: string, serviceId: string) {
    try {
      return await jwtVerify(token, this.#parts.keys, {
        issuer: SERVICE_TOKEN_ISSUER,
        audience: serviceId,
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'sub'],
        currentDate: this.#parts.now(),
      });
    } catch (error) {
      // A key set that cannot be read says nothing about the token.
      const isAboutKeys =
        error instanceof errors.JWKSTimeout ||
        error instanceof errors.JWKSInvalid ||
        (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');
      if (error instanceof errors.JOSEError && !isAboutKeys) throw new UnauthenticatedError(NO_TOKEN);
      throw new UnavailableError('The platform cannot be reached to check the token.', 1);
    }
  }
}

/** The token of a request, or undefined. */
function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
}
