import { matchNetworks } from '@atrium/host/http/connections/address';
import { faultOf } from '@atrium/host/http/errors/faults';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** The application's log, in which no request is described with its query, whoever describes it. */
export function createRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), address: ip });
  return log.child({}, { serializers: { req } });
}

/** As proxies write theirs: what else a header may hold belongs into no log. */
const PROXY_REQUEST_ID = /^[\w.:=@+/-]{8,128}$/;

/** What proxies write of a response that was not sent to its end, because whoever asked had left. */
const CUT_OFF = 499;

/**
 * One line for each request, when it is answered or cut off: who asked is known then, also of refused ones. Queries are left
 * out: links in mails carry tokens in them, and a search may carry names.
 */
export function installRequestLog(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = matchNetworks(trustedProxies);
  /** Its line is found by it in the proxy's log. The request has an id of its own: this one may be anyone's. */
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
  // Where the caller leaves, Fastify knows of no response.
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
