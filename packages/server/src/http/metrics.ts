import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `/metrics` in the format of Prometheus: the process, and every request by route, never by full path. */
export function installMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'atrium_' });
  const duration = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none' } = request.routeOptions;
    duration.observe(
      { method: request.method, route: url, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.addHook('onClose', async () => registry.clear());
  app.get('/metrics', { config: { rateLimit: false }, logLevel: 'warn' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
