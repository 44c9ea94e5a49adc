import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { setDomainLimit } from '@atrium/contract/limits/limits';
import { getFunctionsUrl } from '@atrium/contract/services/functions-url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { type OriginApp, startOrigin } from '../../test/functions-origin.ts';
import type { Caller } from '../http/caller.ts';

const MIB = 1024 * 1024;

const ECHO = `export default async (params, { request, user }) => Response.json({
  method: request.method, url: request.url, headers: [...request.headers], body: await request.text(), params, user,
});`;
const HOSTILE = `export default () => new Response('<p>page</p>', { headers: [
  ['content-type', 'text/html'], ['set-cookie', 'atrium_refresh=evil; Path=/'], ['set-cookie', 'cart=1'],
  ['set-cookie', 'a=1; Domain=127.0.0.1'], ['clear-site-data', '"*"'], ['content-security-policy', "sandbox allow-same-origin"],
  ['x-content-type-options', 'no'], ['content-length', '3'], ['transfer-encoding', 'chunked'],
] });`;

let server: OriginApp;
let owner: Caller;
let url: string;
let path: string;

beforeAll(async () => {
  server = await startOrigin();
  owner = await buildUser(server.context);
  url = await server.urlOf(owner);
  path = new URL(url).pathname;
  await server.add(owner, {
    echo: { source: ECHO, http: { path: '/echo', methods: ['GET', 'POST', 'PUT'] } },
    item: { source: ECHO, http: { path: '/items/{id}', methods: ['GET'] } },
    hostile: { source: HOSTILE, http: { path: '/hostile', methods: ['GET'] } },
    fails: { source: 'export default () => { throw new Error("of the owner"); }', http: { path: '/fails' } },
    refuses: {
      source: 'export default () => { throw Object.assign(new Error("No such order."), { status: 404 }); }',
      http: { path: '/refuses' },
    },
    bytes: {
      source:
        'export default async (_, { request }) => new Response(await request.bytes(), { status: 201 });',
      http: { path: '/bytes' },
    },
    keyed: { source: ECHO, http: { path: '/keyed', access: 'key' } },
    personal: { source: ECHO, http: { path: '/personal', access: 'user' } },
    shop: { source: 'export default () => 1', http: { path: '/shop', cors: ['https://shop.example'] } },
  });
  await server.add(
    owner,
    { stored: { source: 'export default () => "content"', http: { path: '/stored' } } },
    'content',
  );
});

afterAll(() => server[Symbol.asyncDispose]());

const post = (to: string, init: RequestInit = {}) => fetch(url + to, { method: 'POST', ...init });

test('anyone calls a function at its address, as no person', async () => {
  const { url: told } = await server.call(getFunctionsUrl, {}, { as: owner });
  expect(told).toBe(url);
  const response = await fetch(`${url}/items/4%202?a=1&a=2`, { headers: { 'x-a': '1' } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    method: 'GET',
    url: `${url}/items/4%202?a=1&a=2`,
    params: { id: '4 2' },
    user: null,
    headers: expect.arrayContaining([
      ['x-a', '1'],
      ['x-forwarded-for', '127.0.0.1'],
    ]),
  });
  expect((await post('/stored')).status).toBe(200);
});

test('bytes come and go as they are', async () => {
  const body = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
  const response = await post('/bytes', { body, headers: { 'content-type': 'application/x-odd' } });
  expect(response.status).toBe(201);
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
});

test('errors of functions are responses, and tell nothing of the owner', async () => {
  const refused = await post('/refuses');
  expect([refused.status, await refused.json()]).toMatchObject([404, { message: 'No such order.' }]);
  const failed = await post('/fails');
  expect([failed.status, await failed.json()]).toEqual([500, { message: 'The function failed.' }]);
  const unknown = await post('/none');
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    { message: 'There is nothing at this address.' },
  ]);
  const wrong = await fetch(`${url}/shop`);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  for (const other of ['000000000000', '0'.repeat(11), '..', 'ABCDEF012345', '%30%30'])
    expect((await fetch(new URL(`/${other}/echo`, url))).status).toBe(404);
});

test('usage is the owner’s, and the call is in the log', async () => {
  await expect
    .poll(
      () =>
        server.context.db
          .selectFrom('usageEvents')
          .select(['userId', 'metric'])
          .where('domainId', '=', owner.domainId)
          .where('metric', '=', 'public')
          .executeTakeFirst(),
      { timeout: 20_000 },
    )
    .toEqual({ userId: owner.userId, metric: 'public' });
});

test('a page of another origin is answered from the declaration', async () => {
  const ask = (origin: string) =>
    fetch(`${url}/shop`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-a' },
    });
  const allowed = await ask('https://shop.example');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://shop.example',
  ]);
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

describe('the console on the same host', () => {
  test('its cookies reach no function', async () => {
    const cookie = 'atrium_refresh=a; cart=1; __Host-atrium_device=b';
    const { headers } = (await (await fetch(`${url}/echo`, { headers: { cookie } })).json()) as {
      headers: string[][];
    };
    expect(headers.filter(([name]) => name === 'cookie')).toEqual([['cookie', 'cart=1']]);
  });

  test('a response sets none of them, and has no origin in a browser', async () => {
    const { headers } = await fetch(`${url}/hostile`);
    expect(headers.getSetCookie()).toEqual(['cart=1']);
    expect(headers.get('clear-site-data')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      'sandbox allow-same-origin, sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads',
    );
    for (const other of ['/none', '/fails'])
      expect((await post(other)).headers.get('content-security-policy')).toContain('sandbox');
  });

  test('has none of its own pages and calls here', async () => {
    for (const other of [
      '/console/',
      '/auth/v1/refresh',
      '/services/hyper-dispatch/invoke/echo',
      '/metrics',
      '/health/ready',
    ])
      expect((await fetch(new URL(other, url))).status).toBe(404);
  });
});

test('a key of the domain opens an address, and stays with the platform', async () => {
  const keyOf = async (person: Caller, permissions: ('functions.invoke' | 'content.read')[]) => {
    const body = { label: 'Shop', kind: 'token' as const, permissions };
    return (await server.call(createOwnKey, { body }, { as: person })).token ?? '';
  };
  const key = await keyOf(owner, ['functions.invoke']);
  for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
    const response = await post('/keyed', { headers });
    const text = await response.text();
    expect([response.status, text.includes(key)]).toEqual([200, false]);
    expect(JSON.parse(text).user.id).toBe(owner.userId);
    expect(await (await post('/echo', { headers })).text()).not.toContain(key);
  }
  expect((await post('/keyed')).status).toBe(401);
  expect((await post('/keyed', { headers: { 'x-api-key': `${key}x` } })).status).toBe(401);
  expect((await post('/personal', { headers: { 'x-api-key': key } })).status).toBe(401);
  const weak = await keyOf(owner, ['content.read']);
  expect((await post('/keyed', { headers: { 'x-api-key': weak } })).status).toBe(403);
  const stranger = await buildUser(server.context);
  const foreign = await keyOf(stranger, ['functions.invoke']);
  expect((await post('/keyed', { headers: { 'x-api-key': foreign } })).status).toBe(401);
  const { token } = await server.context.tokens.issueAccessToken(stranger);
  for (const headers of [
    { authorization: `Bearer ${foreign}` },
    { 'x-api-key': foreign },
    { authorization: `Bearer ${token}` },
  ]) {
    const echoed = await post('/echo', { headers });
    const text = await echoed.text();
    expect([echoed.status, text.includes(foreign), text.includes(token)]).toEqual([200, false, false]);
  }
});

test('an access token opens an address for people', async () => {
  const { token } = await server.context.tokens.issueAccessToken(owner);
  const headers = { authorization: `Bearer ${token}` };
  const response = await post('/personal', { headers });
  const text = await response.text();
  expect([response.status, text.includes(token)]).toEqual([200, false]);
  expect((await post('/keyed', { headers })).status).toBe(401);
  // Of the function's own making, it is none of the platform's business.
  const own = (await (await post('/echo', { headers: { authorization: 'Bearer own' } })).json()) as {
    headers: string[][];
  };
  expect(own.headers).toContainEqual(['authorization', 'Bearer own']);
});

test('a locked domain has no addresses', async () => {
  const locked = await buildUser(server.context);
  const address = await server.urlOf(locked);
  await server.context.db
    .updateTable('domains')
    .set({ lockedOn: new Date(), lockedBecause: 'test' })
    .where('id', '=', locked.domainId)
    .execute();
  expect((await fetch(`${address}/anything`)).status).toBe(404);
});

test.each(['clientCallsPerMinute', 'domainCallsPerMinute', 'addressCallsPerMinute'] as const)(
  'calls beyond %s are refused for a while',
  async (name) => {
    const person = await buildUser(server.context);
    await server.add(person, { one: { source: 'export default () => 1', http: { path: '/one' } } });
    const administrator = await buildUser(server.context, { isAdmin: true });
    await server.call(
      setDomainLimit,
      { params: { id: person.domainId }, body: { name, limit: 2 } },
      { as: administrator },
    );
    const address = `${await server.urlOf(person)}/one`;
    // A minute may end in between.
    const statuses = [];
    for (let call = 0; call < 6; call++) statuses.push(await fetch(address, { method: 'POST' }));
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused[0]?.json()).toMatchObject({ message: 'Too many requests. Please try again later.' });
  },
);

describe('large bodies', () => {
  test('of 6 MiB reach a function that has no more memory than others', async () => {
    const body = Buffer.alloc(6 * MIB, 'x');
    await server.add(owner, {
      large: {
        source: 'export default async (_, { request }) => (await request.text()).length;',
        http: { path: '/large' },
      },
    });
    expect(await (await post('/large', { body })).text()).toBe(String(6 * MIB));
  });

  test('above that are refused at once, each time, on a connection that is kept', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const sockets = new Set<unknown>();
    const send = async (body: Buffer, isChunked: boolean) => {
      const headers = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length };
      const call = request({ agent, port: server.port, method: 'POST', path: `${path}/echo`, headers });
      call.on('socket', (socket) => sockets.add(socket));
      const answered = once(call, 'response');
      for (let at = 0; at < body.length; at += 64 * 1024) call.write(body.subarray(at, at + 64 * 1024));
      call.end();
      const [response] = await answered;
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    };
    for (const isChunked of [false, true]) {
      for (let call = 0; call < 3; call++) expect(await send(Buffer.alloc(6.5 * MIB), isChunked)).toBe(413);
      expect(await send(Buffer.from('a'), isChunked)).toBe(200);
    }
    expect(sockets.size).toBe(1);
  });

  test('are refused before they are sent', async () => {
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`POST ${path}/echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${100 * MIB}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

/** Sends bytes and returns the statuses of all responses until the other side has no more to say. */
async function sendRaw(bytes: string): Promise<number[]> {
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

describe('hostile requests', () => {
  const head = (line: string, ...headers: string[]) =>
    `${[line.replace('PATH', path), 'Host: 127.0.0.1', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
  const SECOND = 'GET /000000000000/echo HTTP/1.1\r\nHost: a\r\n\r\n';

  test.each<[string, () => string]>([
    [
      'two lengths',
      () => head('POST PATH/echo HTTP/1.1', 'Content-Length: 0', `Content-Length: ${SECOND.length}`) + SECOND,
    ],
    ['two lengths in one header', () => head('POST PATH/echo HTTP/1.1', 'Content-Length: 0, 5') + SECOND],
    ['a length with a sign', () => head('POST PATH/echo HTTP/1.1', 'Content-Length: +5') + SECOND],
    ['a length in another base', () => head('POST PATH/echo HTTP/1.1', 'Content-Length: 0x5') + SECOND],
    ['a negative length', () => head('POST PATH/echo HTTP/1.1', 'Content-Length: -1') + SECOND],
    [
      'a length and chunks',
      () =>
        head('POST PATH/echo HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked') +
        `0\r\n\r\n${SECOND}`,
    ],
    [
      'chunks and identity',
      () => head('POST PATH/echo HTTP/1.1', 'Transfer-Encoding: chunked, identity') + `0\r\n\r\n${SECOND}`,
    ],
    [
      'an unknown encoding',
      () => head('POST PATH/echo HTTP/1.1', 'Transfer-Encoding: xchunked') + `0\r\n\r\n${SECOND}`,
    ],
    [
      'two encodings',
      () =>
        head('POST PATH/echo HTTP/1.1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: x') +
        `0\r\n\r\n${SECOND}`,
    ],
    [
      'a space before the colon',
      () => head('POST PATH/echo HTTP/1.1', 'Transfer-Encoding : chunked') + `0\r\n\r\n${SECOND}`,
    ],
    [
      'a folded header',
      () => head('POST PATH/echo HTTP/1.1', 'X-A: b\r\n Transfer-Encoding: chunked') + `0\r\n\r\n${SECOND}`,
    ],
    [
      'a chunk without a size',
      () => head('POST PATH/echo HTTP/1.1', 'Transfer-Encoding: chunked') + `\r\n\r\n${SECOND}`,
    ],
    [
      'a chunk with a negative size',
      () => head('POST PATH/echo HTTP/1.1', 'Transfer-Encoding: chunked') + `-1\r\n\r\n${SECOND}`,
    ],
    ['a NUL in a header', () => head('GET PATH/echo HTTP/1.1', 'X-A: a\0b')],
    ['a bare carriage return', () => head('GET PATH/echo HTTP/1.1', 'X-A: a\rSet-Cookie: b')],
    ['two hosts', () => head('GET PATH/echo HTTP/1.1', 'Host: evil.example')],
    ['no host', () => `GET ${path}/echo HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['headers of 100 KiB', () => head('GET PATH/echo HTTP/1.1', `X-A: ${'a'.repeat(100 * 1024)}`)],
    ['a path of 100 KiB', () => head(`GET PATH/${'a'.repeat(100 * 1024)} HTTP/1.1`)],
    ['an address in place of a path', () => head(`GET http://127.0.0.1PATH/echo HTTP/1.1`)],
    ['a fragment', () => head('GET PATH/echo#a HTTP/1.1')],
    ['a path of another domain', () => head('GET PATH/../000000000000/echo HTTP/1.1')],
    ['a doubled slash', () => head('GET /PATH/echo HTTP/1.1')],
    ['a backslash', () => head('GET PATH\\echo HTTP/1.1')],
    ['a slash that is encoded', () => head('GET PATH%2Fecho HTTP/1.1')],
    ['a name that is encoded', () => head('GET PATH/%65cho HTTP/1.1')],
    ['a dot that is encoded', () => head('GET PATH/%2e/echo HTTP/1.1')],
    ['half an escape', () => head('GET PATH/items/% HTTP/1.1')],
    ['bytes that are no UTF-8', () => head('GET PATH/items/%ff HTTP/1.1')],
    ['a line break in a parameter', () => head('GET PATH/items/a%0d%0aX-B:%20c HTTP/1.1')],
    ['TRACE', () => head('TRACE PATH/echo HTTP/1.1')],
    ['CONNECT', () => head('CONNECT 127.0.0.1:80 HTTP/1.1')],
    ['a method of its own', () => head('STEAL PATH/echo HTTP/1.1')],
    ['the whole server', () => head('OPTIONS * HTTP/1.1')],
  ])('%s: refused, once, and nothing is called', async (_, bytes) => {
    const statuses = await sendRaw(bytes());
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
  });

  test('a request behind another one is one of its own', async () => {
    const first = `POST ${path}/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`;
    expect(await sendRaw(first + SECOND + head('GET PATH/echo HTTP/1.1'))).toEqual([200, 404, 200]);
  });

  test('a function cannot end the head of its response', async () => {
    const forms = ['a\\r\\nx-b: c', 'a\\nx-b: c', 'a\\u0000', 'ü\\u2028', '\\ud800'];
    for (const [index, value] of forms.entries()) {
      const source = `export default () => { try { return new Response('x', { headers: { 'x-a': "${value}" } }); } catch { return 'refused'; } }`;
      await server.add(owner, { [`split${index}`]: { source, http: { path: `/split${index}` } } });
      const response = await post(`/split${index}`);
      expect(response.headers.get('x-b')).toBeNull();
      expect([200, 500]).toContain(response.status);
    }
    const past = `Array.prototype[Symbol.iterator]; export default () => { const r = new Response('x'); Object.defineProperty(r.headers, 'entries', { value: function* () { yield ['x-a', 'b\\r\\nx-b: c']; } }); r.headers[Symbol.iterator] = r.headers.entries; return r; }`;
    await server.add(owner, { past: { source: past, http: { path: '/past' } } });
    expect((await post('/past')).headers.get('x-b')).toBeNull();
  });
});
