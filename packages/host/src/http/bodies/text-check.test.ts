import { defineEndpoint } from '@atrium/contract/endpoint';
import fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { installErrorHandler } from '../errors/error-handler.ts';
import { createRoute } from '../route.ts';
import { checkedValidatorCompiler, findRefusal } from './text-check.ts';

const write = defineEndpoint({
  method: 'POST',
  path: '/public/things/{id}',
  access: 'PUBLIC',
  tag: 'test',
  summary: 'Write a thing',
  params: z.object({ id: z.string() }),
  query: z.object({ word: z.string().optional() }),
  body: z.unknown(),
  response: z.object({ isTaken: z.boolean() }),
});

function buildApp() {
  const app = fastify();
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  createRoute(
    () => undefined,
    () => '',
  )(app, write, () => ({ isTaken: true }));
  return app;
}

async function send(payload: string, url = '/public/things/7') {
  const answer = await buildApp().inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json' },
  });
  return [answer.statusCode, answer.json().errors?.[0]];
}

const UNSTORABLE = 'This text has a character that cannot be stored.';

test.each([
  ['{"a":{"b":["x","y\\u0000"]}}', 'a.b.1'],
  ['{"a":"\\ud800"}', 'a'],
  ['{"a":"\\udfff\\ud800"}', 'a'],
  ['{"a":[{"b\\ud800":1}]}', 'a.0.b\uFFFD'],
  ['"\\u0000"', 'body'],
])('%s is refused, and the field named', async (payload, field) => {
  expect(await send(payload)).toEqual([400, { field, defaultMessage: UNSTORABLE }]);
});

test('bytes are passed on as they are', () => {
  expect(findRefusal({ body: Buffer.alloc(1024) }, 'body')).toBeUndefined();
});

test('paths and queries are looked at as well', async () => {
  expect(await send('{}', '/public/things/a%00b')).toEqual([
    400,
    { field: 'id', defaultMessage: UNSTORABLE },
  ]);
  expect(await send('{}', '/public/things/a?word=%00')).toEqual([
    400,
    { field: 'word', defaultMessage: UNSTORABLE },
  ]);
});

test('whole characters of any kind pass, and so does what is nested within reason', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(await send('{"a":"\\ud83d\\ude00 \\u0001 é","b":null,"c":[1,true]}')).toEqual([200, undefined]);
  expect(await send(nested(400))).toEqual([200, undefined]);
  expect((await send(nested(100_000)))[0]).toBe(400);
});
