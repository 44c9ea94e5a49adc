import { defaultErrorMessage } from '@atrium/contract/error-message';
import type { ErrorBody } from '@atrium/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { CallerLeftError, ServiceError } from './errors.ts';

/** The one place where errors become answers. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const body = toErrorBody(error, request);
    if (body.status >= 500) logFailure(error, request);
    if (body.status === 503) reply.header('retry-after', 1);
    return sendError(reply, body);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, { status: 404, message: defaultErrorMessage(404), requestId: request.id }),
  );
}

function logFailure(error: FastifyError, { log }: FastifyRequest): void {
  if (error instanceof CallerLeftError) return;
  // What is refused on purpose may come often, and its place in the code says nothing.
  if (error instanceof ServiceError) log.warn({ reason: error.message }, 'request refused');
  else log.error({ err: error }, 'request failed');
}

function sendError(reply: FastifyReply, body: ErrorBody): FastifyReply {
  // Serialised here: an error must leave even when its route declares another response.
  return reply
    .code(body.status)
    .type('application/json; charset=utf-8')
    .serializer((value: string) => value)
    .send(JSON.stringify(body));
}

function toErrorBody(error: FastifyError, request: FastifyRequest): ErrorBody {
  const requestId = request.id;
  if (error instanceof ServiceError) {
    const { status, message, details } = error;
    return { status, message, ...(details !== undefined && { details }), requestId };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      defaultMessage: message ?? 'Invalid value',
    }));
    return { status: 400, message: 'Some values are not valid.', errors, requestId };
  }
  if (/^22(?:021|P05)$/.test(error.code ?? '')) {
    return { status: 400, message: 'A value holds a character that cannot be stored.', requestId };
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, message: error.message, requestId };
  const isStoreDown = isConnectionError(error);
  return {
    status: isStoreDown ? 503 : 500,
    message: isStoreDown ? 'The store of the service cannot be reached.' : defaultErrorMessage(500),
    requestId,
  };
}

/** The database is away or restarting: worth another try, unlike other failures. */
function isConnectionError(error: { code?: string; message: string }): boolean {
  return (
    /^(?:ECONN|ENOENT|EPIPE|57P0|08)/.test(error.code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}
