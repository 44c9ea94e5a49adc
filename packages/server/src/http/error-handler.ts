import { defaultErrorMessage } from '@atrium/contract/error-message';
import type { ErrorBody, FieldError } from '@atrium/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnstorableText } from '../database/errors.ts';
import { AppError } from './errors.ts';

/** The one place where errors become answers. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const body = toErrorBody(error, request);
    if (body.status >= 500 && !(error instanceof AppError))
      request.log.error({ err: error }, 'request failed');
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
      reply.header('retry-after', error.retryAfterSeconds);
    }
    return sendError(reply, body);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, { status: 404, message: defaultErrorMessage(404), requestId: request.id }),
  );
}

/** For paths that are refused before any route is looked for. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendError(reply, toErrorBody(error, request));
}

function sendError(reply: FastifyReply, body: ErrorBody): FastifyReply {
  // Serialised here: an error body has no response schema, and must leave even when a route declares another one.
  return reply
    .code(body.status)
    .type('application/json; charset=utf-8')
    .serializer((value: string) => value)
    .send(JSON.stringify(body));
}

function toErrorBody(error: FastifyError, request: FastifyRequest): ErrorBody {
  const requestId = request.id;
  if (error instanceof AppError) {
    return {
      status: error.status,
      message: error.message,
      ...(error.fields !== undefined && error.fields.length > 0 ? { errors: error.fields } : {}),
      ...(error.details !== undefined ? { details: error.details } : {}),
      requestId,
    };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(
      ({ instancePath, message }): FieldError => ({
        // The whole of a body, query or path has no field of its own.
        field: instancePath.replace(/^\//, '').replaceAll('/', '.') || (error.validationContext ?? ''),
        defaultMessage: message ?? 'This value is not valid.',
      }),
    );
    return { status: 400, message: 'Some values are not valid.', errors, requestId };
  }
  if (isUnstorableText(error)) {
    return { status: 400, message: 'A value holds a character that cannot be stored.', requestId };
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, message: error.message, requestId };
  return { status: status === 503 ? 503 : 500, message: defaultErrorMessage(500), requestId };
}
