import { type Readable, Transform } from 'node:stream';
import { serviceUri } from '@atrium/contract/services/service';
import {
  AppError,
  ForbiddenError,
  NotFoundError,
  TooLargeError,
  UnavailableError,
  ValidationError,
} from '@atrium/host/errors';
import { ASK_EACH_TIME } from '@atrium/host/http/private-answers';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '../accounts/token.service.ts';
import { pageHeaders } from './page-policy.ts';
import { answerHeaders, only, requestHeaders, unpackedHeaders } from './proxy-headers.ts';
import type { Services } from './services.service.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Functions run up to 10 s; imports of whole configurations take longer. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Several times what a service lets one domain keep waiting: so no one's slow calls block all others. */
const MAX_CONNECTIONS = 1024;

/** Customers' programs call functions here, far more often than users click. */
const CALLS_PER_MINUTE = 60_000;

/** Everything under /services/{id}/ is answered by that service, called with a token of its own. */
export async function serviceProxyRoutes(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
): Promise<void> {
  await app.register(async (proxy) => {
    await proxy.register(replyFrom, {
      disableCache: true,
      disableRequestLogging: true,
      undici: {
        connections: MAX_CONNECTIONS,
        headersTimeout: ANSWER_TIMEOUT_MS,
        bodyTimeout: ANSWER_TIMEOUT_MS,
      },
    });
    // Bodies pass through as they arrive; a caller that goes away ends the call of the service too.
    proxy.removeAllContentTypeParsers();
    proxy.addContentTypeParser('*', (_request, payload, done) => done(null, limitBytes(payload)));
    proxy.route<{ Params: { serviceId: string } }>({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/services/:serviceId/*',
      schema: { hide: true },
      config: { access: 'AUTHENTICATED', rateLimit: { max: CALLS_PER_MINUTE, timeWindow: 60_000 } },
      handler: async (request, reply) => {
        const { serviceId } = request.params;
        const { address, name } = await services.get(serviceId);
        if (request.caller === undefined) throw new ForbiddenError();
        if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
        const target = targetOf(request.url, serviceId, address);
        if (startsTests(target.slice(address.length))) {
          throw new ForbiddenError('Tests are run and canceled through the platform.');
        }
        if (deletesVersions(target.slice(address.length))) {
          throw new ForbiddenError('Old versions are deleted through the platform.');
        }
        if (deletesAll(request.method, target.slice(address.length))) {
          throw new ForbiddenError('Everything is deleted only some time after an account was closed.');
        }
        const { token } = await tokens.issueServiceToken(request.caller, serviceId);
        return forward(request, reply, { target, address, name, token });
      },
    });
    // A browser that opens a page sends no token: a service's own pages are public and unauthenticated.
    proxy.route<{ Params: { serviceId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/services/:serviceId/ui/*',
      schema: { hide: true },
      config: { access: 'PUBLIC' },
      handler: async (request, reply) => {
        const { serviceId } = request.params;
        const { address, name, hasUi, isTrusted } = await services.get(serviceId);
        if (!hasUi) throw new NotFoundError(`${name} has no pages of its own.`);
        const target = targetOf(request.url, serviceId, address);
        const path = safeDecode(target.slice(address.length));
        if (!path.startsWith('/ui/') || /(^|[/\\])\.\.?([/\\]|$)|%/.test(path)) {
          throw new ValidationError('This path is outside the pages of the service.');
        }
        reply.headers(pageHeaders({ isTrusted }));
        return forward(request, reply, { target, address, name });
      },
    });
  });
}

function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { target, address, name, token }: { target: string; address: string; name: string; token?: string },
): FastifyReply {
  return reply.from(target, {
    getUpstream: () => address,
    // A service that says 503 is asked again by whoever called, not here.
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) => ({
      ...only(isUnpacked(request) ? unpackedHeaders : requestHeaders, headers),
      host: new URL(address).host,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'x-request-id': request.id,
    }),
    rewriteHeaders: (headers) => ({
      ...only(answerHeaders, headers),
      ...(token === undefined ? {} : { 'cache-control': privacyOf(headers) }),
    }),
    onResponse: (_request, answer, response) => {
      const { stream, statusCode } = response as unknown as {
        stream: NodeJS.ReadableStream & { destroy(): void };
        statusCode: number;
      };
      // A 401 would make the console ask for a new token and retry, endlessly.
      if (statusCode === 401 || (statusCode >= 300 && statusCode < 400 && statusCode !== 304)) {
        stream.destroy();
        answer.removeHeader('content-encoding').removeHeader('content-length');
        void answer.send(new UnavailableError(`${name} did not accept the call.`));
        return;
      }
      void answer.send(stream);
    },
    onError: (answer, { error }) => {
      const isOurs = error.cause instanceof AppError;
      void answer.send(isOurs ? error.cause : new UnavailableError(`${name} cannot be reached.`, 5, error));
    },
  });
}

/** What was made for one person is not stored, whatever a service says; it may only say how to ask again. */
function privacyOf(headers: { etag?: unknown; 'cache-control'?: unknown }): string {
  const isAskedAgain = headers.etag !== undefined && /\bno-cache\b/.test(String(headers['cache-control']));
  return isAskedAgain ? ASK_EACH_TIME : 'no-store';
}

/** The platform has unpacked the body already, to count its bytes. */
function isUnpacked({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** The path as it was sent, not decoded, for names of functions may hold any character; never above the address. */
function targetOf(url: string, serviceId: string, address: string): string {
  const path = url.split(/[?#]/, 1)[0]?.slice(serviceUri(serviceId).length) ?? '';
  const target = URL.canParse(address + path) ? new URL(address + path).href : '';
  if (!target.startsWith(`${address}/`)) throw new ValidationError('This path is outside the service.');
  return target;
}

/** Services trust the platform when it names the user that tests act as; no one else may name one. */
function startsTests(path: string): boolean {
  return /^\/+tests\/+[^/]/i.test(safeDecode(path));
}

/** The platform knows which versions are needed for merges; a service does not. */
function deletesVersions(path: string): boolean {
  return /^\/+versions\/+delete-before/i.test(safeDecode(path));
}

/** Whether it deletes what a domain keeps in all services at once. */
function deletesAll(method: string, path: string): boolean {
  return method === 'DELETE' && /^\/+storage\/*$/i.test(safeDecode(path));
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ValidationError('The path is not percent-encoded correctly.');
  }
}

function tooLarge(): TooLargeError {
  return new TooLargeError(`The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`);
}

/**
 * For bodies that do not say their length. The request itself is left intact when its body is too long, so
 * that it can still be answered; when it breaks off, so does what is read from it.
 */
function limitBytes(body: Readable): Readable {
  let length = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.byteLength;
      if (length > MAX_BODY_BYTES) done(tooLarge());
      else done(null, chunk);
    },
  });
  // A reader is told about an error; without a reader it does not matter.
  limited.on('error', () => {});
  body.once('error', () => limited.destroy(new ValidationError('The body could not be decompressed.')));
  body.once('close', () => {
    if (!body.readableEnded) limited.destroy();
  });
  return body.pipe(limited);
}
