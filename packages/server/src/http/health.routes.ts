import type { FastifyInstance } from 'fastify';

/** For monitoring: `live` = it responds, `ready` = it has started completely and can reach its database. */
export function healthRoutes(app: FastifyInstance, findReadiness: () => Promise<boolean>): void {
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const;
  app.get('/health/live', options, async () => ({ status: 'UP' }));
  app.get('/health/ready', options, async (_request, reply) => {
    const isReady = await findReadiness();
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'UP' : 'DOWN' });
  });
}
