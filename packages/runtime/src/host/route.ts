import { UnauthenticatedError } from '@atrium/host/errors';
import { type Callers, createRoute } from '@atrium/host/http/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, ServiceTokens } from './service-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Verifies the caller of every route of one service that is not public. */
export function installAccess(app: FastifyInstance, serviceId: string, tokens: ServiceTokens): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.endpoint?.access === 'PUBLIC' || request.is404) return done();
    const { authorization } = request.headers;
    request.caller = tokens.recall(authorization, serviceId);
    if (request.caller) return done();
    tokens.verify(authorization, serviceId).then(
      (caller) => {
        request.caller = caller;
        done();
      },
      (error: Error) => done(error),
    );
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new UnauthenticatedError('A valid service token is needed.');
  return request.caller;
}

/** Registers an endpoint of a service. Whoever calls it, the platform vouches for a person. */
export const route = createRoute<Record<keyof Callers, Caller>>(callerOf);
