import { endpointKey } from '@atrium/contract/endpoint-key';
import { getPriceList } from '@atrium/contract/pricing/price-list';
import { isReachable } from '@atrium/host/database/reachable';
import { TooManyRequestsError } from '@atrium/host/errors';
import { matchNetworks } from '@atrium/host/http/address';
import {
  CONNECTION_LIMITS,
  connectionOptions,
  installConnectionLimits,
} from '@atrium/host/http/connection-limits';
import { endConnectionsWhenAnswered } from '@atrium/host/http/end-connections';
import { answerFrameworkError, installErrorHandler } from '@atrium/host/http/error-handler';
import { responseCompiler } from '@atrium/host/http/json-text';
import { keepResponsesPrivate } from '@atrium/host/http/private-responses';
import { installReadiness } from '@atrium/host/http/readiness';
import { SlowTurns } from '@atrium/host/http/slow-turns';
import { checkedValidatorCompiler } from '@atrium/host/http/text-check';
import { traceRequests } from '@atrium/host/http/trace-requests';
import type { Lifecycle } from '@atrium/host/lifecycle';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { accessKeysRoutes } from './access-keys/access-keys.routes.ts';
import { ownKeyRoutes } from './access-keys/own-key.routes.ts';
import { pageGrantRoutes } from './access-keys/page-grant.routes.ts';
import { accountClosingRoutes } from './accounts/account-closing.routes.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { actingRoutes } from './accounts/acting.routes.ts';
import { dataExportRoutes } from './accounts/data-export.routes.ts';
import { devMailboxRoutes } from './accounts/development-mailbox.routes.ts';
import { domainConfigRoutes } from './accounts/domain-config.routes.ts';
import { identityProviderRoutes } from './accounts/identity-provider.routes.ts';
import { ownIdentityRoutes } from './accounts/own-identity.routes.ts';
import { publicKeysRoutes } from './accounts/public-key.routes.ts';
import { readRefreshCookie } from './accounts/refresh-cookie.ts';
import { secondFactorRoutes } from './accounts/second-factor.routes.ts';
import { signInRoutes } from './accounts/sign-in.routes.ts';
import { articlesRoutes } from './articles/articles.routes.ts';
import { logRoutes } from './audit/log.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import type { Context } from './context.ts';
import { customersRoutes } from './customers/customers.routes.ts';
import { eventsRoutes } from './events/events.routes.ts';
import { CallCounts, createCallStore } from './http/call-counts.ts';
import { installConfirmation } from './http/confirmation.ts';
import { consoleFiles } from './http/console-files.ts';
import { createRespondOnce } from './http/idempotency.ts';
import { createRegistry, installMetrics } from './http/metrics.ts';
import { installOpenApi } from './http/openapi.ts';
import { createRequestLog, installRequestLog } from './http/request-log.ts';
import { contentSecurityPolicy, installSecurityHeaders } from './http/security-headers.ts';
import { installSignIn } from './http/sign-in-hook.ts';
import { togetherRoutes } from './http/together.routes.ts';
import { watchForUnnamedVisitors } from './http/unnamed-visitors.ts';
import { installValidationWords } from './http/validation-words.ts';
import { limitsRoutes } from './limits/limits.routes.ts';
import { platformRoutes } from './operations/platform.routes.ts';
import { CONSOLE_FOLDER } from './paths.ts';
import { pricingRoutes } from './pricing/pricing.routes.ts';
import { serviceProxyRoutes } from './services/service-proxy.routes.ts';
import { servicesRoutes } from './services/services.routes.ts';
import { noticesRoutes } from './test-runs/notices/notice.routes.ts';
import { quarantineRoutes } from './test-runs/quarantine.routes.ts';
import { testRunsRoutes } from './test-runs/test-runs.routes.ts';
import { timetableRoutes } from './test-runs/timetable/timetable.routes.ts';
import { workRoutes } from './work/work.routes.ts';

const GENERAL_CALLS_PER_MINUTE = 3000;
/** Lists of files and logs, not the short responses of most calls. */
const COMPRESSED_FROM_BYTES = 16_384;

/** Builds the whole application around a context. Used by main.ts and by every test. */
export async function buildApp(
  context: Context,
  lifecycle: Lifecycle = { phase: 'running' },
  registry = createRegistry(),
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
    // What is under way on close is finished, and so is what still comes on kept connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  traceRequests(app, ({ caller }) => ({ 'atrium.domain': caller?.domainId }));
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(responseCompiler);
  installErrorHandler(app);
  installValidationWords();
  endConnectionsWhenAnswered(app, lifecycle);
  keepResponsesPrivate(app);
  // A proxy's connections are those of everyone behind it.
  installConnectionLimits(app, CONNECTION_LIMITS, matchNetworks(trustedProxies));
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A file that never changes is used again by requests to come.
    const isLasting = String(reply.getHeader('cache-control')).includes('immutable');
    if (!isLasting) reply.header('x-request-id', request.id);
    done();
  });

  installSecurityHeaders(app, contentSecurityPolicy(context.config));
  await app.register(cookie);
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    // Streams of lines and events must leave as they come.
    customTypes: /^application\/json\b/,
  });
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
  installRequestLog(app);
  const findUnnamedVisitors = watchForUnnamedVisitors(app, context);
  installMetrics(app, context.config, registry);
  installSignIn(app, context.verifyBearer);
  installConfirmation(app, (caller) => context.accounts.confirmations.require(caller));
  app.decorate('slowTurns', new SlowTurns({ poolSize: context.config.databasePoolSize }));
  app.decorate('respondOnce', createRespondOnce(context.db, context.clock));
  await installOpenApi(app);

  installReadiness(app, {
    lifecycle,
    findProblem: async () =>
      (await isReachable(context.readinessDb)) ? undefined : 'The database cannot be reached.',
    notices: () => [context.notifications.problem, findUnnamedVisitors()],
  });
  await app.register(async (routes) => registerRoutes(routes, context));
  const maySignIn = (request: FastifyRequest) => readRefreshCookie(request) !== undefined;
  await app.register(async (routes) =>
    consoleFiles(routes, CONSOLE_FOLDER, { livePages: livePages(context), maySignIn }),
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

/** Every area's routes, in the order of the house's areas. */
async function registerRoutes(app: FastifyInstance, context: Context): Promise<void> {
  togetherRoutes(app);
  eventsRoutes(app, context.events, context.isStillSignedIn);
  publicKeysRoutes(app, context.tokens);
  signInRoutes(app, context.accounts, context.publicUrl);
  accountsRoutes(app, context.accounts);
  actingRoutes(app, context.accounts, context.publicUrl);
  secondFactorRoutes(app, context.accounts);
  identityProviderRoutes(app, context.accounts);
  ownIdentityRoutes(app, context.accounts, context.publicUrl);
  accountClosingRoutes(app, context.closings);
  dataExportRoutes(app, context.dataExports);
  domainConfigRoutes(app, context.accounts.domainConfigs);
  devMailboxRoutes(app, context);
  articlesRoutes(app, context.articles);
  logRoutes(app, context.changeLog, context.auditSearch);
  await billingRoutes(app, context.billing);
  pricingRoutes(app, context.pricing, context.bonuses);
  accessKeysRoutes(app, context.accessKeys);
  ownKeyRoutes(app, context);
  pageGrantRoutes(app, context.pageGrants);
  servicesRoutes(app, context.services, context.calls);
  await serviceProxyRoutes(app, context.services, context.tokens, context.configuration.coverage);
  configurationRoutes(app, context.configuration);
  testRunsRoutes(app, context.testRuns);
  quarantineRoutes(app, context.testRuns.quarantines);
  timetableRoutes(app, context.testRuns.timetable);
  noticesRoutes(app, context.testRuns);
  limitsRoutes(app, context.limitUses);
  customersRoutes(app, context.customers);
  platformRoutes(app, context.platformState);
  workRoutes(app, context.works);
}
