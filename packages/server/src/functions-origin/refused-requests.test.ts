import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { setDomainLimit } from '@atrium/contract/limits/limits';
import {
  type NotedRequests,
  noteRefusedRequests,
} from '@atrium/contract/service-api/functions/refused-requests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { type OriginApp, startOrigin } from '../../test/functions-origin.ts';
import { buildPageService, inSession } from '../../test/page-grants.ts';
import type { Caller } from '../http/caller.ts';
import { Leaving } from '../services/send-to-service.ts';
import type { ServiceClient } from '../services/service-client.ts';
import { FunctionsOrigin } from './functions-origin.ts';
import { RefusedRequests } from './refused-requests.ts';

const MIB = 1024 * 1024;

let server: OriginApp;
let owner: Caller;
let url: string;

beforeAll(async () => {
  server = await startOrigin();
  owner = await buildUser(server.context);
  url = await server.urlOf(owner);
  await server.add(owner, {
    keyed: { source: 'export default () => 1', http: { path: '/keyed', access: 'key' } },
  });
  await server.add(
    owner,
    { stored: { source: 'export default () => 1', http: { path: '/stored', access: 'key' } } },
    'content',
  );
});
afterAll(() => server[Symbol.asyncDispose]());

/** Response of the platform about the refused requests of a function. */
async function read(token: string, name = 'keyed', serviceId = 'hyper-dispatch') {
  const address = `${server.context.publicUrl.get()}/services/${serviceId}/refused-requests?function=${name}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  const { content } = (await response.json()) as { content?: { reason: string; count: number }[] };
  return {
    status: response.status,
    counts: content?.map(({ reason, count }) => `${count} ${reason}`).sort(),
  };
}

const bearer = async (caller: Caller) => (await server.context.tokens.issueAccessToken(caller)).token;

test('requests that the platform refuses before a service gets them are counted for their function', async () => {
  const post = (to: string, init: RequestInit) => fetch(url + to, { method: 'POST', ...init });
  const headers = { 'x-api-key': 'atrium_not-a-key' };
  expect((await post('/keyed', { headers })).status).toBe(401);
  expect((await post('/keyed', {})).status).toBe(401);
  expect((await post('/keyed', { body: Buffer.alloc(6.5 * MIB) })).status).toBe(413);
  expect((await post('/stored', { body: Buffer.alloc(6.5 * MIB) })).status).toBe(413);
  expect((await post('/nothing', { body: Buffer.alloc(6.5 * MIB) })).status).toBe(413);
  const token = await bearer(owner);
  const all = { status: 200, counts: ['1 TOO_LARGE', '2 CREDENTIALS'] };
  await expect.poll(() => read(token), { timeout: 20_000 }).toEqual(all);
  await expect.poll(() => read(token, 'stored', 'content')).toEqual({ status: 200, counts: ['1 TOO_LARGE'] });
});

test('requests over a limit of the domain are counted', async () => {
  const person = await buildUser(server.context);
  await server.add(person, { one: { source: 'export default () => 1', http: { path: '/one' } } });
  const limit = { name: 'domainCallsPerMinute' as const, limit: 1 };
  const administrator = await buildUser(server.context, { isAdmin: true });
  await server.call(setDomainLimit, { params: { id: person.domainId }, body: limit }, { as: administrator });
  const address = `${await server.urlOf(person)}/one`;
  let refused = 0;
  for (let call = 0; call < 4; call++)
    refused += (await fetch(address, { method: 'POST' })).status === 429 ? 1 : 0;
  // A minute may end in between.
  expect(refused).toBeGreaterThanOrEqual(2);
  const token = await bearer(person);
  await expect
    .poll(async () => (await read(token, 'one')).counts, { timeout: 20_000 })
    .toEqual([`${refused} RATE_LIMIT`]);
});

test('the counts are those of the own domain, for who may call functions', async () => {
  const { context } = server;
  const administrator = await buildUser(context, { isAdmin: true });
  await fetch(`${url}/keyed`, { method: 'POST' });
  const own = await read(await bearer(owner));
  expect(own.counts?.at(-1)).toMatch(/CREDENTIALS$/);
  const nothing = { status: 200, counts: [] };
  const forbidden = { status: 403, counts: undefined };
  expect(await read(await bearer(await buildUser(context)))).toEqual(nothing);
  expect(await read(await bearer(administrator))).toEqual(nothing);
  expect(await read(await bearer({ ...owner, impersonatorId: administrator.userId }))).toEqual(own);
  expect(await read(await bearer(await buildChild(context, owner, ['functions.invoke'])))).toEqual(own);
  expect(await read(await bearer(await buildChild(context, owner, ['audit.read'])))).toEqual(forbidden);
  const keyOf = async (permission: 'functions.invoke' | 'content.read') => {
    const body = { label: 'Shop', kind: 'token' as const, permissions: [permission] };
    return (await server.call(createOwnKey, { body }, { as: owner })).token ?? '';
  };
  expect(await read(await keyOf('functions.invoke'))).toEqual(own);
  expect(await read(await keyOf('content.read'))).toEqual(forbidden);
  await buildPageService(context, 'shop-page');
  const pageOf = async (permission: 'functions.invoke' | 'content.read') => {
    const given = { serviceId: 'shop-page', permissions: [permission], minutes: 15 as const };
    return (await context.pageGrants.create(await inSession(context, owner), given)).token;
  };
  expect(await read(await pageOf('functions.invoke'))).toEqual(own);
  expect(await read(await pageOf('content.read'))).toEqual(forbidden);
  expect((await read('nothing')).status).toBe(401);
  const address = `${context.publicUrl.get()}/services/hyper-dispatch/refused-requests`;
  const headers = { authorization: `Bearer ${await bearer(owner)}`, 'content-type': 'application/json' };
  const forged = await fetch(address, { method: 'POST', headers, body: '{"requests":[]}' });
  expect([forged.status, await forged.json()]).toMatchObject([
    403,
    { message: 'Only the platform counts refused requests.' },
  ]);
});

test('no refused request is billed', async () => {
  const events = await server.context.db
    .selectFrom('usageEvents')
    .select('metric')
    .where('domainId', '=', owner.domainId)
    .execute();
  expect(events).toEqual([]);
});

test('a request whose service cannot be reached is counted', async () => {
  const { context } = server;
  const noted: unknown[] = [];
  const origin = new FunctionsOrigin({
    people: context.accounts.people,
    limits: context.limits,
    callCounts: { count: () => Promise.resolve(1), millisecondsLeft: 1 },
    verifyBearer: context.verifyBearer,
    tokens: context.tokens,
    services: {
      get: async (id) => ({ ...(await context.services.get(id)), address: undefined }),
    },
    stops: context.billing.functionStops,
    refusedRequests: { note: ({ path }, reason) => noted.push(`${path} ${reason}`) },
  });
  const { domainId, userId } = owner;
  const request = { method: 'POST', url: `${url}/keyed`, path: '/keyed', headers: [] };
  const given = { id: 'a', ip: '127.0.0.1', request, body: Buffer.alloc(0) };
  await expect(origin.answer({ domainId, ownerId: userId }, given, new Leaving())).rejects.toThrow(
    'cannot be reached',
  );
  expect(noted).toEqual(['/keyed UNAVAILABLE']);
});

/** Counts sent to services that know every path but `/content`, which the second one has. */
function collect(answer?: (domainId: string) => Promise<void>) {
  const sent: { domainId: string; serviceId: string; requests: NotedRequests[] }[] = [];
  const errors: unknown[] = [];
  const client = (domainId: string): Pick<ServiceClient, 'call'> => ({
    async call(serviceId, _endpoint, request) {
      const { requests } = (request as EndpointRequest<typeof noteRefusedRequests>).body;
      await answer?.(domainId);
      sent.push({ domainId, serviceId, requests: [...requests] });
      const unknown = requests.flatMap(({ path }, index) => (path === '/content' ? [index] : []));
      return noteRefusedRequests.response.parse({ unknown }) as never;
    },
  });
  const requests = new RefusedRequests({
    services: { getClient: ({ domainId }) => client(domainId) as ServiceClient },
    serviceIds: ['first', 'second'],
    clock: server.context.clock,
    onError: (error) => errors.push(error),
  });
  return { requests, sent, errors };
}

test('a flood of requests is sent as one batch of a domain, of at most 100 paths', async () => {
  const { requests, sent } = collect();
  for (let call = 0; call < 10_000; call++)
    requests.note({ domainId: 'flooded', method: 'POST', path: `/${call % 200}` }, 'RATE_LIMIT');
  requests.note({ domainId: 'other', method: 'POST', path: '/content' }, 'CREDENTIALS');
  requests.note({ domainId: 'other', method: 'POST', path: `/${'a'.repeat(2_000)}` }, 'CREDENTIALS');
  await requests.close();
  expect(sent.map(({ domainId, serviceId }) => `${domainId} ${serviceId}`)).toEqual([
    'flooded first',
    'other first',
    'other second',
  ]);
  expect(sent[0]?.requests.map(({ count }) => count)).toEqual(Array.from({ length: 100 }, () => 50));
  expect(sent[2]?.requests).toMatchObject([{ path: '/content', reason: 'CREDENTIALS', count: 1 }]);
});

test('counts that could not be sent are kept, and hold up no other domain', async () => {
  let isDown = true;
  const { requests, sent, errors } = collect((domainId) =>
    isDown && domainId === 'a' ? Promise.reject(new Error('away')) : Promise.resolve(),
  );
  const note = (domainId: string) => requests.note({ domainId, method: 'POST', path: '/x' }, 'TOO_LARGE');
  note('a');
  note('b');
  await expect(requests.flush()).rejects.toThrow('away');
  note('a');
  await expect(requests.flush()).rejects.toThrow('away');
  expect(sent.map(({ domainId }) => domainId)).toEqual(['b']);
  isDown = false;
  await requests.close();
  expect(sent.map(({ domainId, requests: [one] }) => [domainId, one?.count])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
  expect(errors).toEqual([]);
});
