import { endpointKey } from '@atrium/contract/endpoint-key';
import { getPriceList } from '@atrium/contract/pricing/price-list';
import { isReachable } from '@atrium/host/database/reachable';
import { TooManyRequestsError } from '@atrium/host/errors';
import { matchNetworks } from '@atrium/host/http/connections/address';
import {
  CONNECTION_LIMITS,
  connectionOptions,
  installConnectionLimits,
} from '@atrium/host/http/connections/connection-limits';
import { endConnectionsWhenAnswered } from '@atrium/host/http/connections/end-connections';
import { installReadiness } from '@atrium/host/http/connections/readiness';
import { answerFrameworkError } from '@atrium/host/http/errors/error-handler';
import { traceRequests } from '@atrium/host/http/trace-requests';
import type { Lifecycle } from '@atrium/host/lifecycle';
import type { SlowProcess } from '@atrium/host/slow-process/slow-process';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { hasRefreshCookie } from './accounts/sessions/refresh-cookie.ts';
import { installCallRules } from './call-rules.ts';
import type { Context } from './context.ts';
import { CallCounts, createCallStore } from './http/call-counts.ts';
import { consoleFiles } from './http/console-files.ts';
import { createRegistry, installMetrics } from './http/metrics.ts';
import { installOpenApi } from './http/openapi.ts';
import { createRequestLog, installRequestLog } from './http/request-log.ts';
import { contentSecurityPolicy, installSecurityHeaders } from './http/security-headers.ts';
import { watchForUnnamedVisitors } from './http/unnamed-visitors.ts';
import { CONSOLE_FOLDER } from './paths.ts';
import { registerRoutes } from './routes.ts';

const GENERAL_CALLS_PER_MINUTE = 3000;
/** Requests that are still unanswered this long after a stop, such as a large pull, are abandoned. */
const PATIENCE_AT_STOP_MS = 30_000;

/** Builds the whole application around a context. Used by main.ts and by every test. */
export async function buildApp(
  context: Context,
  lifecycle: Lifecycle = { phase: 'running' },
  registry = createRegistry(),
  slowProcess?: SlowProcess,
): Promise<FastifyInstance> {
  const { trustedProxies } = context.config;
  const app = fastify({
    ...connectionOptions(CONNECTION_LIMITS),
    loggerInstance: createRequestLog(context.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => context.random.id(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    frameworkErrors: answerFrameworkError,
    // In-flight requests complete on close, as do requests that still arrive on keep-alive connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  traceRequests(app, ({ caller }) => ({ 'atrium.domain': caller?.domainId }));
  endConnectionsWhenAnswered(app, lifecycle, { patienceMs: PATIENCE_AT_STOP_MS });
  // A proxy's connections are those of everyone behind it.
  installConnectionLimits(app, CONNECTION_LIMITS, matchNetworks(trustedProxies));
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A file that never changes is used again by requests to come.
    const isLasting = String(reply.getHeader('cache-control')).includes('immutable');
    if (!isLasting) reply.header('x-request-id', request.id);
    done();
  });

  installSecurityHeaders(app, contentSecurityPolicy(context.config));
  const callCounts = new CallCounts({
    ...context,
    onError: (err) => context.log.warn({ err }, 'Calls could not be counted for all processes.'),
  });
  app.addHook('onClose', () => callCounts.close());
  await app.register(rateLimit, {
    store: createCallStore(callCounts),
    max: GENERAL_CALLS_PER_MINUTE,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, limit) =>
      new TooManyRequestsError(
        'Too many requests. Please try again in a minute.',
        Math.ceil(limit.ttl / 1000),
      ),
  });
  installRequestLog(app, trustedProxies);
  const findUnnamedVisitors = watchForUnnamedVisitors(app, context);
  installMetrics(app, context.config, registry);
  app.addHook('onResponse', (_request, reply, done) => {
    if (reply.statusCode >= 500) context.errorRate.add();
    done();
  });
  await installCallRules(app, context);
  if (slowProcess) app.decorate('slowProcess', slowProcess);
  await installOpenApi(app);

  installReadiness(app, {
    lifecycle,
    findProblem: async () =>
      (await isReachable(context.readinessDb)) ? undefined : 'The database cannot be reached.',
    notices: async () => [context.notifications.problem, findUnnamedVisitors()],
  });
  await app.register(async (routes) => registerRoutes(routes, context));
  await app.register(async (routes) =>
    consoleFiles(routes, CONSOLE_FOLDER, { livePages: livePages(context), maySignIn: hasRefreshCookie }),
  );
  return app;
}

/** Pages for visitors that are rendered with current data when they are requested. */
function livePages({ pricing }: Context) {
  return {
    '/index/prices': async () => [
      {
        key: endpointKey(getPriceList, {}),
        value: getPriceList.response.parse(await pricing.listPriceGroups()),
      },
    ],
  };
}
