import { defineEndpoint } from '@atrium/contract/endpoint';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../../test/support.ts';
import { installOpenApi } from './openapi.ts';

test('details that may be null say so in the words of OpenAPI 3.1, whatever else they are', async () => {
  await using app = Fastify();
  await installOpenApi(app);
  const endpoint = defineEndpoint({
    method: 'GET',
    path: '/things',
    access: 'PUBLIC',
    tag: 'things',
    summary: 'List things',
    errors: ['conflict'],
    details: { conflict: z.union([z.string(), z.number().gt(3)]).nullable() },
  });
  app.get(endpoint.path, { config: { endpoint } }, () => '');
  const document = (await app.inject('/console/api/openapi.json')).json();
  const { details } =
    document.paths['/things'].get.responses['409'].content['application/json'].schema.properties;
  const either = [{ type: 'string' }, { type: 'number', exclusiveMinimum: 3 }];
  expect(details).toEqual({ anyOf: [{ anyOf: either }, { type: 'null' }] });
});

test('nothing in the document is of another dialect', async () => {
  await using server = await startTestApp();
  const { body } = await server.app.inject('/console/api/openapi.json');
  expect(body).toMatch(/^{"openapi":"3\.1\./);
  expect(body.match(/"(nullable|\$schema)":/g)).toBeNull();
});
