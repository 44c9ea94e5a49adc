import { createHash, createHmac } from 'node:crypto';
import { MAX_LOGGED_TEXT } from '@atrium/contract/service-api/functions/invocations';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askAddress, atAddress as at } from '../../test/address-requests.ts';
import {
  ann,
  importFiles,
  ofDomain,
  signServiceToken,
  startTestServices,
  type TestServices,
} from '../../test/support.ts';
import { insertAcceptedRequest } from './accepted-request.repository.ts';

type AskArguments = Parameters<typeof askAddress> extends [unknown, ...infer Rest] ? Rest : never;

const HD = '/hyper-dispatch';
const SECRET = 'the secret of the sender';

let services: TestServices;
let now = new Date();

beforeAll(async () => {
  services = await startTestServices({
    now: () => now,
  });
});
afterAll(() => services[Symbol.asyncDispose]());

const setSecret = (domainId: string) =>
  services.context.values.set({ domainId, kind: 'secret', name: 'HOOK_SECRET' }, ann.userId, {
    value: SECRET,
  });

const put = (domainId: string, files: Record<string, string | null>, serviceId?: string) =>
  importFiles(ofDomain(services, domainId), files, serviceId);

const ask = (...[domainId, request, options]: AskArguments) =>
  askAddress(services, domainId, request, options);

it('calls the function of a path and a method, with the values of its parameters', async () => {
  await put('routes', {
    ...at('parcels/one', { path: '/parcels/{id}', methods: ['GET'] }, 'export default ({ id }) => ({ id });'),
    ...at('parcels/new', { path: '/parcels/new', methods: ['GET'] }, 'export default () => "new";'),
    ...at(
      'parcels/line',
      { path: '/parcels/{id}/lines/{line}', methods: ['PUT'] },
      'export default (params) => params;',
    ),
  });
  const get = async (path: string, method = 'GET') => {
    const { status, text, headers } = await ask('routes', { path, method });
    return [status, status < 400 ? JSON.parse(text) : (headers['allow'] ?? null)];
  };
  expect(await get('/parcels/17')).toEqual([200, { id: '17' }]);
  expect(await get('/parcels/a%20b')).toEqual([200, { id: 'a b' }]);
  expect(await get('/parcels/new')).toEqual([200, 'new']);
  expect(await get('/parcels/17/lines/2', 'PUT')).toEqual([200, { id: '17', line: '2' }]);
  expect(await get('/parcels/17', 'HEAD')).toEqual([200, { id: '17' }]);
  expect(await get('/parcels/17', 'DELETE')).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await get('/parcels/17/lines/2')).toEqual([405, 'PUT, OPTIONS']);
  expect(await get('/parcels')).toEqual([404, null]);
});

it.each([
  '/hooks/stripe/',
  '//hooks/stripe',
  '/hooks//stripe',
  '/./hooks/stripe',
  '/x/../hooks/stripe',
  '/hooks/%73tripe',
  '/hooks%2Fstripe',
  '/hooks\\stripe',
  '/HOOKS/stripe',
  '/hooks/stripe;a=b',
  '/hooks/stripe%00',
  '/hooks/stripe%20',
  '/hooks/stripe.',
  'hooks/stripe',
  '',
  '*',
  'http://shop.example/hooks/stripe',
  '/items/%2e%2e',
  '/items/..',
  '/items/',
  '/items/a%2Fb',
  '/items/a%5Cb',
  '/items/%00',
  '/items/%0d%0aSet-Cookie:%20a=b',
  '/items/%E0%A4%A',
  '/items/%',
  `/${'a/'.repeat(5_000)}`,
])('finds nothing at %j', async (path) => {
  await put('paths', { ...at('hook', { path: '/hooks/stripe' }), ...at('item', { path: '/items/{id}' }) });
  expect(await ask('paths', { path })).toMatchObject({ status: 404, isUnknown: true });
});

it('refuses two functions with one path and method, by name', async () => {
  expect((await put('twice', at('a', { path: '/a/{id}', methods: ['GET', 'POST'] }))).status).toBe(200);
  const refused = await put('twice', at('b/c', { path: '/a/{name}', methods: ['PUT', 'POST'] }));
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'functions/b/c.meta.js: "http" names POST /a/{name}, which the function a has already.',
  ]);
  expect((await put('twice', at('b/c', { path: '/a/{name}', methods: ['PUT'] }))).status).toBe(200);
  expect((await put('twice', at('d', { path: '/a/constant', methods: ['POST'] }))).status).toBe(200);
  // Both in one import.
  const both = await put('twice', { ...at('e', { path: '/e' }), ...at('f', { path: '/e' }) });
  expect([both.status, both.body.message]).toEqual([
    422,
    'functions/f.meta.js: "http" names POST /e, which the function e has already.',
  ]);
  // One gives its address up for the other.
  const { 'functions/a.js': a } = at('a', {});
  const moved = await put('twice', {
    ...at('g', { path: '/a/{id}', methods: ['POST'] }),
    'functions/a.js': a ?? '',
    'functions/a.meta.js': 'export default {};',
  });
  expect(moved.status).toBe(200);
  expect((await ask('twice', { path: '/a/1' })).status).toBe(200);
});

it('has no address for a disabled function, and none for one without a source', async () => {
  await put('gone', {
    ...at('off', { path: '/off' }, undefined, { disabled: true }),
    ...at('on', { path: '/on' }),
  });
  await put('gone', { 'functions/on.js': null });
  expect((await ask('gone', { path: '/off' })).isUnknown).toBe(true);
  expect((await ask('gone', { path: '/on' })).isUnknown).toBe(true);
});

it('calls functions of both services, each at its own addresses', async () => {
  await put('both', at('mine', { path: '/same' }, 'export default () => "hyper-dispatch";'));
  await put('both', at('other', { path: '/same' }, 'export default () => "content";'), 'content');
  expect((await ask('both', { path: '/same' })).text).toBe('"hyper-dispatch"');
  expect((await ask('both', { path: '/same' }, { serviceId: 'content' })).text).toBe('"content"');
});

it('checks a signature before the function starts, and accepts an identical signed body once a day', async () => {
  const verify = { scheme: 'github', secret: 'HOOK_SECRET' };
  const source = `export default async (_, { content }) => {
    const { id } = await content.insert('hooks', {});
    if (globalThis.failNext) throw new Error('x');
    return id;
  };`;
  await put('signed', { 'collections/hooks.meta.js': 'export default {};' }, 'content');
  await put('signed', at('hook', { path: '/hook', verify }, source));
  await setSecret('signed');
  const sign = (body: string) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const send = (body: string, signature = sign(body)) =>
    ask('signed', { path: '/hook', headers: [['x-hub-signature-256', signature]] }, { body });
  expect((await ask('signed', { path: '/hook' }, { body: '{}' })).status).toBe(401);
  expect((await send('{}', sign('{ }'))).status).toBe(401);
  expect((await send('{"n":1}')).status).toBe(200);
  expect(await send('{"n":1}')).toMatchObject({
    status: 409,
    text: '{"message":"This signed request was accepted before."}',
  });
  expect((await send('{"n":2}')).status).toBe(200);
  const before = now;
  now = new Date(now.getTime() + 86_400_001);
  expect((await send('{"n":1}')).status).toBe(200);
  now = before;
  const { call } = ofDomain(services, 'signed');
  const entries = await call('POST', '/content/entries/hooks/query', { body: {} });
  expect(entries.body.totalElements).toBe(3);
});

it('accepts a signed request again whose function failed', async () => {
  const verify = { scheme: 'hmac', header: 'x-signature', secret: 'HOOK_SECRET' };
  const declared = { path: '/hook', verify };
  const signature = createHmac('sha256', SECRET).update('{}').digest('hex');
  await setSecret('failed');
  const send = () => ask('failed', { path: '/hook', headers: [['x-signature', signature]] }, { body: '{}' });
  await put(
    'failed',
    at('hook', declared, 'export default () => { throw new Error("a secret of the owner"); };'),
  );
  expect(await send()).toMatchObject({ status: 500, text: '{"message":"The function failed."}' });
  await put('failed', at('hook', declared, 'export default () => 1;'));
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(409);
});

it('accepts a signed request again whose process ended while the function ran', async () => {
  const verify = { scheme: 'hmac', header: 'x-signature', secret: 'HOOK_SECRET' };
  const signature = createHmac('sha256', SECRET).update('{}').digest('hex');
  await setSecret('killed');
  await put('killed', at('hook', { path: '/hook', verify }));
  const send = () => ask('killed', { path: '/hook', headers: [['x-signature', signature]] }, { body: '{}' });
  // As the process has left it.
  await insertAcceptedRequest(
    services.context.db,
    {
      domainId: 'killed',
      serviceId: 'hyper-dispatch',
      function: 'hook',
      digest: createHash('sha256').update('{}').digest(),
      acceptedOn: now,
      leasedUntil: new Date(now.getTime() + 120_000),
    },
    now,
  );
  await expect(send()).rejects.toThrow('An identical request is being answered.');
  const before = now;
  now = new Date(now.getTime() + 120_000);
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(409);
  now = before;
});

it('counts no requests with wrong signatures as calls of the domain', async () => {
  const verify = { scheme: 'hmac', header: 'x-signature', secret: 'HOOK_SECRET' };
  const signature = createHmac('sha256', SECRET).update('{}').digest('hex');
  await setSecret('forged');
  await put('forged', at('hook', { path: '/hook', verify }));
  const limits = { addressCallsPerMinute: 1, addressCallsPerDay: 1 };
  const send = (given: string) =>
    ask('forged', { path: '/hook', headers: [['x-signature', given]] }, { body: '{}', caller: { limits } });
  for (let n = 0; n < 3; n++) expect((await send('00')).status).toBe(401);
  const usedOn = async () =>
    (await services.context.values.list('forged')).find(({ name }) => name === 'HOOK_SECRET')?.usedOn;
  expect((await send(signature)).status).toBe(200);
  expect((await send(signature)).status).toBe(429);
  await expect.poll(usedOn, { timeout: 10_000 }).toBe(now.toISOString());
});

it('takes no signed requests while the secret is not set', async () => {
  await put('unset', at('hook', { path: '/hook', verify: { scheme: 'stripe', secret: 'OTHER' } }));
  await expect(ask('unset', { path: '/hook' })).rejects.toThrow('This address takes no requests yet.');
});

it('lets in the holder of a key, or a person, where the address says so', async () => {
  await put('access', {
    ...at('keyed', { path: '/keyed', access: 'key' }, 'export default (_, { user }) => user.id;'),
    ...at('personal', { path: '/personal', access: 'user' }, 'export default (_, { user }) => user.id;'),
    ...at('open', { path: '/open' }, 'export default (_, { user }) => user;'),
  });
  const me = { ...ann, domainId: 'access' };
  const as = async (by: 'key' | 'user', caller = me, serviceId = 'hyper-dispatch') => ({
    person: { by, token: await signServiceToken(caller, serviceId) },
  });
  expect((await ask('access', { path: '/keyed' })).status).toBe(401);
  expect((await ask('access', { path: '/keyed', ...(await as('user')) })).status).toBe(401);
  expect((await ask('access', { path: '/personal', ...(await as('key')) })).status).toBe(401);
  expect(await ask('access', { path: '/keyed', ...(await as('key')) })).toMatchObject({
    status: 200,
    text: `"${ann.userId}"`,
  });
  expect((await ask('access', { path: '/personal', ...(await as('user')) })).status).toBe(200);
  // Of another domain, without the permission, of another service.
  expect((await ask('access', { path: '/keyed', ...(await as('key', ann)) })).status).toBe(403);
  expect(
    (await ask('access', { path: '/keyed', ...(await as('key', { ...me, permissions: [] })) })).status,
  ).toBe(403);
  expect((await ask('access', { path: '/keyed', ...(await as('key', me, 'content')) })).status).toBe(401);
  // A public function runs as nobody, whoever calls.
  expect((await ask('access', { path: '/open', ...(await as('user')) })).text).toBe('null');
  // Only the platform speaks for nobody.
  await expect(ask('access', { path: '/open' }, { caller: { userId: ann.userId } })).rejects.toThrow(
    'Only the platform',
  );
});

it('answers a browser that asks first from the declaration', async () => {
  await put('cors', {
    ...at('shop', { path: '/shop', methods: ['GET', 'POST'], cors: ['https://shop.example'] }),
    ...at('any', { path: '/any', cors: ['*'] }),
    ...at('none', { path: '/none' }),
  });
  const asks = (path: string, origin: string, method = 'POST', wanted = 'content-type, x-a') =>
    ask('cors', {
      path,
      method: 'OPTIONS',
      headers: [
        ['origin', origin],
        ['access-control-request-method', method],
        ['access-control-request-headers', wanted],
      ],
    });
  const shop = await asks('/shop', 'https://shop.example');
  expect([shop.status, shop.headers]).toMatchObject([
    204,
    {
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
      'access-control-allow-headers': 'content-type, x-a',
    },
  ]);
  for (const [path, origin, method] of [
    ['/shop', 'https://shop.example.evil', 'POST'],
    ['/shop', 'http://shop.example', 'POST'],
    ['/shop', 'null', 'POST'],
    ['/shop', 'https://shop.example', 'DELETE'],
    ['/none', 'https://shop.example', 'POST'],
  ] as const)
    expect((await asks(path, origin, method)).headers).not.toHaveProperty('access-control-allow-origin');
  expect((await asks('/any', 'https://x.example')).headers['access-control-allow-origin']).toBe('*');
  const odd = await asks('/shop', 'https://shop.example', 'POST', 'a\r\nset-cookie: b');
  expect(odd.headers).not.toHaveProperty('access-control-allow-headers');
  const origin = async (given: string) =>
    (await ask('cors', { path: '/shop', headers: [['origin', given]] })).headers[
      'access-control-allow-origin'
    ];
  expect([await origin('https://shop.example'), await origin('https://evil.example')]).toEqual([
    'https://shop.example',
    undefined,
  ]);
});

it('meters and logs the call as one of its address, without credentials', async () => {
  await put('logged', at('hook', { path: '/senders/{name}' }));
  const headers: [string, string][] = [
    ['Authorization', 'Bearer of-the-sender'],
    ['cookie', 'a=private'],
    ['user-agent', 'Sender/1.0'],
  ];
  await ask('logged', { path: '/senders/bank', headers }, { body: '{"amount":1}' });
  const { call, usage } = ofDomain(services, 'logged');
  expect(usage).toMatchObject([
    { identity: { userId: NOBODY_ID }, metric: 'public', target: 'hook', calls: 1 },
  ]);
  await services.context.invocationLog.flush();
  const { body } = await call('GET', `${HD}/invocations?details=true`);
  expect(body.content).toMatchObject([
    { function: 'hook', event: 'POST /senders/{name}', status: 'OK', userId: NOBODY_ID },
  ]);
  const { input } = body.content[0];
  expect(JSON.parse(input)).toMatchObject({ request: { body: '{"amount":1}' }, params: { name: 'bank' } });
  expect(input).toContain('Sender/1.0');
  expect(input).not.toMatch(/of-the-sender|private/);
});

it('logs the start of a large body', async () => {
  await put('large', at('hook', { path: '/hook' }));
  expect((await ask('large', { path: '/hook' }, { body: 'ü'.repeat(1_000_001) })).status).toBe(200);
  await services.context.invocationLog.flush();
  const { body } = await ofDomain(services, 'large').call('GET', `${HD}/invocations?details=true`);
  const { input } = body.content[0];
  expect(input).toHaveLength(MAX_LOGGED_TEXT);
  expect(input).toMatch(/ü{100}$/);
});

it('refuses large bodies for a while when the process holds as many as it may', async () => {
  await put('crowded', at('hook', { path: '/hook' }));
  const { largeBodies } = services.context;
  const send = (bytes: number) => ask('crowded', { path: '/hook' }, { body: 'x'.repeat(bytes) });
  const held = await largeBodies.acquire('others', { weight: 128 * 1024 * 1024 });
  await expect(send(100_000)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  expect((await send(1_000)).status).toBe(200);
  held[Symbol.dispose]();
  expect((await send(100_000)).status).toBe(200);
  expect(largeBodies.count('crowded')).toBe(0);
});

it('limits the calls of an address in a minute, and of a domain in a day', async () => {
  await put('limited', { ...at('a', { path: '/a' }), ...at('b', { path: '/b' }) });
  const limits = { addressCallsPerMinute: 2, addressCallsPerDay: 4 };
  const statuses = [];
  for (const path of ['/a', '/a', '/a', '/b', '/b', '/b'])
    statuses.push(await ask('limited', { path }, { caller: { limits } }));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200, 429]);
  expect(statuses[2]?.text).toBe('{"message":"Too many requests. Please try again later."}');
  expect(Number(statuses[2]?.headers['retry-after'])).toBeLessThanOrEqual(60);
  now = new Date(now.getTime() + 60_000);
  const later = await ask('limited', { path: '/a' }, { caller: { limits } });
  expect([later.status, Number(later.headers['retry-after']) > 60]).toEqual([429, true]);
});

it('leaves nothing of signed-in callers to public calls', async () => {
  const source = `let last = null; export default (input) => { const before = last; last = input?.secret ?? last; return before; };`;
  await put('zones', at('keeps', { path: '/keeps' }, source));
  const { call } = ofDomain(services, 'zones');
  for (let calls = 0; calls < 5; calls++)
    await call('POST', `${HD}/invoke/keeps`, { body: { secret: 'of Ann' } });
  for (let calls = 0; calls < 10; calls++) expect((await ask('zones', { path: '/keeps' })).text).toBe('null');
});
