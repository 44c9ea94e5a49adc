import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan } from '../tracing/open-telemetry.ts';
import { activeTracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of one that is recorded. */
    span?: RequestSpan | undefined;
  }
}

/** Asked all the time by machines: no one looks for them. */
const UNTRACED = /^\/(health|metrics)\b/;

/**
 * Records each request by its route, never by its path, with all work that it causes. Install it first, so that
 * it encloses all other hooks. `describe` adds attributes once the request is answered.
 */
export function traceRequests(
  app: FastifyInstance,
  describe: (request: FastifyRequest) => Record<string, string | undefined> = () => ({}),
): void {
  const tracing = activeTracing();
  if (tracing === undefined) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, { raw }, done) => {
    if (!tracing.isRequestChosen(request.headers)) return done();
    const { url: route = 'none' } = request.routeOptions;
    if (UNTRACED.test(route)) return done();
    const span = tracing.beginRequest(request.method, route, request.headers);
    if (!span) return done();
    request.span = span;
    // Also where the caller has left, which no hook hears of.
    raw.once('close', () => {
      span.end(raw.statusCode, { 'atrium.request_id': request.id, ...describe(request) });
    });
    span.run(done);
  });
  // A body is read by the connection, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const { span } = request;
    if (span) span.run(done);
    else done();
  });
  // For the lines of the log that are written then.
  app.addHook('onResponse', (request, _reply, done) => {
    const { span } = request;
    if (span) span.run(done);
    else done();
  });
}
