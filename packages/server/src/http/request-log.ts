import { matchNetworks } from '@atrium/host/http/connections/address';
import { faultOf } from '@atrium/host/http/errors/faults';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** Wraps the application's log so that queries of requests are never logged. */
export function createRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), address: ip });
  return log.child({}, { serializers: { req } });
}

/** Format of request ids from proxies: other header content must not be logged. */
const PROXY_REQUEST_ID = /^[\w.:=@+/-]{8,128}$/;

/** Status that proxies log when the client disconnected before the response was complete. */
const CUT_OFF = 499;

/**
 * Logs one line per request, when it is answered or aborted: the caller is known then, also for refused requests.
 * Queries are omitted: mail links contain tokens, and searches may contain names.
 */
export function installRequestLog(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = matchNetworks(trustedProxies);
  /** Links to the proxy's log line. Not used as the request's own id, because clients can forge it. */
  const proxyRequestIdOf = ({ headers, socket }: FastifyRequest) => {
    const id = headers['x-request-id'];
    const isKnown =
      typeof id === 'string' && PROXY_REQUEST_ID.test(id) && isTrusted(socket.remoteAddress ?? '');
    return isKnown ? id : undefined;
  };
  const logged = new WeakSet<FastifyRequest>();
  const write = (request: FastifyRequest, status: number, elapsedTime: number) => {
    const { caller, service, log, routeOptions, method, url, ip } = request;
    logged.add(request);
    log.info(
      {
        method,
        route: routeOptions.url ?? 'none',
        path: pathOf(url),
        status,
        ms: Math.round(elapsedTime * 10) / 10,
        address: ip,
        proxyRequestId: proxyRequestIdOf(request),
        userId: caller?.userId,
        domainId: caller?.domainId,
        impersonatorId: caller?.impersonatorId,
        pageServiceId: caller?.page?.serviceId,
        accessKeyId: caller?.accessKey?.id ?? service?.accessKeyId,
        fault: faultOf(request),
      },
      'request',
    );
  };
  app.addHook('onResponse', (request, reply, done) => {
    write(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  // Fastify has no response if the caller disconnects.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!logged.has(request)) write(request, CUT_OFF, reply.elapsedTime);
    });
    done();
  });
}

function pathOf(url: string): string {
  return url.replace(/\?.*$/s, '');
}
