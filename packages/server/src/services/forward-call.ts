import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { serviceUri } from '@atrium/contract/services/service';
import { AppError, UnavailableError, ValidationError } from '@atrium/host/errors';
import { noteFault } from '@atrium/host/http/faults';
import { ASK_EACH_TIME } from '@atrium/host/http/private-responses';
import { gather, isShort } from '@atrium/host/http/short-body';
import { traceHeaders } from '@atrium/host/tracing/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotBegun, isUnanswered } from './not-begun.ts';
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
  /** Within the service, as `pathWithin` returns it. */
  path: string;
  /** Those that have not been tried yet. */
  addresses: readonly string[];
  name: string;
  /** Who calls, where that is known, and what tells the service so. */
  person?: { userId: string; token: string };
  services: Services;
  /** Called when the service has answered, or cannot. */
  onAnswered?: () => void;
}

/** Calls the first address; the next one when that certainly has not begun with the call. */
export function forwardCall(request: FastifyRequest, reply: FastifyReply, call: ForwardedCall): void {
  const { path, name, person, services } = call;
  const [address, ...others] = call.addresses;
  if (address === undefined) throw new UnavailableError(`${name} cannot be reached.`);
  const trace = traceHeaders();
  const canBeRepeated = others.length > 0 && !isStream(request.body);
  const callNext = () => {
    services.avoid(address);
    for (const header of responseHeaders) reply.removeHeader(header);
    forwardCall(request, reply, { ...call, addresses: others });
  };
  reply.from(address + path, {
    ...(Buffer.isBuffer(request.body) && {
      body: request.body,
      contentType: request.headers['content-type'] ?? '',
    }),
    getUpstream: () => address,
    // A service that says 503 is asked again by whoever called, not here.
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) => ({
      ...only(isUnpacked(request) ? unpackedHeaders : requestHeaders, headers),
      // The plugin has put the service's in place of the caller's.
      host: headers.host,
      ...(person && { authorization: `Bearer ${person.token}`, ...conditionsFor(person.userId, headers) }),
      'x-request-id': request.id,
      ...trace,
    }),
    rewriteHeaders: (headers) => ({
      ...only(responseHeaders, headers),
      ...(person && privacyOf(person.userId, headers)),
    }),
    onResponse: (_request, answer, response) => {
      const { stream, statusCode, headers } = response as unknown as {
        stream: Readable;
        statusCode: number;
        headers: Record<string, unknown>;
      };
      if (statusCode === 503 && headers[DRAINING_HEADER] !== undefined && canBeRepeated) {
        stream.destroy();
        return callNext();
      }
      call.onAnswered?.();
      if (statusCode >= 500) noteFault(request, `${name} responded with ${statusCode}.`);
      // A 401 would make the console ask for a new token and retry, endlessly.
      if (statusCode === 401 || (statusCode >= 300 && statusCode < 400 && statusCode !== 304)) {
        stream.destroy();
        return refuse(answer, new UnavailableError(`${name} did not accept the call.`));
      }
      if (!isShort(headers) || request.method === 'HEAD') return void answer.send(stream);
      gather(stream).then(
        (body) => answer.send(body),
        (error: unknown) =>
          refuse(
            answer,
            new UnavailableError(`The response of ${name} was cut off. Please try again.`, 5, error),
          ),
      );
    },
    onError: (answer, { error }) => {
      if (isUnanswered(error)) services.avoidSilent(address);
      if (isNotBegun(error)) {
        if (canBeRepeated) return callNext();
        services.avoid(address);
      }
      call.onAnswered?.();
      const isOurs = error.cause instanceof AppError;
      void answer.send(isOurs ? error.cause : new UnavailableError(`${name} cannot be reached.`, 5, error));
    },
  });
}

/** A reply over any version of HTTP. */
interface Refusable {
  removeHeader(name: string): unknown;
  send(error: Error): unknown;
}

/** What described the answer of the service does not describe the refusal. */
function refuse(answer: Refusable, error: UnavailableError): void {
  answer.removeHeader('content-encoding');
  answer.removeHeader('content-length');
  void answer.send(error);
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
