import type { Access } from '@atrium/contract/endpoint';
import type { Permission } from '@atrium/contract/permissions';
import { ForbiddenError, UnauthenticatedError } from '@atrium/host/errors';
import { requirePermission } from '@atrium/host/http/permission';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The user on whose behalf a request runs, according to the access token. */
export interface Caller {
  userId: string;
  domainId: string;
  /** Set for a child user: its usage is billed to the parent. */
  parentId: string | null;
  isAdmin: boolean;
  roles: string[];
  /** What their roles allow at this moment; the owner of a domain has all. */
  permissions: readonly Permission[];
  /** Null when the caller signed in with an access key instead of a session. */
  sessionId: string | null;
  /** The access key that the caller signed in with instead of a session. */
  accessKey?: { id: string; expiresAt: Date | null };
  /** Who signed in as this user with a custom token, when that is someone else. */
  impersonatorId?: string;
  /** Id of the request that the caller sent; none in jobs. */
  requestId?: string;
}

/** A service of the platform, signed in with its access key. */
export interface ServiceCaller {
  serviceId: string;
  accessKeyId: string;
}

export type SignedIn = { caller: Caller } | { service: ServiceCaller };

/** Checks a bearer token. Throws UnauthenticatedError when it is not valid. */
export type VerifyBearer = (token: string) => Promise<SignedIn>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    service: ServiceCaller | undefined;
  }
  interface FastifyContextConfig {
    /** For routes outside the contract (the proxy to services). */
    access?: Access;
  }
}

/**
 * Signs the caller in and enforces the endpoint's access level and permission, before anything of the body is read, but after
 * the call was counted: bad tokens cost work too.
 */
export function installSignIn(app: FastifyInstance, verifyBearer: VerifyBearer): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('service', undefined);
  app.addHook('preParsing', async (request) => {
    const { endpoint, access = endpoint?.access ?? 'PUBLIC' } = request.routeOptions.config;
    if (access === 'PUBLIC') return;
    const token = readBearer(request);
    if (token === undefined) throw new UnauthenticatedError();
    const signedIn = await verifyBearer(token);
    if ('caller' in signedIn) request.caller = { ...signedIn.caller, requestId: request.id };
    else request.service = signedIn.service;
    checkAccess(access, request.caller, request.service);
    if (request.caller !== undefined) requirePermission(endpoint, request.caller.permissions);
  });
}

export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function checkAccess(access: Access, caller: Caller | undefined, service: ServiceCaller | undefined): void {
  if (access === 'SERVICE') {
    if (service === undefined) throw new ForbiddenError('Only a service of the platform may call this.');
    return;
  }
  if (caller === undefined) throw new ForbiddenError('A service may not call this.');
  if (access === 'ADMIN_ONLY' && !caller.isAdmin) throw new ForbiddenError();
}
