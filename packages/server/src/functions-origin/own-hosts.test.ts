import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  addCustomerHost,
  listCustomerHosts,
  removeCustomerHost,
} from '@atrium/contract/customers/customer-hosts';
import { getFunctionsUrl } from '@atrium/contract/services/functions-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { type OriginApp, startOrigin } from '../../test/functions-origin.ts';
import type { Caller } from '../http/caller.ts';

/** Longer than a domain is known by its name. */
const KNOWN_MS = 10_000;

const ECHO = `export default (_, { request }) => new Response(JSON.stringify({ who: 'WHO', url: request.url }), { headers: [
  ['content-type', 'application/json'], ['set-cookie', 'cart=1; Path=/'], ['set-cookie', 'atrium_refresh=evil; Path=/'],
] });`;

let server: OriginApp;
let administrator: Caller;
let owner: Caller;
let neighbor: Caller;

beforeAll(async () => {
  server = await startOrigin();
  administrator = await buildUser(server.context, { isAdmin: true });
  [owner, neighbor] = await Promise.all([buildUser(server.context), buildUser(server.context)]);
  for (const [who, person] of Object.entries({ owner, neighbor })) {
    const http = { path: '/orders', methods: ['GET'] };
    await server.add(person, { orders: { source: ECHO.replace('WHO', who), http } });
  }
  await assign(owner, 'shop.example');
  await assign(neighbor, 'mill.example');
});
afterAll(() => server[Symbol.asyncDispose]());

const hostsOf = (person: Caller) => ({ id: person.domainId });
const assign = (person: Caller, hostName: string, as = administrator) =>
  server.request(addCustomerHost, { params: hostsOf(person), body: { hostName } }, { as });

/** Sends a request with its own `Host`. */
async function get(host: string, path: string, headers: Record<string, string> = {}) {
  const call = request({ port: server.port, host: '127.0.0.1', path, headers: { ...headers, host } });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(body || 'null') };
}

const nameOf = async (person: Caller) => new URL(await server.urlOf(person)).pathname;

test('functions answer at a host name of their domain, in an origin of its own', async () => {
  const { status, body, headers } = await get('shop.example', '/orders?a=1');
  expect([status, body]).toEqual([
    200,
    { who: 'owner', url: `http://shop.example:${server.port}/orders?a=1` },
  ]);
  expect(headers['set-cookie']).toEqual(['cart=1; Path=/']);
  expect(headers['content-security-policy']).toBeUndefined();
  expect(headers['x-content-type-options']).toBe('nosniff');
  const { own } = await server.call(getFunctionsUrl, {}, { as: owner });
  expect(own).toEqual([`http://shop.example:${server.port}`]);
});

test.each(['SHOP.Example', 'shop.example.', 'shop.example:8081', 'Shop.example.:443'])(
  'the host %s is the same',
  async (host) => {
    expect((await get(host, '/orders')).body).toMatchObject({ who: 'owner' });
  },
);

test('a host name leads to its own domain alone, whatever the path and the headers say', async () => {
  const [ours, theirs] = [await nameOf(owner), await nameOf(neighbor)];
  expect((await get('mill.example', '/orders')).body).toMatchObject({ who: 'neighbor' });
  for (const path of [
    `${theirs}/orders`,
    `${ours}/orders`,
    `//mill.example/orders`,
    '/../orders',
    '/orders/',
    '*',
  ])
    expect([path, (await get('shop.example', path)).status]).toEqual([path, 404]);
  for (const host of [
    'other.example',
    'x.shop.example',
    'shop.example.evil.example',
    'shop.example@mill.example',
  ])
    for (const path of ['/orders', `${theirs}/orders`])
      expect([host, path, (await get(host, path)).status]).toEqual([host, path, expect.toSatisfy(isRefusal)]);
  const claimed = { 'x-forwarded-host': 'mill.example', forwarded: 'host=mill.example' };
  expect((await get('shop.example', '/orders', claimed)).body).toMatchObject({ who: 'owner' });
  // Where the installation's own host is asked for, the path names the domain.
  expect((await get(`127.0.0.1:${server.port}`, `${theirs}/orders`)).body).toMatchObject({ who: 'neighbor' });
  expect((await get(`127.0.0.1:${server.port}`, '/orders')).status).toBe(404);
});

const isRefusal = (status: number) => status === 400 || status === 404;

test('the console is at no host name of a customer', async () => {
  for (const path of ['/console/', '/auth/v1/public/jwks', '/console/v1/services'])
    expect((await get('shop.example', path)).status).toBe(404);
});

test.each([
  ['', 'Enter the name of a host'],
  ['https://a.example', 'Enter the name of a host'],
  ['a.example/path', 'Enter the name of a host'],
  ['a.example:443', 'Enter the name of a host'],
  ['*.a.example', 'Enter the name of a host'],
  ['example', 'Enter the name of a host'],
  ['127.0.0.1', 'Enter the name of a host'],
  ['0x7f.1', 'Enter the name of a host'],
  ['a..example', 'Enter the name of a host'],
  ['a_b.example', 'Enter the name of a host'],
  [`${'a'.repeat(64)}.example`, 'Enter the name of a host'],
  ['a.example\u0000', 'cannot be stored'],
])('the host name %j is refused', async (hostName, message) => {
  const answer = await assign(owner, hostName);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(message)]);
});

test('a host name is kept as requests have it, and is assigned once', async () => {
  expect((await assign(owner, ' Müller.Example. ')).json()).toMatchObject({
    hostName: 'xn--mller-kva.example',
    address: `http://xn--mller-kva.example:${server.port}`,
  });
  for (const person of [owner, neighbor]) {
    const answer = await assign(person, 'müller.example');
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('xn--mller-kva.example is already assigned to '),
    ]);
  }
  const both = await Promise.all([owner, neighbor].map((person) => assign(person, 'one.example')));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('the console of a domain keeps its host', async () => {
  const { db } = server.context;
  await db
    .updateTable('domains')
    .set({ hostName: 'Console.example' })
    .where('id', '=', neighbor.domainId)
    .execute();
  expect((await assign(owner, 'console.example')).statusCode).toBe(409);
});

test('a host name that is removed answers no more, and another domain can have it', async () => {
  const params = { ...hostsOf(owner), hostName: 'gone.example' };
  await assign(owner, 'gone.example');
  expect((await get('gone.example', '/orders')).status).toBe(200);
  const stranger = { ...params, id: neighbor.domainId };
  expect(
    (await server.request(removeCustomerHost, { params: stranger }, { as: administrator })).statusCode,
  ).toBe(404);
  await server.call(removeCustomerHost, { params }, { as: administrator });
  expect((await server.request(removeCustomerHost, { params }, { as: administrator })).statusCode).toBe(404);
  await expect
    .poll(async () => (await get('gone.example', '/orders')).status, { timeout: KNOWN_MS })
    .toBe(404);
  await assign(neighbor, 'gone.example');
  await expect
    .poll(async () => (await get('gone.example', '/orders')).body, { timeout: KNOWN_MS })
    .toMatchObject({ who: 'neighbor' });
});

test('administrators alone assign host names, and the log says so', async () => {
  const child = await buildChild(server.context, owner, ['functions.invoke', 'configuration.protect']);
  for (const as of [owner, child, neighbor]) {
    expect((await assign(owner, 'mine.example', as)).statusCode).toBe(403);
    const list = await server.request(listCustomerHosts, { params: hostsOf(owner) }, { as });
    expect(list.statusCode).toBe(403);
  }
  const none = { params: { id: '0197a000-0000-7000-8000-0000000000d1' } };
  expect((await server.request(listCustomerHosts, none, { as: administrator })).statusCode).toBe(404);
  const logged = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('domainId', '=', owner.domainId)
    .where('action', 'in', ['customer.add-host', 'customer.remove-host'])
    .execute();
  expect(logged.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'Functions are also called at shop.example',
      'Functions are no longer called at gone.example',
    ]),
  );
});

test('a locked domain answers at none of its host names', async () => {
  const person = await buildUser(server.context);
  await assign(person, 'locked.example');
  const domain = server.context.db.updateTable('domains').where('id', '=', person.domainId);
  await domain.set({ lockedOn: new Date(), lockedBecause: 'test' }).execute();
  expect((await get('locked.example', `${await nameOf(neighbor)}/orders`)).status).toBe(404);
});
