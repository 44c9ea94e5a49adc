import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The application's log of requests. Queries are left out: links in mails carry tokens in them, and a search
 * may carry names. Who asked is known when the request is completed, refused ones included.
 */
export function createRequestLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { serializers: { req: describeRequest, res: describeResponse } });
}

function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.replace(/\?.*$/s, ''),
    address: request.ip,
  };
}

function describeResponse({ request, statusCode }: FastifyReply) {
  const { caller, service } = request;
  return {
    statusCode,
    userId: caller?.userId,
    domainId: caller?.domainId,
    impersonatorId: caller?.impersonatorId,
    accessKeyId: caller?.accessKey?.id ?? service?.accessKeyId,
  };
}
