import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

const READY_TIMEOUT_MS = 2000;

/** For whatever watches the process: `live` = it answers, `ready` = it can also reach its database. */
export function healthRoutes(app: FastifyInstance, db: Kysely<Database>): void {
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const;
  app.get('/health/live', options, async () => ({ status: 'UP' }));
  app.get('/health/ready', options, async (_request, reply) => {
    const isReady = await Promise.race([
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref()),
    ]);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'UP' : 'DOWN' });
  });
}
