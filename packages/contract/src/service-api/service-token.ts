import { z } from 'zod';
import { LimitOverrides } from '../limits/limit.ts';

/** Lifetime of a service token. */
export const SERVICE_TOKEN_SECONDS = 300;
export const SERVICE_TOKEN_ISSUER = 'atrium';
/** Subject of calls that no person makes, as those of a public address. Their usage is the owner's of the domain. */
export const NOBODY_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A function, the amount of the cap that has stopped it, and the first day on which it is called again. Only the services of
 * the platform hear of the amount.
 */
const TokenStop = z.object({ function: z.string(), cents: z.int().optional(), until: z.iso.date() });
export type TokenStop = z.infer<typeof TokenStop>;

/**
 * Claims of the token with which the platform calls a service for a user: a JWT (EdDSA) with `aud` = id of
 * the service, verified with the platform's public keys (`GET /auth/v1/public/jwks`).
 */
export const ServiceTokenClaims = z.object({
  iss: z.literal(SERVICE_TOKEN_ISSUER),
  aud: z.string(),
  /** Id of the user the call is for. */
  sub: z.uuid(),
  domainId: z.string().min(1),
  /** Payer of a child user. */
  parentId: z.string().nullish(),
  roles: z.array(z.string()).default([]),
  isAdmin: z.boolean().default(false),
  /** Permissions of the user; a call that needs another one is refused with 403. */
  permissions: z.array(z.string()).default([]),
  /** Limits of the domain that differ from the defaults. Services ignore unknown ones. */
  limits: LimitOverrides.catch({}).default({}),
  /**
   * Functions of the service that a cap on costs has stopped. The platform refuses calls by a path; which functions an event
   * or a try calls is known to the service alone.
   */
  stops: z.array(TokenStop).default([]),
});
export type ServiceTokenClaims = z.infer<typeof ServiceTokenClaims>;
