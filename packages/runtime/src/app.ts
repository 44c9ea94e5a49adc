import { randomUUID } from 'node:crypto';
import { MAX_CALL_BYTES } from '@atrium/contract/service-api/functions/call-limits';
import { DEFAULT_POOL_SIZE } from '@atrium/host/database/connection';
import { installCompression } from '@atrium/host/http/bodies/compression';
import { installJsonBodies } from '@atrium/host/http/bodies/json-bodies';
import { keepResponsesPrivate } from '@atrium/host/http/bodies/private-responses';
import { checkedValidatorCompiler } from '@atrium/host/http/bodies/text-check';
import {
  CONNECTION_LIMITS,
  connectionOptions,
  installConnectionLimits,
} from '@atrium/host/http/connections/connection-limits';
import { endConnectionsWhenAnswered } from '@atrium/host/http/connections/end-connections';
import { installReadiness } from '@atrium/host/http/connections/readiness';
import { SlowCallLimit } from '@atrium/host/http/connections/slow-call-limit';
import { installErrorHandler } from '@atrium/host/http/errors/error-handler';
import { traceRequests } from '@atrium/host/http/trace-requests';
import type { Lifecycle } from '@atrium/host/lifecycle';
import type { SlowProcess } from '@atrium/host/slow-process/slow-process';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { backgroundRoutes } from './background/background.routes.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import { CONTENT_SERVICE } from './content/collections.ts';
import { contentRoutes } from './content/content.routes.ts';
import type { Context } from './context.ts';
import { functionsRoutes } from './functions/functions.routes.ts';
import { logFailedRequests, readRequestId } from './host/failed-requests.ts';
import { healthRoutes } from './host/health.routes.ts';
import { refuseWhileClosing } from './host/refuse-while-closing.ts';
import { countRequests, type RequestCount } from './host/request-counts.ts';
import { installAccess } from './host/route.ts';
import { invocationsRoutes } from './invocations/invocations.routes.ts';
import { allowedHostsRoutes } from './outbound/allowed-hosts.routes.ts';
import { probeDatabase, probeNotifications, probeSandbox } from './probes.ts';
import { shippedServices } from './services/shipped-services.ts';
import { storageRoutes } from './storage/storage.routes.ts';
import { testsRoutes } from './tests/tests.routes.ts';
import { valuesRoutes } from './values/values.routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: () => RequestCount[];
  }
}

/** The platform calls for everyone, from one address. */
const LIMITS = { ...CONNECTION_LIMITS, connectionsPerAddress: 5_000 };

/** Builds the application around a context: each service below its own id. Used by both programs and by tests. */
export function buildApp(
  context: Context,
  lifecycle: Lifecycle = { phase: 'running' },
  slowProcess?: SlowProcess,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = fastify({
    ...connectionOptions(LIMITS),
    loggerInstance,
    bodyLimit: MAX_CALL_BYTES,
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? randomUUID(),
    // The platform logs the requests it passes on; here only failures are worth a line, with the same id.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Refused below, in the words of all other errors.
    return503OnClosing: false,
    // A folder is one percent-encoded parameter of a path.
    routerOptions: { maxParamLength: 1500 },
  });
  traceRequests(app);
  logFailedRequests(app);
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  installJsonBodies(app);
  endConnectionsWhenAnswered(app, lifecycle);
  refuseWhileClosing(app, lifecycle);
  keepResponsesPrivate(app);
  installConnectionLimits(app, LIMITS, () => false);
  // The platform would compress responses of services; long ones are compressed here to relieve it.
  if (context.isSlow) installCompression(app);

  app.decorate('requestCounts', countRequests(app));
  if (slowProcess) app.decorate('slowProcess', slowProcess);
  app.decorate('slowCallLimit', new SlowCallLimit({ poolSize: context.connection.max ?? DEFAULT_POOL_SIZE }));

  const ownProbes = [probeDatabase(context), probeSandbox(context), probeNotifications(context)];
  const findDatabaseProblem = probeDatabase(context);
  installReadiness(app, { lifecycle, findProblem: async () => (await findDatabaseProblem())?.problem });
  for (const { serviceId, functions, addresses, tests } of context.services) {
    const registration = shippedServices.find(({ id }) => id === serviceId);
    if (!registration) throw new Error(`There is no service ${serviceId}.`);
    app.register(
      async (service) => {
        installAccess(service, serviceId, context.tokens);
        healthRoutes(service, {
          registration,
          probes: [...ownProbes, ...context.probes],
          build: context.build,
        });
        configurationRoutes(service, serviceId, context);
        functionsRoutes(service, functions, addresses);
        backgroundRoutes(service, serviceId, context);
        invocationsRoutes(service, serviceId, context);
        storageRoutes(service, context.storage, context.personRecords);
        testsRoutes(service, tests);
        valuesRoutes(service, context.values);
        allowedHostsRoutes(service, context.hosts);
        if (serviceId === CONTENT_SERVICE) contentRoutes(service, context.liveContent, context.indexes);
      },
      { prefix: `/${serviceId}` },
    );
  }
  return app;
}
