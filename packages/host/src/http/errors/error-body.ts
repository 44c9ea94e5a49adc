import { parseDetails } from '@atrium/contract/error-details';
import { defaultErrorMessage } from '@atrium/contract/error-message';
import type { ErrorBody } from '@atrium/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnstorableText } from '../../database/errors.ts';
import { AppError } from '../../errors.ts';

/** Validated like responses: fields outside of the contract are not sent. */
function detailsOf({ kind, details }: AppError, request: FastifyRequest): { details?: unknown } {
  if (details === undefined) return {};
  const { endpoint } = request.routeOptions.config;
  const checked = parseDetails(endpoint, kind, details);
  if (checked !== undefined) return { details: checked };
  request.log.error(
    { kind, path: endpoint?.path },
    'details that the contract does not describe were left out',
  );
  return {};
}

/** Answers with an error in the form of the contract. */
export function sendError(reply: FastifyReply, body: ErrorBody): FastifyReply {
  // Serialised here: an error body has no response schema, and must leave even when a route declares another one.
  return reply
    .code(body.status)
    .type('application/json; charset=utf-8')
    .serializer((value: string) => value)
    .send(JSON.stringify(body));
}

/** Returns an error as callers get it; the cause stays in the log. */
export function toErrorBody(error: FastifyError | AppError, request: FastifyRequest): ErrorBody {
  const requestId = request.id;
  if (error instanceof AppError) {
    return {
      status: error.status,
      message: error.message,
      ...(error.fields !== undefined && error.fields.length > 0 ? { errors: error.fields } : {}),
      ...detailsOf(error, request),
      requestId,
    };
  }
  if (isUnstorableText(error)) {
    return { status: 400, message: 'A value contains a character that cannot be stored.', requestId };
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, message: error.message, requestId };
  return { status: status === 503 ? 503 : 500, message: defaultErrorMessage(500), requestId };
}
