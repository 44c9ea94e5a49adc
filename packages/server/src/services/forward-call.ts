import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { serviceUri } from '@atrium/contract/services/service';
import { AppError, CallerLeftError, UnavailableError, ValidationError } from '@atrium/host/errors';
import { ASK_EACH_TIME } from '@atrium/host/http/bodies/private-responses';
import { gather, isShort } from '@atrium/host/http/bodies/short-body';
import { noteFault } from '@atrium/host/http/errors/faults';
import { traceHeaders } from '@atrium/host/tracing/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import {
  conditionsFor,
  only,
  requestHeaders,
  responseHeaders,
  tagFor,
  unpackedHeaders,
} from './proxy-headers.ts';
import { type CalledService, Leaving, lostRequest, sendToService, unconfirmed } from './send-to-service.ts';

/** A function begins within 45 s, and may take 30 s; imports of whole configurations take longer. */
const RESPONSE_TIMEOUT_MS = 80_000;

interface ForwardedCall {
  service: CalledService;
  /** Within the service, as `pathWithin` returns it. */
  path: string;
  /** Caller, if it is known, with the token that tells the service. */
  person?: { userId: string; token: string };
  /** Called before the response of a call that succeeded is passed back. */
  onSuccess?: () => Promise<void>;
}

/** Passes a request on to a service, and its response back. Settles when the request is answered. */
export async function forwardCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, path, person, onSuccess }: ForwardedCall,
): Promise<void> {
  // Of a caller who has left already, no end would be heard.
  if (reply.raw.destroyed) throw new CallerLeftError();
  const leaving = new Leaving();
  const leave = () => leaving.leave();
  reply.raw.once('close', leave);
  const { name } = service;
  const { url } = request;
  const queryAt = url.indexOf('?');
  let response: Dispatcher.ResponseData;
  try {
    response = await sendToService(service, {
      method: request.method,
      path: path + (queryAt === -1 ? '' : url.slice(queryAt)),
      headers: {
        ...only(isUnpacked(request) ? unpackedHeaders : requestHeaders, request.headers),
        ...(person && {
          authorization: `Bearer ${person.token}`,
          ...conditionsFor(person.userId, request.headers),
        }),
        'x-request-id': request.id,
        ...traceHeaders(),
      },
      body: request.body as Buffer | Readable | undefined,
      signal: leaving,
      timeoutMs: RESPONSE_TIMEOUT_MS,
    });
  } catch (error) {
    if (reply.raw.destroyed) throw new CallerLeftError();
    throw error instanceof AppError
      ? error
      : lostRequest(name, error, { isChange: !isRead(request), timeoutMs: RESPONSE_TIMEOUT_MS });
  } finally {
    reply.raw.off('close', leave);
  }
  await passOn(request, reply, response, { name, userId: person?.userId, onSuccess });
}

/** Answers as the service did. */
async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  {
    name,
    userId,
    onSuccess,
  }: { name: string; userId: string | undefined; onSuccess: ForwardedCall['onSuccess'] },
): Promise<void> {
  if (statusCode >= 500) noteFault(request, `${name} responded with ${statusCode}.`);
  if (!isPassedOn(statusCode)) {
    void body.dump();
    if (statusCode === 401 || isRead(request)) throw new UnavailableError(`${name} did not accept the call.`);
    // With a redirect, many a page answers a change that it has made.
    throw unconfirmed(`${name} pointed to another address (status ${statusCode}).`);
  }
  if (isOfBalancer(statusCode, headers)) {
    void body.dump();
    const lost = `The load balancer in front of ${name} had no response of it (status ${statusCode}).`;
    throw lostResponse(request, lost);
  }
  const isGathered = isShort(headers) && request.method !== 'HEAD';
  const content = isGathered ? await gatherWhole(body, request, reply, name) : body;
  if (statusCode < 300 && onSuccess !== undefined) {
    await onSuccess();
    if (body.errored) throw lostBody(request, name, body.errored);
  }
  reply.code(statusCode);
  reply.headers(only(responseHeaders, headers));
  if (userId !== undefined) reply.headers(privacyOf(userId, headers));
  // A connection cannot be used again before the whole request has been read from it.
  if (!request.raw.complete) reply.header('connection', 'close');
  void reply.send(content);
}

async function gatherWhole(
  body: Readable,
  request: FastifyRequest,
  { raw }: FastifyReply,
  name: string,
): Promise<Buffer> {
  const leave = () => body.destroy(new CallerLeftError());
  raw.once('close', leave);
  try {
    return await gather(body);
  } catch (error) {
    if (error instanceof CallerLeftError) throw error;
    throw lostBody(request, name, error);
  } finally {
    raw.off('close', leave);
  }
}

function lostBody(request: FastifyRequest, name: string, cause: unknown): AppError {
  return lostResponse(request, `The response of ${name} was cut off.`, cause);
}

function lostResponse(request: FastifyRequest, what: string, cause?: unknown): AppError {
  return isRead(request)
    ? new UnavailableError(`${what} Please try again.`, 5, cause)
    : unconfirmed(what, cause);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A 401 would make the console ask for a new token and retry, endlessly. */
function isPassedOn(statusCode: number): boolean {
  return (
    statusCode === 304 || statusCode < 300 || (statusCode >= 400 && statusCode < 600 && statusCode !== 401)
  );
}

/** Whether a load balancer answered in place of a service, whose errors are JSON. */
function isOfBalancer(statusCode: number, { 'content-type': type }: IncomingHttpHeaders): boolean {
  return (statusCode === 502 || statusCode === 504) && !/\bjson\b/.test(type ?? '');
}

/** Keeps responses for one person out of caches, whatever a service says; it may only require that each use asks again. */
function privacyOf(userId: string, { etag, 'cache-control': policy }: IncomingHttpHeaders) {
  if (etag === undefined) return { 'cache-control': 'no-store' };
  const isAskedAgain = /\bno-cache\b/.test(policy ?? '');
  return { etag: tagFor(userId, etag), 'cache-control': isAskedAgain ? ASK_EACH_TIME : 'no-store' };
}

/** The platform has unpacked the body already, to count its bytes. */
function isUnpacked({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

/**
 * The path within the service as it was sent, not decoded, for names of functions may hold any character; never above
 * the address.
 */
export function pathWithin(url: string, serviceId: string, address = 'http://127.0.0.1'): string {
  const sent = url.split(/[?#]/, 1)[0]?.slice(serviceUri(serviceId).length) ?? '';
  const target = URL.parse(address + sent)?.href ?? '';
  if (!target.startsWith(`${address}/`)) throw new ValidationError('This path is outside the service.');
  return target.slice(address.length);
}
