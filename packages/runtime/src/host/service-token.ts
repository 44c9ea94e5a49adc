import { SERVICE_TOKEN_ISSUER, ServiceTokenClaims } from '@atrium/contract/service-api/service-token';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ServiceError, UnauthenticatedError } from './errors.ts';

/** The person a call is for, as the platform vouches. */
export interface Caller {
  userId: string;
  domainId: string;
  parentId: string | null;
  roles: readonly string[];
  isAdmin: boolean;
}

const MAX_REMEMBERED = 10_000;

/** Verifies service tokens. A token that was verified once is remembered until it expires. */
export function createTokenVerifier(keys: JWTVerifyGetKey, now: () => Date) {
  const remembered = new Map<string, { caller: Caller; expiresAt: number }>();

  async function verify(token: string, serviceId: string): Promise<Caller> {
    const key = `${serviceId} ${token}`;
    const known = remembered.get(key);
    const time = now().getTime();
    if (known && known.expiresAt > time) return known.caller;
    const { payload } = await verifySignature(token, serviceId);
    const claims = ServiceTokenClaims.safeParse(payload);
    if (!claims.success) throw new UnauthenticatedError();
    const { sub, domainId, parentId, roles, isAdmin } = claims.data;
    const caller = { userId: sub, domainId, parentId: parentId ?? null, roles, isAdmin };
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, { caller, expiresAt: (payload.exp ?? 0) * 1000 });
    return caller;
  }

  async function verifySignature(token: string, serviceId: string) {
    try {
      return await jwtVerify(token, keys, {
        issuer: SERVICE_TOKEN_ISSUER,
        audience: serviceId,
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'sub'],
        currentDate: now(),
      });
    } catch (error) {
      // A key set that cannot be read says nothing about the token.
      const isAboutKeys =
        error instanceof errors.JWKSTimeout ||
        error instanceof errors.JWKSInvalid ||
        (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');
      if (error instanceof errors.JOSEError && !isAboutKeys) throw new UnauthenticatedError();
      throw new ServiceError('unavailable', 'The platform cannot be reached to check the token.');
    }
  }

  return { verify };
}

export type TokenVerifier = ReturnType<typeof createTokenVerifier>;

/** The token of a request, or undefined. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
}
