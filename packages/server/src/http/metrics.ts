import { createHash, timingSafeEqual } from 'node:crypto';
import { ForbiddenError } from '@atrium/host/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { isLocalCall } from './local-call.ts';
import { readBearer } from './sign-in-hook.ts';

/** Few: each is a line for each route, and all of them are written at each scrape. */
const DURATION_BUCKETS = [0.01, 0.05, 0.25, 1, 2.5, 10];

/** Registry of a process: its own metrics, and metrics added by its parts. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'atrium_' });
  return registry;
}

/**
 * `/metrics` in the Prometheus format: the process, and every request by route, never by full path. Open to this
 * machine if no other can reach the server; otherwise it requires the token of the settings.
 */
export function installMetrics(app: FastifyInstance, config: Config, registry: Registry): void {
  const duration = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const requests = new Counter({
    name: 'atrium_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route = 'none' } = request.routeOptions;
    duration.observe({ method, route }, reply.elapsedTime / 1000);
    requests.inc({ method, route, status: reply.statusCode });
    done();
  });
  app.addHook('onClose', async () => registry.clear());
  app.get('/metrics', { config: { rateLimit: false }, logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(config, request)) throw new ForbiddenError();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(config: Config, request: FastifyRequest): boolean {
  if (config.metricsToken === undefined) return isLocalCall(config, request);
  return hasToken(config, readBearer(request));
}

/** True where no token is asked for. */
export function hasToken({ metricsToken }: Pick<Config, 'metricsToken'>, given: string | undefined): boolean {
  return metricsToken === undefined || isSame(given ?? '', metricsToken);
}

/** Takes as long for a token that is nearly right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
