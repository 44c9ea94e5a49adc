import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { serviceUri } from '@atrium/contract/services/service';
import {
  AppError,
  CallerLeftError,
  UnavailableError,
  UnconfirmedError,
  ValidationError,
} from '@atrium/host/errors';
import { ASK_EACH_TIME } from '@atrium/host/http/bodies/private-responses';
import { gather, isShort } from '@atrium/host/http/bodies/short-body';
import { noteFault } from '@atrium/host/http/errors/faults';
import { traceHeaders } from '@atrium/host/tracing/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Agent, Dispatcher } from 'undici';
import type { AddressTries } from './address-tries.ts';
import { DrainingError, isNotBegun, isUnanswered } from './not-begun.ts';
import {
  conditionsFor,
  only,
  requestHeaders,
  responseHeaders,
  tagFor,
  unpackedHeaders,
} from './proxy-headers.ts';
import type { Services } from './services.service.ts';

export interface ForwardedCall {
  /** Whose connections are used. */
  agent: Agent;
  /** Within the service, as `pathWithin` returns it. */
  path: string;
  tries: AddressTries;
  name: string;
  /** Who calls, where that is known, and what tells the service so. */
  person?: { userId: string; token: string };
  services: Services;
}

/** Calls an address; the next one when that certainly has not begun with the call. Settles when it is answered. */
export async function forwardCall(
  request: FastifyRequest,
  reply: FastifyReply,
  call: ForwardedCall,
): Promise<void> {
  const { name, services, tries } = call;
  const address = await tries.next();
  if (address === undefined) throw new UnavailableError(`${name} cannot be reached.`);
  const canBeRepeated = tries.hasMore && !isStream(request.body);
  let response: Dispatcher.ResponseData;
  try {
    response = await sendCall(request, reply, address, call);
    if (canBeRepeated && isDraining(response)) {
      void response.body.dump();
      throw new DrainingError(`${name} is about to end.`);
    }
  } catch (error) {
    if (reply.raw.destroyed) throw new CallerLeftError();
    if (isUnanswered(error)) services.avoidSilent(address);
    if (isNotBegun(error)) services.avoid(address);
    if (isNotBegun(error) && canBeRepeated && tries.hasMore) return forwardCall(request, reply, call);
    throw error instanceof AppError ? error : failureOf(request, name, error);
  }
  await passOn(request, reply, response, call);
}

/** Makes the call, which ends when the caller leaves. */
async function sendCall(
  request: FastifyRequest,
  { raw }: FastifyReply,
  address: string,
  { agent, path, person }: ForwardedCall,
): Promise<Dispatcher.ResponseData> {
  // Of a caller who has left already, no end would be heard.
  if (raw.destroyed) throw new CallerLeftError();
  // Costs less than an AbortSignal.
  const leaving = new EventEmitter();
  const leave = () => leaving.emit('abort');
  raw.once('close', leave);
  const { origin, host, basePath } = partsOf(address);
  const { url } = request;
  const queryAt = url.indexOf('?');
  try {
    return await agent.request({
      origin,
      path: basePath + path + (queryAt === -1 ? '' : url.slice(queryAt)),
      method: request.method,
      headers: {
        ...only(isUnpacked(request) ? unpackedHeaders : requestHeaders, request.headers),
        host,
        ...(person && {
          authorization: `Bearer ${person.token}`,
          ...conditionsFor(person.userId, request.headers),
        }),
        'x-request-id': request.id,
        ...traceHeaders(),
      },
      body: (request.body as Buffer | Readable | undefined) ?? null,
      signal: leaving,
    });
  } finally {
    raw.off('close', leave);
  }
}

/** Of an address in its one spelling. To take it apart as a URL would cost each call. */
function partsOf(address: string) {
  const hostAt = address.indexOf('://') + 3;
  const pathAt = address.indexOf('/', hostAt);
  const origin = pathAt === -1 ? address : address.slice(0, pathAt);
  return { origin, host: origin.slice(hostAt), basePath: address.slice(origin.length) };
}

/** Answers as the service did. */
async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { name, person }: ForwardedCall,
): Promise<void> {
  if (statusCode >= 500) noteFault(request, `${name} responded with ${statusCode}.`);
  if (!isPassedOn(statusCode)) {
    void body.dump();
    if (statusCode === 401 || isRead(request)) throw new UnavailableError(`${name} did not accept the call.`);
    // With a redirect, many a page answers a change that it has made.
    throw unconfirmed(`${name} pointed to another address (status ${statusCode}).`);
  }
  const isGathered = isShort(headers) && request.method !== 'HEAD';
  const content = isGathered ? await gatherWhole(body, request, reply, name) : body;
  reply.code(statusCode);
  reply.headers(only(responseHeaders, headers));
  if (person) reply.headers(privacyOf(person.userId, headers));
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
    const cutOff = `The response of ${name} was cut off.`;
    throw isRead(request)
      ? new UnavailableError(`${cutOff} Please try again.`, 5, error)
      : unconfirmed(cutOff, error);
  } finally {
    raw.off('close', leave);
  }
}

/** Only what has certainly not been done, or changes nothing, may be sent again without a second thought. */
function failureOf(request: FastifyRequest, name: string, error: unknown): AppError {
  if (isNotBegun(error) || isRead(request))
    return new UnavailableError(`${name} cannot be reached.`, 5, error);
  const what = isUnanswered(error)
    ? `${name} did not answer in time.`
    : `The connection to ${name} was lost before its response came.`;
  return unconfirmed(what, error);
}

/** Its caller has to find out before it is sent again. */
function unconfirmed(what: string, error?: unknown): UnconfirmedError {
  return new UnconfirmedError(`${what} The request may have taken effect.`, error);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isDraining({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return statusCode === 503 && headers[DRAINING_HEADER] !== undefined;
}

/** A 401 would make the console ask for a new token and retry, endlessly. */
function isPassedOn(statusCode: number): boolean {
  return (
    statusCode === 304 || statusCode < 300 || (statusCode >= 400 && statusCode < 600 && statusCode !== 401)
  );
}

/** What was made for one person is not stored, whatever a service says; it may only say how to ask again. */
function privacyOf(userId: string, { etag, 'cache-control': policy }: IncomingHttpHeaders) {
  if (etag === undefined) return { 'cache-control': 'no-store' };
  const isAskedAgain = /\bno-cache\b/.test(policy ?? '');
  return { etag: tagFor(userId, etag), 'cache-control': isAskedAgain ? ASK_EACH_TIME : 'no-store' };
}

/** The platform has unpacked the body already, to count its bytes. */
function isUnpacked({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}

/**
 * The path within the service as it was sent, not decoded, for names of functions may hold any character; never above
 * the address. It is the same at all addresses.
 */
export function pathWithin(
  url: string,
  serviceId: string,
  [address = 'http://127.0.0.1']: readonly string[],
): string {
  const sent = url.split(/[?#]/, 1)[0]?.slice(serviceUri(serviceId).length) ?? '';
  const target = URL.parse(address + sent)?.href ?? '';
  if (!target.startsWith(`${address}/`)) throw new ValidationError('This path is outside the service.');
  return target.slice(address.length);
}
