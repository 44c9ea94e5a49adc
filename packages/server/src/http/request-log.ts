import { faultOf } from '@atrium/host/http/faults';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** The application's log, in which no request is described with its query, whoever describes it. */
export function createRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), address: ip });
  return log.child({}, { serializers: { req } });
}

/**
 * One line for each request, when it is answered: who asked is known then, also of refused ones. Queries are left
 * out: links in mails carry tokens in them, and a search may carry names.
 */
export function installRequestLog(app: FastifyInstance): void {
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
