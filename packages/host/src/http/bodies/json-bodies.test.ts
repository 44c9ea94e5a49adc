import { defineEndpoint } from '@atrium/contract/endpoint';
import fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { installErrorHandler } from '../errors/error-handler.ts';
import { createRoute } from '../route.ts';
import { installJsonBodies } from './json-bodies.ts';
import { checkedValidatorCompiler } from './text-check.ts';

const things = (name: string, maxBodyBytes?: number) =>
  defineEndpoint({
    method: 'POST',
    path: `/public/${name}`,
    access: 'PUBLIC',
    tag: 'test',
    summary: 'Write things',
    body: z.object({ things: z.array(z.number()) }),
    response: z.object({ count: z.int() }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  });
const usual = things('few');
const large = things('many', 8 * 1024 * 1024);

async function send(path: string, payload: string | Buffer) {
  const app = fastify();
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  installJsonBodies(app);
  const route = createRoute(
    () => undefined,
    () => '',
  );
  for (const endpoint of [usual, large]) {
    route(app, endpoint, ({ body }) => ({ count: body.things.length }));
  }
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: path, payload, headers });
  return [answer.statusCode, answer.json()];
}
const numbers = (count: number) => JSON.stringify({ things: Array(count).fill(1) });

test('bodies may hold what their endpoints are for', async () => {
  expect(await send(usual.path, numbers(140_000))).toEqual([200, { count: 140_000 }]);
  expect(await send(large.path, numbers(900_000))).toEqual([200, { count: 900_000 }]);
});

test.each([
  [usual.path, 160_000, 'The body has more than 150,000 values. Send it in several parts.'],
  [large.path, 1_100_000, 'The body has more than 1,000,000 values. Send it in several parts.'],
])('%s refuses more before anything is made of it', async (path, count, message) => {
  expect(await send(path, numbers(count))).toEqual([413, expect.objectContaining({ message })]);
});

test('of faults without number the first hundred are named', async () => {
  const [status, { errors }] = await send(usual.path, JSON.stringify({ things: Array(140_000).fill('1') }));
  expect(status).toBe(400);
  expect(errors).toHaveLength(100);
  expect(errors[99].field).toBe('things.99');
});

test('what is no JSON, and names that change objects, are refused as ever', async () => {
  expect((await send(usual.path, '{"things":[1,'))[0]).toBe(400);
  expect((await send(usual.path, '{"__proto__":{},"things":[]}'))[0]).toBe(400);
});

test('what is not UTF-8 is refused, and what is stays as it is', async () => {
  const body = '{"things":[],"name":"M\u00fcller"}';
  expect(await send(usual.path, Buffer.from(body, 'latin1'))).toEqual([
    400,
    expect.objectContaining({ message: 'The body is not UTF-8 text.' }),
  ]);
  expect(await send(usual.path, Buffer.from(`\ufeff${body}`))).toEqual([200, { count: 0 }]);
});
