import { defineEndpoint } from '@atrium/contract/endpoint';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConflictError, UnprocessableError } from '../errors.ts';
import { isKnown } from './bodies/entity-tags.ts';
import { notModified, ResponseInPieces } from './bodies/responses.ts';
import { checkedValidatorCompiler } from './bodies/text-check.ts';
import { SlowCallLimit } from './connections/slow-call-limit.ts';
import { installErrorHandler } from './errors/error-handler.ts';
import { createRoute } from './route.ts';

interface Callers {
  AUTHENTICATED: { name: string };
  ADMIN_ONLY: { name: string };
  SERVICE: { name: string };
}

const route = createRoute<Callers>(
  ({ headers }) => ({ name: String(headers['x-name']) }),
  ({ name }) => name,
);

const base = { tag: 'test', summary: 'A call', response: z.object({ name: z.string() }) } as const;
const write = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/things/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  params: z.object({ id: z.string() }),
  errors: ['conflict', 'unprocessable'],
  details: { conflict: z.object({ version: z.int() }) },
});
const read = defineEndpoint({ ...base, method: 'GET', path: '/public/things', access: 'PUBLIC' });

function buildApp(): FastifyInstance {
  const app = fastify();
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  return app;
}

test('a handler has the parts of the request and who sent it; an open endpoint has no caller', async () => {
  const app = buildApp();
  route(app, write, ({ params, caller }) => ({ name: `${params.id} of ${caller.name}` }));
  route(app, read, (input) => ({ name: String('caller' in input && input.caller) }));
  const headers = { 'x-name': 'ada' };
  expect((await app.inject({ method: 'POST', url: '/things/7', headers })).json()).toEqual({
    name: '7 of ada',
  });
  expect((await app.inject({ url: '/public/things', headers })).json()).toEqual({ name: 'undefined' });
});

test('who has the very state already is answered 304', async () => {
  const app = buildApp();
  route(app, read, ({ request, reply }) => (isKnown(request, reply, 7) ? notModified : { name: 'seventh' }));
  const first = await app.inject({ url: '/public/things' });
  expect([first.statusCode, first.headers.etag, first.json()]).toEqual([200, '"7"', { name: 'seventh' }]);
  const again = await app.inject({ url: '/public/things', headers: { 'if-none-match': 'W/"6", "7"' } });
  expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, '"7"', '']);
});

test('while a long answer is written piece by piece, all other work has its turn', async () => {
  const app = buildApp();
  const turnsAt: number[] = [];
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  function* writeSlowly() {
    yield '{"name":"';
    for (let piece = 0; piece < 5; piece += 1) {
      turnsAt.push(turns);
      const until = performance.now() + 5;
      while (performance.now() < until);
      yield `${piece}`;
    }
    yield '"}';
  }
  route(app, read, () => new ResponseInPieces(writeSlowly()));
  setImmediate(count);
  const answer = await app.inject({ url: '/public/things' });
  isOver = true;
  expect(answer.json()).toEqual({ name: '01234' });
  expect(turnsAt).toEqual([...new Set(turnsAt)]);
});

test('a slow list is written element by element, each as the endpoint describes it', async () => {
  const app = buildApp();
  app.decorate('slowCallLimit', new SlowCallLimit({ poolSize: 10 }));
  const all = Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, passwordHash: 'x' }));
  const list = { ...write, path: '/lists/{id}', isSlow: true, response: z.array(base.response) } as const;
  route(app, list, ({ params }) => all.slice(0, Number(params.id)));
  for (const length of [0, 1, 20]) {
    const answer = await app.inject({ method: 'POST', url: `/lists/${length}` });
    expect(answer.json()).toEqual(all.slice(0, length).map(({ name }) => ({ name })));
    expect(answer.headers).not.toHaveProperty('content-length');
  }
});

test('details leave as the endpoint describes them, and others not at all', async () => {
  const app = buildApp();
  const thrown: Record<string, Error> = {
    described: new ConflictError('Moved.', { version: 7, secret: 'x' }),
    other: new ConflictError('Moved.', { secret: 'x' }),
    undescribed: new UnprocessableError('No.', { details: { secret: 'x' } }),
  };
  route(app, write, ({ params }) => {
    throw thrown[params.id] ?? new Error('unknown');
  });
  const answer = async (id: string) => (await app.inject({ method: 'POST', url: `/things/${id}` })).json();
  expect(await answer('described')).toMatchObject({ status: 409, details: { version: 7 } });
  expect((await answer('described')).details).toEqual({ version: 7 });
  expect(await answer('other')).toEqual({ status: 409, message: 'Moved.', requestId: expect.any(String) });
  expect(await answer('undescribed')).toEqual({ status: 422, message: 'No.', requestId: expect.any(String) });
});

test('fields that the endpoint does not describe do not leave', async () => {
  const app = buildApp();
  const row = { name: 'first', passwordHash: 'x', domainId: '1' };
  route(app, read, () => row);
  expect((await app.inject({ url: '/public/things' })).json()).toEqual({ name: 'first' });
});

test('an idempotent endpoint is not served where nothing keeps its answers', () => {
  const endpoint = { ...write, idempotent: true };
  expect(() => route(buildApp(), endpoint, () => ({ name: '' }))).toThrow('nothing keeps the answers');
});
