import { UnauthenticatedError } from '@atrium/host/errors';
import { requirePermission } from '@atrium/host/http/permission';
import { type Callers, createRoute } from '@atrium/host/http/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, ServiceTokens } from './service-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Verifies the caller of every route of one service that is not public, and whether they may call it. */
export function installAccess(app: FastifyInstance, serviceId: string, tokens: ServiceTokens): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint?.access === 'PUBLIC' || request.is404) return done();
    const { authorization } = request.headers;
    const enter = (caller: Caller) => {
      requirePermission(endpoint, caller.permissions);
      request.caller = caller;
      done();
    };
    const known = tokens.recall(authorization, serviceId);
    // A refusal that is thrown here reaches the caller as one of a promise does.
    if (known) return enter(known);
    tokens.verify(authorization, serviceId).then(enter).catch(done);
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new UnauthenticatedError('A valid service token is needed.');
  return request.caller;
}

/** Registers an endpoint of a service. The platform vouches for the person behind every call. */
export const route = createRoute<Record<keyof Callers, Caller>>(callerOf, ({ domainId }) => domainId);
