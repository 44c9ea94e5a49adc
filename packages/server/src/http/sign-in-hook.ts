import type { Access, Endpoint } from '@atrium/contract/endpoint';
import { ForbiddenError, UnauthenticatedError } from '@atrium/host/errors';
import { requirePermission } from '@atrium/host/http/permission';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, ServiceCaller, VerifyBearer } from './caller.ts';
import { isForPages } from './for-pages.ts';

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
    const signedIn = await verifyBearer(token, request.ip);
    if ('caller' in signedIn) request.caller = { ...signedIn.caller, requestId: request.id };
    else request.service = signedIn.service;
    checkAccess(access, request.caller, request.service);
    if (request.caller === undefined) return;
    if (request.caller.page && endpoint && !isForPages(endpoint)) {
      throw new ForbiddenError('Pages of services cannot be allowed to do this.');
    }
    if (request.caller.accessKey?.isOwn && endpoint) requireForKeys(endpoint);
    if (endpoint?.isPersonal && !isThemselves(request.caller)) {
      throw new ForbiddenError("You can't do this while signed in as someone else.");
    }
    requirePermission(endpoint, request.caller.permissions);
  });
}

/** Limits a key to its granted permissions and a few calls that report their results. */
function requireForKeys({ permission, isForKeys }: Endpoint): void {
  if (permission === 'none' && !isForKeys) {
    throw new ForbiddenError('This cannot be done with an access key. Sign in with your account instead.');
  }
}

/** Excludes impersonators and programs with a key. */
function isThemselves({ impersonatorId, accessKey }: Caller): boolean {
  return impersonatorId === undefined && accessKey?.isOwn !== true;
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
