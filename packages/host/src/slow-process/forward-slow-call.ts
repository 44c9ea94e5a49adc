import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerLeftError, UnavailableError } from '../errors.ts';
import { ForwardedResponse } from '../http/responses.ts';
import { traceHeaders } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before it was parsed against its schema, of slow calls. */
    sentBody?: unknown;
  }
}

/** Statements end after 30 s; a process that says nothing for so long hangs. */
const RESPONSE_TIMEOUT_MS = 120_000;
/** An answer up to this size is sent in one piece: to pass a stream on costs several times as much. */
const MAX_GATHERED_BYTES = 64 * 1024;

/** What decides who calls, in which form the answer is wanted and what the caller has already. */
const SENT_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'if-match',
  'if-none-match',
  'user-agent',
]);
/** Of the connection, and what this process says itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id']);

/** A connection for each call: of one that was kept and breaks off, no one could say whether the call had begun. */
const agent = new Agent({ keepAlive: false });

interface SlowCallTarget {
  socketPath: string;
  /** Called when there was no answer for too long. */
  onHung: () => void;
  /** Called when a call broke off. */
  onBroken: () => void;
}

/** No one listens there: the call has not begun. */
const NOT_BEGUN = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Makes the same call of the process that listens there; undefined if none does. Throws UnavailableError if the call breaks
 * off.
 */
export async function forwardSlowCall(
  request: FastifyRequest,
  reply: FastifyReply,
  target: SlowCallTarget,
): Promise<ForwardedResponse | undefined> {
  const response = await send(request, reply, target);
  if (response === undefined) return undefined;
  const { statusCode: status = 502 } = response;
  const headers = keep(response.headers, (name) => !OWN_HEADERS.has(name));
  const length = Number(headers['content-length']);
  if (status === 204 || status === 304) {
    response.resume();
    return new ForwardedResponse(status, headers, undefined);
  }
  const body = length <= MAX_GATHERED_BYTES ? Buffer.concat(await response.toArray()) : response;
  return new ForwardedResponse(status, headers, body);
}

function send(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { socketPath, onHung, onBroken }: SlowCallTarget,
): Promise<IncomingMessage | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | undefined>();
  const body = request.sentBody === undefined ? undefined : JSON.stringify(request.sentBody);
  const outgoing = sendRequest({
    agent,
    socketPath,
    method: request.method,
    path: request.originalUrl,
    headers: {
      ...keep(request.headers, (name) => SENT_HEADERS.has(name)),
      'x-request-id': request.id,
      'x-forwarded-for': request.ip,
      ...traceHeaders(),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    },
  });
  const leave = () => outgoing.destroy(new CallerLeftError());
  raw.once('close', leave);
  outgoing.setTimeout(RESPONSE_TIMEOUT_MS, onHung);
  outgoing.once('response', (response) => {
    // From here on it is the caller who may be slow.
    response.socket.setTimeout(0);
    raw.off('close', leave);
    resolve(response);
  });
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    raw.off('close', leave);
    if (NOT_BEGUN.has(error.code ?? '')) return resolve(undefined);
    if (error instanceof CallerLeftError) return reject(error);
    onBroken();
    reject(new UnavailableError('The call was interrupted. Please try again.', 1, error));
  });
  outgoing.end(body);
  return promise;
}

function keep(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}
