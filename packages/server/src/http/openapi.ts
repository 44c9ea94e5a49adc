import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@atrium/contract/endpoint';
import { ErrorBody, type ErrorKind, errorStatus } from '@atrium/contract/errors';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPage, apiPageStyle } from './api-page.ts';
import { isForPages } from './for-pages.ts';

/** Written by `tools/service-api.mjs`. */
const SERVICE_API = fileURLToPath(import.meta.resolve('@atrium/contract/service-api.openapi.json'));
/** Kinds that every call can answer, besides those its endpoint names. */
const GENERAL_ERRORS: readonly ErrorKind[] = ['badRequest', 'tooManyRequests', 'internal'];
const SIGNED_IN_ERRORS: readonly ErrorKind[] = ['unauthenticated', 'forbidden'];

/**
 * The contract as OpenAPI 3.1 at /console/api/openapi.json, generated from the registered routes themselves, and for
 * people at /console/api: one page without scripts. The calls of services are a document of their own.
 */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Atrium', version: '1', description: 'The HTTP API of the platform.' },
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform(input) {
      const transformed = jsonSchemaTransform(input);
      const { endpoint } = (input.route.config ?? {}) as { endpoint?: Endpoint };
      if (endpoint === undefined) return transformed;
      return { ...transformed, schema: { ...transformed.schema, ...describe(endpoint, transformed.schema) } };
    },
  });
  const hidden = { schema: { hide: true } };
  let page: string | undefined;
  app.get('/console/api/openapi.json', hidden, async () => app.swagger());
  app.get('/console/api/services.openapi.json', hidden, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await readFile(SERVICE_API, 'utf8')),
  );
  app.get('/console/api/style.css', hidden, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(apiPageStyle),
  );
  app.get('/console/api', hidden, async (_request, reply) => {
    page ??= apiPage(app.swagger());
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

function describe(endpoint: Endpoint, schema: { response?: unknown } = {}) {
  const isOpen = endpoint.access === 'PUBLIC';
  const kinds = [...GENERAL_ERRORS, ...(isOpen ? [] : SIGNED_IN_ERRORS), ...endpoint.errors];
  const errors = kinds.map((kind) => [errorStatus[kind], describeError(endpoint, kind)] as const);
  return {
    security: isOpen ? [] : [{ accessToken: [] }],
    ...(endpoint.permission === undefined ? {} : { 'x-permission': endpoint.permission }),
    ...(isOpen || isForPages(endpoint) ? {} : { 'x-not-for-pages': true }),
    response: { ...(schema.response as object | undefined), ...Object.fromEntries(errors) },
  };
}

function describeError({ details }: Endpoint, kind: ErrorKind): object {
  const schema = details?.[kind];
  const body = schema === undefined ? ErrorBody : ErrorBody.extend({ details: schema.optional() });
  return { description: kind, ...z.toJSONSchema(body) };
}
