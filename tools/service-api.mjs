// `node tools/service-api.mjs`: writes packages/contract/service-api.openapi.json, which the platform serves, from the contract. A test keeps them in step.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Nothing } from '@atrium/contract/endpoint';
import { ErrorBody, errorStatus } from '@atrium/contract/errors';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages', 'contract', 'src', 'service-api');
const document = join(root, 'packages', 'contract', 'service-api.openapi.json');

/** @typedef {import('@atrium/contract/endpoint').Endpoint} Endpoint */
/** @typedef {import('@atrium/contract/errors').ErrorKind} ErrorKind */

/**
 * Errors that every call can answer, besides its own.
 * @type {ErrorKind[]}
 */
const GENERAL = ['badRequest', 'unauthenticated', 'forbidden', 'internal', 'unavailable'];
const SIGNED_IN = new Set(['unauthenticated', 'forbidden']);

export async function buildServiceApi() {
  /** @type {Record<string, Record<string, unknown>>} */
  const paths = {};
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    /** @type {Record<string, Endpoint | undefined>} */
    const exported = await import(pathToFileURL(join(folder, file)).href);
    for (const [name, endpoint] of Object.entries(exported)) {
      if (endpoint?.path === undefined || endpoint.method === undefined) continue;
      const methods = (paths[endpoint.path] ??= {});
      methods[endpoint.method.toLowerCase()] = describe(name, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'API of a service',
      version: '1',
      description:
        'Relative to the address of the service, except the call tagged "usage", which the service makes to the platform.',
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: { serviceToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toSchema(ErrorBody, 'output') },
    },
  };
}

/**
 * @param {string} name
 * @param {Endpoint} endpoint
 */
function describe(name, endpoint) {
  const {
    summary,
    tag,
    access,
    permission,
    params,
    query,
    body,
    response,
    status,
    produces,
    errors,
    details = {},
  } = endpoint;
  const isJson = produces === 'json';
  const answer =
    status === 204
      ? {}
      : { content: { [isJson ? 'application/json' : produces]: { schema: toSchema(response, 'output') } } };
  const kinds = [...new Set([...GENERAL, ...errors])].filter(
    (kind) => access !== 'PUBLIC' || !SIGNED_IN.has(kind),
  );
  const failures = kinds.map((kind) => [
    String(errorStatus[kind]),
    {
      description: kind,
      content: { 'application/json': { schema: describeError(details[kind]) } },
    },
  ]);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(access === 'PUBLIC' ? { security: [] } : { security: [{ serviceToken: [] }] }),
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    parameters: [...toParameters(params, 'path'), ...toParameters(query, 'query')],
    ...(body === Nothing
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(body, 'input') } },
          },
        }),
    responses: { [status]: { description: 'Success', ...answer }, ...Object.fromEntries(failures) },
  };
}

/** @param {z.ZodType | undefined} details */
function describeError(details) {
  const error = { $ref: '#/components/schemas/Error' };
  if (details === undefined) return error;
  return { allOf: [error, { type: 'object', properties: { details: toSchema(details, 'output') } }] };
}

/**
 * @param {z.ZodType} schema
 * @param {'path' | 'query'} place
 */
function toParameters(schema, place) {
  if (schema === Nothing) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/**
 * @param {z.ZodType} schema
 * @param {'input' | 'output'} io
 */
function toSchema(schema, io) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(document, `${JSON.stringify(await buildServiceApi(), null, 2)}\n`);
}
