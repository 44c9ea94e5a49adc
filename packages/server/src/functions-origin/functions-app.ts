import { MAX_ADDRESS_BODY_BYTES } from '@atrium/contract/service-api/functions/address-call';
import {
  AppError,
  CallerLeftError,
  NotFoundError,
  TooLargeError,
  ValidationError,
} from '@atrium/host/errors';
import { matchNetworks } from '@atrium/host/http/connections/address';
import {
  CONNECTION_LIMITS,
  connectionOptions,
  installConnectionLimits,
} from '@atrium/host/http/connections/connection-limits';
import { endConnectionsWhenAnswered } from '@atrium/host/http/connections/end-connections';
import { answerFrameworkError, installErrorHandler } from '@atrium/host/http/errors/error-handler';
import { traceRequests } from '@atrium/host/http/trace-requests';
import type { Lifecycle } from '@atrium/host/lifecycle';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Context } from '../context.ts';
import { CallCounts } from '../http/call-counts.ts';
import { createRequestLog, installRequestLog } from '../http/request-log.ts';
import { Leaving } from '../services/send-to-service.ts';
import { ADDRESS_SERVICES, FunctionsOrigin } from './functions-origin.ts';
import { requestHeaders, responseHeaders } from './passed-headers.ts';
import { type AddressedCall, RefusedRequests, reasonOf } from './refused-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is at a host name of a customer. */
    isAtOwnHost: boolean;
  }
}

/** A call runs for up to 10 s, after up to 30 s in the queue. */
const PATIENCE_AT_STOP_MS = 30_000;

/** A page may run scripts and open windows, as no one of the host: it has no storage, no cookies and no origin. */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';

/** The application at the addresses of functions: it knows nothing of the console, and answers with what functions return. */
export function buildFunctionsApp(
  context: Context,
  lifecycle: Lifecycle = { phase: 'running' },
): FastifyInstance {
  const { trustedProxies } = context.config;
  const { functionsUrl } = context;
  const app = fastify({
    ...connectionOptions(CONNECTION_LIMITS),
    loggerInstance: createRequestLog(context.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => context.random.id(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    frameworkErrors: answerFrameworkError,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    bodyLimit: MAX_ADDRESS_BODY_BYTES,
  });
  traceRequests(app);
  endConnectionsWhenAnswered(app, lifecycle, { patienceMs: PATIENCE_AT_STOP_MS });
  installConnectionLimits(app, CONNECTION_LIMITS, matchNetworks(trustedProxies));
  installRequestLog(app, trustedProxies);
  installErrorHandler(app);
  app.decorateRequest('isAtOwnHost', false);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('service', undefined);
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // A host name of a customer is an origin of its own.
    if (functionsUrl.isShared && !request.isAtOwnHost) {
      const own = reply.getHeader('content-security-policy') ?? [];
      reply.header('content-security-policy', [own, SANDBOX].flat().map(String));
    }
    done();
  });
  const callCounts = new CallCounts({
    ...context,
    onError: (err) => context.log.warn({ err }, 'Calls could not be counted for all processes.'),
  });
  const refusedRequests = new RefusedRequests({
    services: context.services,
    serviceIds: ADDRESS_SERVICES,
    clock: context.clock,
    onError: (err) => context.log.warn({ err }, 'Refused requests could not be counted yet.'),
  });
  app.addHook('onClose', async () => {
    await callCounts.close();
    await refusedRequests.close();
  });
  const origin = new FunctionsOrigin({
    people: context.accounts.people,
    limits: context.limits,
    callCounts,
    verifyBearer: context.verifyBearer,
    tokens: context.tokens,
    services: context.services,
    stops: context.billing.functionStops,
    refusedRequests,
  });

  // Read in the handler, once the request is admitted; bytes stay as they are, for signatures.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/*', async (request, reply) => {
    let addressed: AddressedCall | undefined;
    try {
      const { raw, ip, id, method } = request;
      // Proxies pass on X-Forwarded-Host, in which a caller can claim any host.
      const found = functionsUrl.find(raw.headers.host ?? '', raw.url ?? '');
      if (!found || raw.url?.includes('#')) throw new NotFoundError('There is nothing at this address.');
      const { place, path } = found;
      const domain = await origin.find(place, ip);
      addressed = { domainId: domain.domainId, method, path };
      await origin.admit(domain, ip);
      refuseLong(request);
      request.isAtOwnHost = 'hostName' in place;
      const body = await readBody(request);
      const leaving = new Leaving();
      reply.raw.once('close', () => leaving.leave());
      if (reply.raw.destroyed) throw new CallerLeftError();
      const answer = await origin.answer(
        domain,
        {
          id,
          ip,
          request: {
            method,
            url: found.url,
            path,
            headers: requestHeaders(raw.rawHeaders, { ip, protocol: request.protocol }),
          },
          body,
        },
        leaving,
      );
      const isShared = functionsUrl.isShared && 'addressName' in place;
      const cookiePath = isShared ? `/${place.addressName}` : undefined;
      const { status, headers } = answer.head;
      reply.code(status).headers(responseHeaders(headers, { cookiePath }));
      const isEmpty = status === 204 || status === 205 || status === 304 || answer.body.byteLength === 0;
      return await reply.send(isEmpty ? '' : answer.body);
    } catch (error) {
      const reason = error instanceof AppError ? reasonOf(error) : undefined;
      if (addressed && reason) refusedRequests.note(addressed, reason);
      discardBody(request);
      throw error;
    }
  });
  return app;
}

function tooLarge(): TooLargeError {
  return new TooLargeError('A request to this address has at most 6 MiB. Nothing was done.');
}

function refuseLong({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > MAX_ADDRESS_BODY_BYTES) throw tooLarge();
}

/** The bytes as they were sent, packed or not. */
function readBody({ raw }: FastifyRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length > MAX_ADDRESS_BODY_BYTES) {
        raw.off('data', onData);
        reject(tooLarge());
      } else chunks.push(chunk);
    };
    raw.on('data', onData);
    raw.once('end', () => resolve(Buffer.concat(chunks)));
    raw.once('error', () =>
      reject(new ValidationError('The request body was cut off. Please send the request again.')),
    );
    raw.once('close', () => reject(new CallerLeftError()));
  });
}

/** The rest of a refused request is read and dropped, or nothing more could be sent on its connection. */
function discardBody({ raw }: FastifyRequest): void {
  if (!raw.complete) raw.resume();
}
