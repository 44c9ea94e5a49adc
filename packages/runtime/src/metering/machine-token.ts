import { importJWK, type JWK, SignJWT } from 'jose';
import type { SignMachineToken } from './usage-shipper.ts';

const LIFETIME_SECONDS = 60;
const AUDIENCE = 'atrium';

export interface AccessKey {
  id: string;
  accessKeyId: string;
  privateJwk: JWK;
}

/** Signs short-lived tokens with each service's own access key. */
export function createMachineTokens(services: readonly AccessKey[], now: () => Date): SignMachineToken {
  const keys = new Map(services.map((service) => [service.id, service]));
  return async (serviceId) => {
    const service = keys.get(serviceId);
    if (!service) throw new Error(`There is no access key of ${serviceId}.`);
    const seconds = Math.floor(now().getTime() / 1000);
    const alg = service.privateJwk.alg ?? 'EdDSA';
    return new SignJWT()
      .setProtectedHeader({ alg, kid: service.accessKeyId })
      .setSubject(serviceId)
      .setAudience(AUDIENCE)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(await importJWK(service.privateJwk, alg));
  };
}
