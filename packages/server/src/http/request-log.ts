import { matchNetworks } from '@atrium/host/http/address';
import { faultOf } from '@atrium/host/http/faults';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** The application's log, in which no request is described with its query, whoever describes it. */
export function createRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), address: ip });
  return log.child({}, { serializers: { req } });
}

/** As proxies write theirs: what else a header may hold belongs into no log. */
const PROXY_REQUEST_ID = /^[\w.:=@+/-]{8,128}$/;

/**
 * One line for each request, when it is answered: who asked is known then, also of refused ones. Queries are left
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
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, service, log, routeOptions, method, url, ip } = request;
    log.info(
      {
        method,
        route: routeOptions.url ?? 'none',
        path: pathOf(url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
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
    done();
  });
}

function pathOf(url: string): string {
  return url.replace(/\?.*$/s, '');
}
