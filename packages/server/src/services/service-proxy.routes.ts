import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { climbsUp } from '@atrium/contract/path-steps';
import { MAX_CALL_BYTES } from '@atrium/contract/service-api/functions/call-limits';
import {
  findRefusal,
  findSettingChange,
  isSlowServiceCall,
  writesConfiguration,
} from '@atrium/contract/service-api/proxied-calls';
import { ForbiddenError, NotFoundError, TooLargeError, ValidationError } from '@atrium/host/errors';
import { gather } from '@atrium/host/http/bodies/short-body';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { Caller } from '../http/caller.ts';
import { forwardCall, pathWithin } from './forward-call.ts';
import { pageHeaders } from './page-policy.ts';
import type { Services } from './services.service.ts';
import { callsFunctions, refuseStopped, type StoppedFunctions } from './stopped-functions.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Bodies up to this size are kept until the call has begun, so that it can be made again. */
const MAX_KEPT_BYTES = 256 * 1024;

/** Customers' programs call functions here, far more often than users click. */
const COUNTED_APART = { max: 60_000, timeWindow: 60_000, groupId: ' /services' };

/** Whether a domain changes the configuration of a service through the platform only. */
interface ConfigurationGuard {
  has(caller: Pick<Caller, 'domainId'>, serviceId: string): Promise<boolean>;
}

/** Notes the versions that calls make, as the platform notes those of submissions. */
interface ConfigurationChanges<Change> {
  begin(caller: Caller, call: { serviceId: string; path: string }): Promise<Change | undefined>;
  tryNote(change: Change): Promise<void>;
}

interface Parts<Change> {
  services: Services;
  tokens: Tokens;
  protections: ConfigurationGuard;
  changes: ConfigurationChanges<Change>;
  stops: StoppedFunctions;
}

/** Everything under /services/{id}/ is answered by that service, called with a token of its own. */
export async function serviceProxyRoutes<Change>(
  app: FastifyInstance,
  { services, tokens, protections, changes, stops }: Parts<Change>,
): Promise<void> {
  await app.register(async (proxy) => {
    // Long bodies pass through as they arrive.
    proxy.removeAllContentTypeParsers();
    proxy.addContentTypeParser('*', (request, payload, done) => {
      if (!isKept(request)) return done(null, new LimitedBody(payload));
      gather(payload).then(
        (body) => done(null, body),
        () => done(new ValidationError('The request body was cut off. Please send the request again.')),
      );
    });
    proxy.route<{ Params: { serviceId: string } }>({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/services/:serviceId/*',
      schema: { hide: true },
      config: { access: 'AUTHENTICATED', rateLimit: COUNTED_APART },
      handler: answeredLater(async (request, reply) => {
        const { serviceId } = request.params;
        const service = await services.get(serviceId);
        const { name, isShipped } = service;
        if (request.caller === undefined) throw new ForbiddenError();
        const { page } = request.caller;
        // A person allows things to one service, and no service of someone else may use that.
        if (page && page.serviceId !== serviceId && !isShipped) {
          throw new ForbiddenError('A page can call only its own service and the services of the platform.');
        }
        const sent = pathWithin(request.url, serviceId, service.address);
        const path = safeDecode(sent);
        const isConfiguration = writesConfiguration(request.method, path);
        // Refused by the service itself, it would be cut off while it is being sent.
        const isLimited = isShipped && !isConfiguration;
        limitBody(request, isLimited ? MAX_CALL_BYTES : MAX_BODY_BYTES, name);
        // With an encoded slash, which a service may decode, it is not resolved here.
        if (climbsUp(path)) throw new ValidationError('This path is outside the service.');
        const refusal = findRefusal(request.method, path);
        if (refusal !== undefined) throw new ForbiddenError(refusal);
        // Secrets are part of no version, and no test proves them.
        const isVersioned = isConfiguration && !findSettingChange(request.method, path);
        if (isVersioned && (await protections.has(request.caller, serviceId))) {
          throw new ForbiddenError(
            `The configuration of ${name} can be changed only through the platform (/console/v1/): either it accepts only what has passed all tests, or a submit is being returned right now.`,
          );
        }
        const { method, url } = request;
        const stopped = callsFunctions(method, path)
          ? await refuseStopped(stops, request.caller, { id: serviceId, isShipped }, path)
          : undefined;
        await services.recordCall(request.caller, { serviceId, method, url, path, isConfiguration });
        const { token } = await tokens.issueServiceToken(request.caller, serviceId, stopped);
        const { userId, domainId } = request.caller;
        const change = isVersioned ? await changes.begin(request.caller, { serviceId, path }) : undefined;
        const call = {
          service,
          path: sent,
          person: { userId, token },
          ...(change !== undefined && { onSuccess: () => changes.tryNote(change) }),
        };
        // Slow calls of the platform's own services need the same processors as slow calls here.
        if (app.slowCallLimit && isShipped && isSlowServiceCall(request.method, path)) {
          return app.slowCallLimit.run(domainId, reply, () => forwardCall(request, reply, call));
        }
        await forwardCall(request, reply, call);
      }),
    });
    // A browser that opens a page sends no token: a service's own pages are public and unauthenticated.
    proxy.route<{ Params: { serviceId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/services/:serviceId/ui/*',
      schema: { hide: true },
      config: { access: 'PUBLIC' },
      handler: answeredLater(async (request, reply) => {
        const { serviceId } = request.params;
        const service = await services.get(serviceId);
        if (!service.hasUi) throw new NotFoundError(`${service.name} has no pages of its own.`);
        const sent = pathWithin(request.url, serviceId, service.address);
        const path = safeDecode(sent);
        if (!path.startsWith('/ui/') || /(^|[/\\])\.\.?([/\\]|$)|%/.test(path)) {
          throw new ValidationError('This path is outside the pages of the service.');
        }
        reply.headers(pageHeaders(service));
        await forwardCall(request, reply, { service, path: sent });
      }),
    });
  });
}

type ServiceRequest = FastifyRequest<{ Params: { serviceId: string } }>;

/** Answered when the service has: Fastify would wait for the end of a reply by watching it, which costs more. */
function answeredLater(answer: (request: ServiceRequest, reply: FastifyReply) => Promise<void>) {
  return (request: ServiceRequest, reply: FastifyReply): void => {
    answer(request, reply).catch((error: unknown) => {
      discardBody(request);
      reply.send(error);
    });
  };
}

/** A short body that says its length and its type; of a packed one it is not known how long it is. */
function isKept({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'content-length': length, 'content-type': type, 'content-encoding': encoding } = headers;
  if (type === undefined || (encoding ?? 'identity') !== 'identity') return false;
  return Number(length) > 0 && Number(length) <= MAX_KEPT_BYTES;
}

/** Decoded, to tell what is asked for. */
function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ValidationError('The path is not percent-encoded correctly.');
  }
}

/** Refuses a body that says that it is longer, and cuts one off that turns out to be. */
function limitBody(request: FastifyRequest, maxBytes: number, name: string): void {
  const { body, headers } = request;
  // Its stack would cost each call that is not refused.
  const createError = () =>
    new TooLargeError(
      `The body is larger than ${maxBytes / 1024 / 1024} MiB, which is the most that one call of ${name} takes. Nothing was done.`,
    );
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw createError();
  if (body instanceof LimitedBody) body.limit = { maxBytes, createError };
}

/** Drops the rest of a refused request: unread, it would keep its connection from being used again. */
function discardBody({ raw }: FastifyRequest): void {
  if (raw.complete) return;
  raw.unpipe();
  raw.resume();
}

/**
 * A body that passes through as it arrives. The request itself is left intact when its body is too long, so that it can still
 * be answered; when it breaks off, so does what is read from it.
 */
class LimitedBody extends Transform {
  limit = { maxBytes: MAX_BODY_BYTES, createError: () => new TooLargeError('The body is too large.') };
  #length = 0;

  constructor(body: Readable) {
    super();
    // A reader is told about an error; without a reader it does not matter.
    this.on('error', () => {});
    body.once('error', () => this.destroy(new ValidationError('The body could not be decompressed.')));
    body.once('close', () => {
      if (!body.readableEnded) this.destroy();
    });
    body.pipe(this);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#length += chunk.byteLength;
    if (this.#length > this.limit.maxBytes) done(this.limit.createError());
    else done(null, chunk);
  }
}
