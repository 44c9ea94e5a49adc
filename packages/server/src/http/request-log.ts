import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/**
 * The application's log of requests. Queries are left out: links in mails carry tokens in them, and a search
 * may carry names.
 */
export function createRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { serializers: { req: describeRequest } });
}

function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.replace(/\?.*$/s, ''),
    address: request.ip,
  };
}
