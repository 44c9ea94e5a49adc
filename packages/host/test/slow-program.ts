import fastify, { type FastifyInstance } from 'fastify';
import { endConnectionsWhenAnswered } from '../src/http/connections/end-connections.ts';
import { serveSlowCalls } from '../src/slow-process/serve-slow-calls.ts';
import { installSlowRoutes } from './slow-routes.ts';

/** The program of a process for slow calls, as the tests of it have it. */
serveSlowCalls(async ({ greeting }: { greeting: string }): Promise<FastifyInstance> => {
  if (greeting === '') throw new Error('there is nothing to say');
  if (greeting === 'later') await new Promise(() => {});
  const app = fastify({ trustProxy: true, genReqId: ({ headers }) => String(headers['x-request-id']) });
  endConnectionsWhenAnswered(app, { phase: 'running' });
  return installSlowRoutes(app, greeting);
});
