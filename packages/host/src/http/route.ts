import { Readable } from 'node:stream';
import {
  type Access,
  type Endpoint,
  type EndpointInput,
  type EndpointResponse,
  NoContent,
  Nothing,
} from '@atrium/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import { Pauses } from '../event-loop.ts';
import type { SlowProcess } from '../slow-process/slow-process.ts';
import type { RespondOnce } from './bodies/respond-once.ts';
import {
  ForwardedResponse,
  notModified,
  ResponseInLines,
  ResponseInPages,
  ResponseInPieces,
  type SpecialResponse,
  takenOver,
} from './bodies/responses.ts';
import type { SlowCallLimit } from './connections/slow-call-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Answers slow calls at low priority; absent where this process is that one, or has none. */
    slowProcess?: SlowProcess;
  }
}

/** Caller type for each access level. Public endpoints have no caller. */
export type Callers = Record<Exclude<Access, 'PUBLIC'>, unknown>;

/** Arguments of a handler: the parsed parts of the request, and the caller. */
type HandlerInput<E extends Endpoint, C extends Callers> = EndpointInput<E> & {
  request: FastifyRequest;
  reply: FastifyReply;
} & (E['access'] extends keyof C ? { caller: C[E['access']] } : unknown);

type Handler<E extends Endpoint, C extends Callers> = (
  input: HandlerInput<E, C>,
) => Promise<EndpointResponse<E> | SpecialResponse> | EndpointResponse<E> | SpecialResponse;

/** Registers an endpoint of the contract: input and answer are checked against its schemas. */
export type Route<C extends Callers> = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, C>,
  options?: RouteOptions,
) => void;

interface RouteOptions {
  /** A slow call that this process answers itself, because it is about that process, or is remembered there. */
  isHere?: boolean;
}

/** Chunks that are ready before they can be sent. */
const CHUNKS_AHEAD = 2;
/** Each chunk passes a stream or two, which costs more than writing a short one. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Registers the endpoints of one product. `callerOf` resolves the signed-in user, or throws; slow calls are
 * limited by `domainOf`.
 */
export function createRoute<C extends Callers>(
  callerOf: (request: FastifyRequest) => C[keyof C],
  domainOf: (caller: C[keyof C]) => string,
): Route<C> {
  return (app, endpoint, handler, { isHere = false } = {}) => {
    const { access, status } = endpoint;
    const once = endpoint.idempotent === true ? findRespondOnce(app, endpoint) : undefined;
    const element = endpoint.isSlow === true ? elementOf(endpoint.response) : undefined;
    const slowCallLimit = endpoint.isSlow === true ? findSlowCallLimit(app, endpoint) : undefined;
    const name = `${endpoint.method} ${endpoint.path}`;
    app.route({
      ...routeOptions(endpoint),
      method: endpoint.method,
      url: urlOf(endpoint),
      handler: async (request, reply) => {
        const { params, query, body } = request;
        const caller = access === 'PUBLIC' ? undefined : callerOf(request);
        const handle = async () =>
          handler({ params, query, body, request, reply, caller } as Parameters<typeof handler>[0]);
        const answerSlow = async () => {
          const mayForward = !isHere && !isHead(request);
          if (!mayForward || app.slowProcess === undefined) return handle();
          const domainId = domainOf(caller as C[keyof C]);
          return (await app.slowProcess.answer(domainId, name, request, reply)) ?? handle();
        };
        const work = () =>
          slowCallLimit && caller ? slowCallLimit.run(domainOf(caller), reply, answerSlow) : handle();
        const answer = await (once ? once(request, work) : work());
        const isList = element !== undefined && Array.isArray(answer);
        return send(reply, status, isList ? new ResponseInPieces(writeList(element, answer)) : answer);
      },
    });
  };
}

/** The path as the router writes it: `{id}` is `:id`. */
export function urlOf({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function findRespondOnce(app: FastifyInstance, { method, path }: Endpoint): RespondOnce {
  if (app.respondOnce === undefined) throw new Error(`nothing keeps the answers of ${method} ${path}`);
  return app.respondOnce;
}

/** Fastify derives HEAD responses from GET. */
function isHead({ method }: FastifyRequest): boolean {
  return method === 'HEAD';
}

function findSlowCallLimit(
  app: FastifyInstance,
  { method, path, access, idempotent }: Endpoint,
): SlowCallLimit {
  if (app.slowCallLimit === undefined) throw new Error(`nothing limits the slow calls of ${method} ${path}`);
  if (access === 'PUBLIC') throw new Error(`${method} ${path} is slow, and open to everyone`);
  if (idempotent) throw new Error(`${method} ${path} is slow, and its answer would have to be kept`);
  return app.slowCallLimit;
}

/** The schema of the elements of a list. */
function elementOf(response: z.ZodType): z.ZodType | undefined {
  return response.def.type === 'array' ? ((response as z.ZodArray).element as z.ZodType) : undefined;
}

/** A list that may be long, as JSON, element by element, each checked. */
function* writeList(element: z.ZodType, all: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const each of all) {
    yield separator + JSON.stringify(element.encode(each));
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Returns what Fastify sends. It would wait for the end of a reply that is returned: for streams only, which can break. */
function send(reply: FastifyReply, status: number, answer: unknown): unknown {
  if (answer === takenOver) return reply;
  if (answer === notModified) return reply.code(notModified.status).send();
  if (answer instanceof ForwardedResponse) {
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  }
  if (answer instanceof ResponseInPieces) {
    const text = Readable.from(inChunks(answer.pieces), { highWaterMark: CHUNKS_AHEAD });
    return reply.code(status).type('application/json; charset=utf-8').send(text);
  }
  if (answer instanceof ResponseInPages) {
    return reply
      .code(status)
      .type(answer.type)
      .send(Readable.from(answer.pages, { highWaterMark: 1 }));
  }
  if (answer instanceof ResponseInLines) {
    return reply.code(status).type('application/x-ndjson').send(Readable.from(answer.lines));
  }
  reply.code(status);
  return status === 204 ? null : answer;
}

/**
 * Short pieces together, in their order. A connection that takes everything at once would let nothing else have its turn
 * until the last one.
 */
async function* inChunks(pieces: Iterable<string>): AsyncGenerator<string> {
  const pauses = new Pauses();
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (pauses.isDue) await pauses.take();
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function routeOptions(endpoint: Endpoint): RouteShorthandOptions {
  const { params, query, body, response, errors, maxBodyBytes, callsPerMinute, tag, summary } = endpoint;
  const given = (name: string, schema: z.ZodType) => (schema === Nothing ? {} : { [name]: schema });
  const retries = endpoint.idempotent === true ? ' Accepts Idempotency-Key.' : '';
  return {
    schema: {
      ...given('params', params),
      ...given('querystring', query),
      ...given('body', body),
      ...(response === NoContent || endpoint.produces !== 'json' ? {} : { response: { 200: response } }),
      tags: [tag],
      summary,
      description: `Access: ${accessOf(endpoint)}. Errors: ${errors.join(', ') || 'only the general ones'}.${retries}`,
    },
    config: {
      endpoint,
      ...(callsPerMinute !== undefined && {
        rateLimit: {
          max: callsPerMinute,
          timeWindow: 60_000,
          groupId: ` ${endpoint.method} ${endpoint.path}`,
        },
      }),
    },
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    ...(endpoint.isSlow === true && body !== Nothing ? { preValidation: keepSentBody } : {}),
  };
}

/** Raw body, for the process that the request may be forwarded to. */
function keepSentBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.sentBody = request.body;
  done();
}

function accessOf({ access, permission = 'none' }: Endpoint): string {
  return permission === 'none' ? access : `${access} with the permission ${permission}`;
}
