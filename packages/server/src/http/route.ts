import { Readable } from 'node:stream';
import {
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  NoContent,
  Nothing,
} from '@atrium/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import type { Caller, ServiceCaller } from './caller.ts';
import { ForbiddenError } from './errors.ts';

/** What a handler receives: the parsed parts of the request and who sent it. */
export interface HandlerInput<E extends Endpoint> extends EndpointInput<E> {
  /** The signed-in person; throws on endpoints that are open to everyone. */
  readonly caller: Caller;
  /** The signed-in service, on SERVICE endpoints. */
  readonly service: ServiceCaller;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
) => Promise<EndpointAnswer<E> | AnswerInPieces>;

/** The text of an answer too long to be held at once. Whoever writes the pieces checks them against the schema. */
export class AnswerInPieces {
  readonly pieces: Iterable<string>;

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces;
  }
}

/** Pieces that are ready before they can be sent. */
const PIECES_AHEAD = 2;

/** Registers an endpoint of the contract: input and answer are checked against its schemas. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    ...routeOptions(endpoint),
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const answer = await handler(new RequestInput(request, reply) as unknown as HandlerInput<E>);
      if (reply.sent) return reply;
      if (answer instanceof AnswerInPieces) {
        const text = Readable.from(answer.pieces, { highWaterMark: PIECES_AHEAD });
        return reply.code(endpoint.status).type('application/json; charset=utf-8').send(text);
      }
      return reply.code(endpoint.status).send(endpoint.status === 204 ? null : answer);
    },
  });
}

function routeOptions(endpoint: Endpoint): RouteShorthandOptions {
  const { params, query, body, response, errors, maxBodyBytes, callsPerMinute, tag, summary } = endpoint;
  const given = (name: string, schema: z.ZodType) => (schema === Nothing ? {} : { [name]: schema });
  return {
    schema: {
      ...given('params', params),
      ...given('querystring', query),
      ...given('body', body),
      ...(response === NoContent || endpoint.produces !== 'json' ? {} : { response: { 200: response } }),
      ...{
        tags: [tag],
        summary,
        description: `Access: ${endpoint.access}. Errors: ${errors.join(', ') || 'none of its own'}.`,
      },
    },
    config: {
      endpoint,
      ...(callsPerMinute === undefined ? {} : { rateLimit: { max: callsPerMinute, timeWindow: 60_000 } }),
    },
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
  };
}

class RequestInput {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
  }

  get params(): unknown {
    return this.request.params;
  }

  get query(): unknown {
    return this.request.query;
  }

  get body(): unknown {
    return this.request.body;
  }

  get caller(): Caller {
    if (this.request.caller === undefined) throw new ForbiddenError();
    return this.request.caller;
  }

  get service(): ServiceCaller {
    if (this.request.service === undefined) throw new ForbiddenError();
    return this.request.service;
  }
}
