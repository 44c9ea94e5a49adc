import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, errorDetails, fieldErrors } from '@atrium/contract/api-error';
import { defineEndpoint } from '@atrium/contract/endpoint';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from './call.ts';

const base = { tag: 'test', summary: 'test' } as const;
const own = { ...base, access: 'AUTHENTICATED', permission: 'none' } as const;
const read = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/things/{id}',
  params: z.object({ id: z.string() }),
  query: z.object({ size: z.number().optional(), tag: z.array(z.string()).optional() }),
  response: z.unknown(),
});
const write = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/things',
  body: z.object({ name: z.string() }),
  response: z.unknown(),
  details: {
    conflict: z.object({ version: z.int() }),
    unprocessable: z.object({ reason: z.string() }),
  },
});
const open = defineEndpoint({
  ...base,
  access: 'PUBLIC',
  method: 'GET',
  path: '/public/list',
  response: z.unknown(),
});

interface Seen {
  line: string;
  authorization: string | undefined;
  idempotencyKey: string | string[] | undefined;
  body: string;
}
let seen: Seen[] = [];
let answer: (request: IncomingMessage) => { status: number; body: string } = () => ({
  status: 200,
  body: '{}',
});
let origin = '';
let token: string | undefined = 'old';
let refreshes = 0;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part.toString();
  });
  request.on('end', () => {
    const { authorization, 'idempotency-key': idempotencyKey } = request.headers;
    seen.push({ line: `${request.method} ${request.url}`, authorization, idempotencyKey, body });
    const { status, body: text } = answer(request);
    response.writeHead(status, { 'x-request-id': 'r-1' }).end(text);
  });
});

const client = () =>
  createClient({
    origin,
    token: () => token,
    refresh: async () => {
      refreshes += 1;
      token = 'new';
      return 'granted';
    },
  });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  token = 'old';
  refreshes = 0;
  answer = () => ({ status: 200, body: '{"ok":true}' });
});

it('builds path, query and body from the endpoint, and sends the token', async () => {
  await client().call(read, { params: { id: 'a/b' }, query: { size: 3, tag: ['x', 'y'] } });
  await client().call(write, { body: { name: 'n' } }, { idempotencyKey: 'k' });
  expect(seen).toEqual([
    {
      line: 'GET /things/a%2Fb?size=3&tag=x&tag=y',
      authorization: 'Bearer old',
      idempotencyKey: undefined,
      body: '',
    },
    { line: 'POST /things', authorization: 'Bearer old', idempotencyKey: 'k', body: '{"name":"n"}' },
  ]);
});

it('never sends the token to a public path', async () => {
  await client().call(open, {});
  expect(seen[0]?.authorization).toBeUndefined();
});

it('refreshes once for all that met a 401, and sends each again with the new token', async () => {
  answer = ({ headers }) =>
    headers.authorization === 'Bearer new' ? { status: 200, body: '"fresh"' } : { status: 401, body: '{}' };
  const { call } = client();
  const input = (id: string) => ({ params: { id }, query: {} });
  expect(await Promise.all(['1', '2', '3'].map((id) => call(read, input(id))))).toEqual([
    'fresh',
    'fresh',
    'fresh',
  ]);
  expect(refreshes).toBe(1);
});

it('gives a second 401 to the caller instead of asking without end', async () => {
  answer = () => ({ status: 401, body: '{"message":"Please sign in."}' });
  await expect(client().call(write, { body: { name: 'n' } })).rejects.toMatchObject({ status: 401 });
  expect(refreshes).toBe(1);
});

it('waits for a new sign-in but where the response is needed on the page that asked', async () => {
  answer = ({ headers }) =>
    headers.authorization === 'Bearer new' ? { status: 200, body: '"done"' } : { status: 401, body: '{}' };
  const signedIn = Promise.withResolvers<'granted'>();
  const { call } = createClient({
    origin,
    token: () => token,
    refresh: async (isWorthWaiting) => (isWorthWaiting ? signedIn.promise : 'denied'),
  });
  const saved = call(write, { body: { name: 'saved' } });
  const secret = call({ ...write, isResponseNeeded: true }, { body: { name: 'secret' } });
  await expect(secret).rejects.toMatchObject({ status: 401 });
  token = 'new';
  signedIn.resolve('granted');
  expect(await saved).toBe('done');
  expect(seen.filter(({ body }) => body.includes('secret'))).toHaveLength(1);
});

it('reads errors as the specification says', async () => {
  const body = {
    status: 422,
    message: 'Refused.',
    errors: [{ field: 'name', defaultMessage: 'Too short.' }],
    details: { reason: 'X' },
  };
  answer = () => ({ status: 422, body: JSON.stringify(body) });
  const error = await client()
    .call(write, { body: { name: '' } })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, message: 'Too short.', requestId: 'r-1', body });
  expect(fieldErrors(error)).toEqual({ name: 'Too short.' });
  expect(errorDetails<typeof write, 'unprocessable'>(error, 422)).toEqual({ reason: 'X' });
  expect(errorDetails<typeof write, 'conflict'>(error, 409)).toBeUndefined();
});

it.each([
  [404, 'The requested resource was not found.'],
  [500, 'An unexpected error encountered when connecting to the server.'],
  [418, 'No message available'],
])('has a default for %i without a message', async (status, message) => {
  answer = () => ({ status, body: '' });
  await expect(client().call(open, {})).rejects.toMatchObject({ status, message });
});

it('tells a network failure apart, and passes a cancelled call on as what it is', async () => {
  const gone = createClient({
    origin: 'http://127.0.0.1:1',
    token: () => undefined,
    refresh: async () => 'denied',
  });
  await expect(gone.call(open, {})).rejects.toMatchObject({ status: 0 });
  await expect(client().call(open, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it('tells a body that breaks off as a network failure, and one that is given up as what it is', async () => {
  const heads = createServer((_, response) => {
    response.writeHead(200).write('{"half":');
    heads.emit('half', response);
  });
  await new Promise<void>((resolve) => heads.listen(0, '127.0.0.1', resolve));
  const port = (heads.address() as AddressInfo).port;
  const parts = { token: () => undefined, refresh: async () => 'denied' as const };
  const half = createClient({ ...parts, origin: `http://127.0.0.1:${port}` });
  heads.once('half', (response: ServerResponse) => response.destroy());
  await expect(half.call(open, {})).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  const givenUp = new AbortController();
  heads.once('half', () => givenUp.abort());
  await expect(half.call(open, {}, { signal: givenUp.signal })).rejects.toMatchObject({ name: 'AbortError' });
  heads.close();
});

it('asks who it is where a call needs to know, once, and repeats the call or cancels it', async () => {
  let isConfirmed = false;
  const questions: boolean[] = [];
  const refusal = { status: 403, body: '{"message":"No.","details":{"reason":"CONFIRMATION_NEEDED"}}' };
  answer = () => (isConfirmed ? { status: 200, body: '"done"' } : refusal);
  const asking = (reply: boolean) =>
    createClient({
      origin,
      token: () => token,
      refresh: async () => 'denied',
      confirm: async () => {
        questions.push(reply);
        isConfirmed = reply;
        return reply;
      },
    });
  await expect(asking(false).call(write, { body: { name: 'n' } })).rejects.toMatchObject({
    name: 'NotConfirmedError',
    cause: { status: 403 },
  });
  expect(await asking(true).call(write, { body: { name: 'n' } })).toBe('done');
  expect(questions).toEqual([false, true]);
  expect(seen).toHaveLength(3);
});

it.each([
  ['3', 3000],
  [new Date(0).toUTCString(), undefined],
  [undefined, undefined],
])('knows from Retry-After (%s) how long the platform asks to wait', async (value, waitMs) => {
  const refused = () =>
    Promise.resolve(new Response('{}', { status: 503, headers: value ? { 'retry-after': value } : {} }));
  const { call } = createClient({
    token: () => 'any',
    refresh: () => Promise.resolve('denied'),
    fetch: refused,
  });
  await expect(call(open, {})).rejects.toMatchObject({ status: 503, retryAfterMs: waitMs });
});
