import { faultOf } from '@atrium/host/http/errors/faults';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id that the platform gave the request that it passes on; undefined for anything else that a header may hold. */
export function readRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && ID.test(header) ? header : undefined;
}

/** One line for each request that failed; the platform has one for every request. */
export function logFailedRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request: FastifyRequest, { statusCode: status, elapsedTime }, done) => {
    const { log, method, routeOptions } = request;
    const fault = faultOf(request);
    if (fault !== undefined) {
      const ms = Math.round(elapsedTime * 10) / 10;
      log.info({ method, route: routeOptions.url ?? 'none', status, ms, fault }, 'request');
    }
    done();
  });
}
