import { endConnectionsWhenAnswered } from '@atrium/host/http/connections/end-connections';
import { traceRequests } from '@atrium/host/http/trace-requests';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { installCallRules } from './call-rules.ts';
import type { Context } from './context.ts';
import { createRequestLog } from './http/request-log.ts';
import { registerRoutes } from './routes.ts';

/**
 * The application of the process for slow calls. Whoever calls has passed the other application, which counts, limits and
 * logs them, and says from where they come.
 */
export async function buildSlowApp(context: Context): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: createRequestLog(context.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => String(headers['x-request-id']),
    trustProxy: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  traceRequests(app, ({ caller }) => ({ 'atrium.domain': caller?.domainId }));
  endConnectionsWhenAnswered(app, { phase: 'running' });
  await installCallRules(app, context);
  await app.register(async (routes) => registerRoutes(routes, context));
  return app;
}
