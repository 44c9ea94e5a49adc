import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
} from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerLeftError, UnavailableError } from '../errors.ts';
import { ForwardedResponse } from '../http/bodies/responses.ts';
import { gather, isShort } from '../http/bodies/short-body.ts';
import { noteFault } from '../http/errors/faults.ts';
import { traceHeaders } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before it was parsed against its schema, of slow calls. */
    sentBody?: unknown;
  }
}

/** Request headers for authentication, content negotiation and caching. */
const SENT_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'if-match',
  'if-none-match',
  'user-agent',
]);
/** Connection headers, and headers that this process sets itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id']);

/** A connection for each call: of one that was kept and breaks off, no one could say whether the call had begun. */
const agent = new Agent({ keepAlive: false });

interface SlowCallTarget {
  socketPath: string;
  /** Called when no one listens there. */
  onNotBegun: () => void;
  /** Called when a call broke off. */
  onBroken: () => void;
}

/** No one listens there: the call has not begun. */
const NOT_BEGUN = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Makes the same call of the process that listens there; undefined if none does. Throws UnavailableError if the call breaks
 * off, and CallerLeftError if the caller does not wait for it.
 */
export async function forwardSlowCall(
  request: FastifyRequest,
  { raw }: FastifyReply,
  target: SlowCallTarget,
): Promise<ForwardedResponse | undefined> {
  const outgoing = send(request, target.socketPath);
  const leave = () => outgoing.destroy(new CallerLeftError());
  raw.once('close', leave);
  try {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return await readResponse(request, response);
  } catch (error) {
    // Errors after the response header abort the connection.
    if (raw.destroyed) throw new CallerLeftError();
    if (NOT_BEGUN.has((error as NodeJS.ErrnoException).code ?? '')) {
      target.onNotBegun();
      return undefined;
    }
    target.onBroken();
    throw new UnavailableError('The call was interrupted. Please try again.', 1, error);
  } finally {
    raw.off('close', leave);
  }
}

function send(request: FastifyRequest, socketPath: string): ClientRequest {
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
  // The stream reports errors after the response header.
  outgoing.on('error', () => {});
  return outgoing.end(body);
}

async function readResponse(request: FastifyRequest, response: IncomingMessage): Promise<ForwardedResponse> {
  const { statusCode: status = 502 } = response;
  // The process that answered has logged the cause.
  if (status >= 500) noteFault(request, `The process for slow calls answered ${status}.`);
  const headers = keep(response.headers, (name) => !OWN_HEADERS.has(name));
  if (status === 204 || status === 304) {
    response.resume();
    return new ForwardedResponse(status, headers, undefined);
  }
  const body = isShort(headers) ? await gather(response) : response;
  return new ForwardedResponse(status, headers, body);
}

function keep(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}
