import { endpointKey } from '@atrium/contract/endpoint-key';
import { getPriceList } from '@atrium/contract/pricing/price-list';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accessKeysRoutes } from './access-keys/access-keys.routes.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { devMailboxRoutes } from './accounts/dev-mailbox.routes.ts';
import { domainConfigRoutes } from './accounts/domain-config.routes.ts';
import { publicKeysRoutes } from './accounts/public-keys.routes.ts';
import { signInRoutes } from './accounts/sign-in.routes.ts';
import { articlesRoutes } from './articles/articles.routes.ts';
import { logRoutes } from './audit/log.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import type { Context } from './context.ts';
import { isReachable } from './database/reachable.ts';
import { installSignIn } from './http/caller.ts';
import { consoleFiles } from './http/console-files.ts';
import { endConnectionsWhenAnswered } from './http/end-connections.ts';
import { answerFrameworkError, installErrorHandler } from './http/error-handler.ts';
import { TooManyRequestsError } from './http/errors.ts';
import { eventsRoutes } from './http/events.routes.ts';
import { healthRoutes } from './http/health.routes.ts';
import { createIdempotent } from './http/idempotency.ts';
import { installMetrics } from './http/metrics.ts';
import { installOpenApi } from './http/openapi.ts';
import { createRequestLog } from './http/request-log.ts';
import { contentSecurityPolicy } from './http/security-headers.ts';
import { installValidationWords } from './http/validation-words.ts';
import { CONSOLE_FOLDER } from './paths.ts';
import { pricingRoutes } from './pricing/pricing.routes.ts';
import { serviceProxyRoutes } from './services/service-proxy.routes.ts';
import { servicesRoutes } from './services/services.routes.ts';
import { testRunsRoutes } from './test-runs/test-runs.routes.ts';

const GENERAL_CALLS_PER_MINUTE = 3000;
/** A proxy stands beside us or in a private network; whoever comes from elsewhere cannot claim an address. */
const TRUSTED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];
/** Lists of files and logs, not the short answers that most calls give. */
const COMPRESSED_FROM_BYTES = 16_384;

/**
 * Builds the whole application around a context. Used by main.ts and by every test. `hasStarted` tells when all
 * that belongs to the start is done: before that, `/health/ready` says DOWN.
 */
export async function buildApp(context: Context, hasStarted = () => true): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: createRequestLog(context.log),
    genReqId: () => context.random.id(),
    requestIdHeader: false,
    trustProxy: TRUSTED_PROXIES,
    frameworkErrors: answerFrameworkError,
    // In flight requests are finished on close; new ones on kept connections are refused.
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  installValidationWords();
  endConnectionsWhenAnswered(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(context.config) });
  await app.register(cookie);
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    // Streams of lines and events must leave as they come.
    customTypes: /^application\/json\b/,
  });
  await app.register(rateLimit, {
    max: GENERAL_CALLS_PER_MINUTE,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, limit) =>
      new TooManyRequestsError('Too many requests. Please try again later.', Math.ceil(limit.ttl / 1000)),
  });
  installMetrics(app);
  installSignIn(app, context.verifyBearer);
  await installOpenApi(app);

  await app.register(async (routes) => registerRoutes(routes, context, hasStarted));
  await app.register(async (routes) => consoleFiles(routes, CONSOLE_FOLDER, livePages(context)));
  return app;
}

/** Pages for visitors that are drawn with what is true when they are asked for. */
function livePages({ pricing }: Context) {
  return {
    '/index/prices': async () => [
      { key: endpointKey(getPriceList, {}), value: getPriceList.response.parse(await pricing.priceList()) },
    ],
  };
}

/** Every domain's routes, in the order of the house's domain names. */
async function registerRoutes(
  app: FastifyInstance,
  context: Context,
  hasStarted: () => boolean,
): Promise<void> {
  healthRoutes(app, async () => hasStarted() && (await isReachable(context.db)));
  eventsRoutes(app, context.events, context.accounts.endedSessions);
  publicKeysRoutes(app, context.tokens);
  signInRoutes(app, context.accounts, context.publicUrl);
  accountsRoutes(app, context.accounts);
  domainConfigRoutes(app, context.db);
  devMailboxRoutes(app, context);
  articlesRoutes(app, context.articles);
  logRoutes(app, context.changeLog);
  await billingRoutes(app, context.billing, createIdempotent(context.db, context.clock));
  pricingRoutes(app, context.pricing, context.bonuses);
  accessKeysRoutes(app, context.accessKeys);
  servicesRoutes(app, context.services);
  await serviceProxyRoutes(app, context.services, context.tokens);
  configurationRoutes(app, context.configuration, createIdempotent(context.db, context.clock));
  testRunsRoutes(app, context.testRuns.runs);
}
