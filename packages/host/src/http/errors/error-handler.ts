import { defaultErrorMessage } from '@atrium/contract/error-message';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toUnavailable } from '../../database/errors.ts';
import { AppError, CallerLeftError } from '../../errors.ts';
import { BARE_HEADERS } from '../bodies/bare-headers.ts';
import { sendError, toErrorBody } from './error-body.ts';
import { noteFault } from './faults.ts';

/** The one place where errors become answers. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = thrown instanceof AppError ? thrown : (toUnavailable(thrown) ?? thrown);
    const body = toErrorBody(error, request);
    if (body.status >= 500) logFailure(error, request);
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
  sendError(reply.headers(BARE_HEADERS), toErrorBody(error, request));
}

/** Error codes of an interrupted response: of its stream, and of a proxied service's. */
const CUT_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_ABORTED']);

function logFailure(error: FastifyError | AppError, request: FastifyRequest): void {
  const { log, raw } = request;
  if (error instanceof CallerLeftError) return;
  // The client has left the page and doesn't wait for the response.
  const isCutOff = 'code' in error && CUT_OFF.has(error.code);
  if (isCutOff && raw.socket.destroyed) return;
  noteFault(request, messagesOf(error) ?? error.name);
  // Intended refusals may be frequent, and their stack trace is irrelevant.
  if (error instanceof AppError) {
    log.warn({ reason: error.message, cause: messagesOf(error.cause) }, 'request refused');
  } else log.error({ err: error }, 'request failed');
}

/** Cause that is hidden from the caller, such as "fetch failed: self-signed certificate". */
function messagesOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const deeper = messagesOf(cause.cause);
  return deeper === undefined ? cause.message : `${cause.message}: ${deeper}`;
}
