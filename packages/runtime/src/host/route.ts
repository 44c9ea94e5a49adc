import {
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  NoContent,
  Nothing,
} from '@atrium/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { UnauthenticatedError } from './errors.ts';
import type { Caller, TokenVerifier } from './service-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export interface HandlerInput<E extends Endpoint> extends EndpointInput<E> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Handlers of endpoints that need a caller get one; those of public ones get none. */
export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  caller: Caller,
) => Promise<EndpointAnswer<E>> | EndpointAnswer<E>;

/** Verifies the caller of every route of one service that is not public. */
export function installAccess(app: FastifyInstance, serviceId: string, tokens: TokenVerifier): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.access === 'PUBLIC' || request.is404) return done();
    const { authorization } = request.headers;
    request.caller = tokens.recall(authorization, serviceId);
    if (request.caller) return done();
    tokens.verify(authorization, serviceId).then(
      (caller) => {
        request.caller = caller;
        done();
      },
      (error: Error) => done(error),
    );
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Endpoint['access'];
  }
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new UnauthenticatedError();
  return request.caller;
}

/** Registers an endpoint of the contract: input and answer are checked against its schemas. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const { params, query, body, response, maxBodyBytes, tag, summary, access } = endpoint;
  const given = (name: string, schema: z.ZodType) => (schema === Nothing ? {} : { [name]: schema });
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...given('params', params),
      ...given('querystring', query),
      ...given('body', body),
      ...(response === NoContent || endpoint.produces !== 'json' ? {} : { response: { 200: response } }),
      ...{ tags: [tag], summary },
    },
    config: { access },
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const input = { params, query, body, request, reply } as HandlerInput<E>;
      const answer = await handler(input, access === 'PUBLIC' ? NOBODY : callerOf(request));
      if (reply.sent) return reply;
      return reply.code(endpoint.status).send(endpoint.status === 204 ? null : answer);
    },
  });
}

const NOBODY: Caller = { userId: '', domainId: '', parentId: null, roles: [], isAdmin: false };
