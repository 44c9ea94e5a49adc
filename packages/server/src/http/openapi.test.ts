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

test('the calls of the platform and those of services are served as OpenAPI 3.1, and nothing of another dialect', async () => {
  await using server = await startTestApp();
  const page = (await server.app.inject('/console/api')).body;
  const documents = [
    ['/console/api/openapi.json', '/console/v1/tests/run'],
    ['/console/api/services.openapi.json', '/invoke/{folder}/{name}'],
  ] as const;
  for (const [url, path] of documents) {
    expect(page).toContain(`<a href="${url}">`);
    const { body, headers } = await server.app.inject(url);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.match(/"(nullable|\$schema)":/g)).toBeNull();
    const { openapi, paths } = JSON.parse(body);
    expect([openapi, Object.keys(paths)]).toEqual(['3.1.0', expect.arrayContaining([path])]);
  }
});

test('a call says which permission it needs, and whether it is refused to pages', async () => {
  await using server = await startTestApp();
  const { paths } = (await server.app.inject('/console/api/openapi.json')).json();
  for (const [path, permission] of [
    ['/console/v1/notifications/domain/channels', 'tests.run'],
    ['/console/v1/card/create', 'billing.pay'],
    ['/auth/v1/user/page-grants', 'none'],
  ]) {
    const call = { 'x-permission': permission, 'x-not-for-pages': true };
    expect(paths[path as string].post).toMatchObject(call);
  }
  const run = paths['/console/v1/tests/run'].post;
  expect([run['x-permission'], run['x-not-for-pages']]).toEqual(['tests.run', undefined]);
});
