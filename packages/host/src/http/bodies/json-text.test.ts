import { defineEndpoint } from '@atrium/contract/endpoint';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createRoute } from '../route.ts';
import { JsonText, responseCompiler } from './json-text.ts';

const list = defineEndpoint({
  method: 'GET',
  path: '/list',
  access: 'PUBLIC',
  tag: 'test',
  summary: 'test',
  response: z.object({ results: z.array(z.object({ result: z.unknown().optional() })) }),
});

test('JSON that is stored as text stands in the response as it is', async () => {
  const texts = ['{"b": [1, "$& $1"],\n"a":1.0}', '"text"', 'null', '12345678901234567890'];
  const results = [...texts.map((text) => ({ result: new JsonText(text) })), { result: '"quoted"' }, {}];
  const app = fastify();
  app.setSerializerCompiler(responseCompiler);
  const fail = () => {
    throw new Error('no one is signed in');
  };
  createRoute(fail, fail)(app, list, async () => ({ results }));
  const { body } = await app.inject('/list');
  const written = [...texts.map((text) => `{"result":${text}}`), '{"result":"\\"quoted\\""}', '{}'];
  expect(body).toBe(`{"results":[${written.join(',')}]}`);
  await app.close();
});

test('a text that is written elsewhere is the value that it says', () => {
  expect(JSON.stringify({ result: new JsonText('{ "a": 1 }') })).toBe('{"result":{"a":1}}');
});
