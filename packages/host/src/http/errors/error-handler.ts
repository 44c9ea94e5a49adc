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

/** Of an answer that is being sent: of its stream, and of a service's that is passed on. */
const CUT_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_ABORTED']);

function logFailure(error: FastifyError | AppError, request: FastifyRequest): void {
  const { log, raw } = request;
  if (error instanceof CallerLeftError) return;
  // Someone who leaves a page does not wait for what it had asked for.
  const isCutOff = 'code' in error && CUT_OFF.has(error.code);
  if (isCutOff && raw.socket.destroyed) return;
  noteFault(request, messagesOf(error) ?? error.name);
  // What is refused on purpose may happen often, and its place in the code does not matter.
  if (error instanceof AppError) {
    log.warn({ reason: error.message, cause: messagesOf(error.cause) }, 'request refused');
  } else log.error({ err: error }, 'request failed');
}

/** What the caller is not told, such as "fetch failed: self-signed certificate". */
function messagesOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const deeper = messagesOf(cause.cause);
  return deeper === undefined ? cause.message : `${cause.message}: ${deeper}`;
}
