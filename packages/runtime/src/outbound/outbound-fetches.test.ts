import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Declaration } from '@atrium/contract/service-api/functions/declaration';
import { expect, onTestFinished, test } from 'vitest';
import { ann, ofDomain, startTestServices } from '../../test/support.ts';
import { toConfiguration } from '../configuration/live-configuration.ts';
import type { HostCaller } from '../functions/sandbox-calls.ts';
import type { Usage } from '../metering/meter.ts';
import { LayeredMap } from '../sandbox/worker/layered-map.ts';
import { createHideSecrets } from '../values/hide-secrets.ts';
import { findHostProblem, hostOf, matchesHost } from './host-patterns.ts';
import { OutboundFetches } from './outbound-fetches.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on loopback, and what has reached it. */
async function listen(answer: RequestListener = (_request, response) => response.end('ok')) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (part: string) => void (body += part));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body });
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

const EMPTY = drain();
function drain() {
  const steps = toConfiguration('key', 1, []);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

interface World {
  declared: readonly string[];
  allowed?: readonly string[];
  allowPrivate?: boolean;
  resolve?: (name: string) => string[];
  secret?: string;
  limit?: number;
}

/** A call of the function `charge`, which declares hosts, and the operation that it asks for. */
function open({ declared, allowed = declared, allowPrivate = true, resolve, secret, limit = 1_000 }: World) {
  const usage: Usage[] = [];
  let taken = 0;
  const fetches = new OutboundFetches({
    hosts: { isAllowed: async (_domain, host) => allowed.some((pattern) => matchesHost(pattern, host)) },
    invocations: {
      takeFetch() {
        taken += 1;
        if (taken > limit) throw new Error('the limit of the day');
      },
      countFetchBytes() {},
    },
    meter: { record: async (used) => void usage.push(used) },
    policy: { allowPrivate, resolveHost: async (name) => (resolve ?? (() => ['127.0.0.1']))(name) },
  });

  const declarations = new LayeredMap(
    new Map([
      ['charge', Declaration.parse({ fetch: [] })],
      ['lib/stripe', { ...Declaration.parse({}), fetch: [...declared] }],
    ]),
  );
  const caller: HostCaller = {
    identity: { ...ann, serviceId: 'hyper-dispatch' },
    depth: 0,
    live: { ...EMPTY, declarations },
    call: { function: 'charge', id: 'one' },
    hide: secret === undefined ? undefined : createHideSecrets([['KEY', secret]]),
  };
  const called = ['functions/lib/stripe.js'];
  // oxlint-disable-next-line typescript/no-explicit-any -- an envelope
  const send = (request: object, by = called): Promise<any> =>
    fetches.operation(caller, { method: 'GET', headers: [], body: null, ...request }, by);
  const callers = new Map<string, HostCaller>();
  /** Sends in another call, of a domain. */
  const sendOf: (domainId: string, n: number, request: object) => ReturnType<typeof send> = (
    domainId,
    n,
    request,
  ) => {
    const id = `${domainId} ${n}`;
    const own = callers.get(id) ?? { ...caller, identity: { ...caller.identity, domainId } };
    callers.set(id, own);
    return fetches.operation(
      own,
      { method: 'GET', headers: [], body: null, ...request },
      called,
    ) as ReturnType<typeof send>;
  };
  return { send, sendOf, usage, caller };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('a request goes out as it was made, and is metered with its bytes', async () => {
  const { seen, port } = await listen((_request, response) =>
    response
      .writeHead(
        201,
        [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ].flat(),
      )
      .end('gérant'),
  );
  const host = `api.shop.example:${port}`;
  const { send, usage } = open({ declared: [host] });
  const answer = await send({
    method: 'POST',
    url: `http://${host}/v1/charges?a=b`,
    headers: [
      ['X-One', '1'],
      ['x-one', '2'],
      ['content-type', 'text/plain'],
    ],
    body: base64('hello'),
  });
  expect(answer).toMatchObject({ status: 201, redirected: false, url: `http://${host}/v1/charges?a=b` });
  expect(answer.headers.filter(([name]: [string]) => name === 'set-cookie').length).toBe(2);
  expect(Buffer.from(answer.body, 'base64').toString()).toBe('gérant');
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/charges?a=b',
      body: 'hello',
      headers: { host, 'x-one': '1, 2', 'content-length': '5' },
    },
  ]);
  expect(usage).toMatchObject([
    { metric: 'fetch', target: 'charge', calls: 1, durationMs: 0, memoryBytes: 12, version: 1 },
  ]);
});

test('a host has to be declared by a function that was called, and allowed by the domain', async () => {
  const { seen, port } = await listen();
  const host = `api.shop.example:${port}`;
  const url = `http://${host}/`;
  const { send, usage } = open({ declared: [host] });
  await expect(send({ url }, [])).rejects.toThrow(
    `fetch: The function does not declare ${host}: add it to fetch in functions/charge.meta.js`,
  );
  await expect(open({ declared: [host], allowed: [] }).send({ url })).rejects.toThrow(
    `fetch: ${host} is not allowed in this domain yet`,
  );
  expect(seen).toEqual([]);
  expect(usage).toEqual([]);
  expect((await send({ url })).status).toBe(200);
});

test('* stands for one label', () => {
  expect(matchesHost('*.shop.example', 'api.shop.example')).toBe(true);
  for (const other of [
    'shop.example',
    'a.b.shop.example',
    'api.shop.example:81',
    'apishop.example',
    '.shop.example',
  ])
    expect(matchesHost('*.shop.example', other), other).toBe(false);
  expect(matchesHost('*.shop.example:81', 'api.shop.example:81')).toBe(true);
  for (const suffix of ['com', 'co.uk', 'gv.at', 'internal'])
    expect(findHostProblem(`*.${suffix}`), suffix).toMatch(/anyone has a name/);
  for (const fine of ['*.stripe.com', '*.s3.amazonaws.com', 'api.stripe.com', 'localhost'])
    expect(findHostProblem(fine), fine).toBeUndefined();
});

test('redirects are checked like requests, and lose secrets where they lead elsewhere', async () => {
  const { seen, port } = await listen((request, response) => {
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to');
    if (to) response.writeHead(Number(request.url?.slice(1, 4)), { location: to }).end();
    else response.end('there');
  });
  const [here, there] = [`here.example:${port}`, `there.example:${port}`];
  const { send } = open({ declared: [here, there], allowed: [here, there], secret: 'sk_live_secret' });
  const headers = [
    ['Authorization', 'Bearer x'],
    ['COOKIE', 'a=1'],
    ['x-key', 'sk_live_secret'],
    ['x-basic', base64('me:sk_live_secret')],
    ['x-other', 'y'],
  ];
  const go = (status: number, to: string, more: object = {}) =>
    send({ url: `http://${here}/${status}?to=${encodeURIComponent(to)}`, headers, ...more });

  const answer = await go(302, `http://${there}/end`);
  expect(answer).toMatchObject({ status: 200, redirected: true, url: `http://${there}/end` });
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer x',
    cookie: 'a=1',
    'x-key': 'sk_live_secret',
  });
  expect(seen[1]?.headers).toMatchObject({ 'x-other': 'y' });
  for (const name of ['authorization', 'cookie', 'x-key', 'x-basic'])
    expect(seen[1]?.headers[name]).toBeUndefined();
  await go(307, '/end', { method: 'POST', body: base64('data') });
  expect(seen.at(-1)).toMatchObject({ method: 'POST', body: 'data', headers: { authorization: 'Bearer x' } });
  await go(303, '/end', { method: 'POST', body: base64('data') });
  expect(seen.at(-1)).toMatchObject({ method: 'GET', body: '' });
  expect((await go(302, '/end', { redirect: 'manual' })).status).toBe(302);
  await expect(go(302, '/end', { redirect: 'error' })).rejects.toThrow('answered with a redirect');
  await expect(go(302, '?to=')).resolves.toMatchObject({ status: 200 });

  const before = seen.length;
  for (const to of [
    'http://elsewhere.example/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://a:b@there.example/',
    '//elsewhere.example',
    'http://[::1]/',
    'javascript:1',
  ])
    await expect(go(302, to), to).rejects.toThrow(/^fetch: /);
  expect(seen.length - before, 'only the first request of each').toBe(7);
});

test('a redirect from a public host to a private one is not followed, nor a name that changes meanwhile', async () => {
  const { seen, port } = await listen();
  const answers = [['93.184.216.34'], ['127.0.0.1'], ['10.0.0.8']];
  const declared = [`rebind.example:${port}`];
  const { send } = open({ declared, allowPrivate: false, resolve: () => answers.shift() ?? ['127.0.0.1'] });
  for (let n = 0; n < 4; n++)
    await expect(send({ url: `http://rebind.example:${port}/` })).rejects.toThrow(/^fetch: rebind\.example/);
  expect(seen).toEqual([]);
});

test('no header, method or body breaks out of its request', async () => {
  const { seen, port } = await listen();
  const host = `api.example:${port}`;
  const { send } = open({ declared: [host] });
  const url = `http://${host}/`;
  const refused: object[] = [
    ...['a\r\nx: y', 'a\nx: y', 'a\0', 'a\rb', '\u2028é€', 'x\x7f'].map((value) => ({
      headers: [['x-a', value]],
    })),
    ...['x a', 'x:', 'x\r\ny', '', 'é', '(x)'].map((name) => ({ headers: [[name, 'v']] })),
    ...['GET / HTTP/1.1\r\nx:', 'CONNECT', 'trace', 'TRACK', 'G ET', ''].map((method) => ({ method })),
    ...['GET', 'HEAD'].map((method) => ({ method, body: base64('GET /admin HTTP/1.1\r\n\r\n') })),
    ...['http://u:p@', 'http://u@'].map((start) => ({ url: `${start}${host}/` })),
    { url: 'x'.repeat(10_000) },
    { headers: 'none' },
    { body: 7 },
    { redirect: 'sometimes' },
  ];
  for (const request of refused)
    await expect(send({ url, ...request }), JSON.stringify(request)).rejects.toThrow(/^fetch: /);
  expect(seen).toEqual([]);

  const framing = [
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '3'],
    ['Host', 'admin.internal'],
    ['Connection', 'keep-alive, x-a'],
    ['Upgrade', 'h2c'],
    ['Expect', '100-continue'],
    ['TE', 'trailers'],
  ];
  await send({
    url: `${url}a%0d%0aHost:%20b`,
    method: 'DELETE',
    headers: framing,
    body: base64('0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n'),
  });
  await send({ url, method: 'POST', headers: framing });
  expect(seen.map(({ url: path }) => path)).toEqual(['/a%0d%0aHost:%20b', '/']);
  expect(seen[0]).toMatchObject({
    body: '0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n',
    headers: { host, 'content-length': '28' },
  });
  for (const { headers } of seen) expect(headers).not.toMatchObject({ 'transfer-encoding': 'chunked' });
});

test('a call sends 50 requests, six at a time, of 10 MiB', async () => {
  let [running, most] = [0, 0];
  const { seen, port } = await listen((request, response) => {
    if (request.url === '/large') return response.end(Buffer.alloc(10 * 1024 * 1024 + 1));
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      response.end();
    });
  });
  const host = `api.example:${port}`;
  const { send } = open({ declared: [host] });
  await expect(send({ url: `http://${host}/large` })).rejects.toThrow('answered with more than 10 MiB');
  const body = Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64');
  await expect(send({ url: `http://${host}/`, method: 'PUT', body })).rejects.toThrow(
    'must not be larger than 10 MiB',
  );
  await Promise.all(Array.from({ length: 49 }, () => send({ url: `http://${host}/` })));
  expect(most).toBeLessThanOrEqual(6);
  await expect(send({ url: `http://${host}/` })).rejects.toThrow('A call sends at most 50 requests');
  expect(seen.length).toBe(50);
});

test('a call has 18 requests with bodies at once, and a domain 24 in a process', async () => {
  const held: (() => void)[] = [];
  let isOpen = false;
  const { seen, port } = await listen((_request, response) => {
    if (isOpen) response.end();
    else held.push(() => response.end());
  });
  const host = `api.example:${port}`;
  const { send, sendOf } = open({ declared: [host] });
  const request = { url: `http://${host}/`, method: 'POST', body: base64('x') };
  const sent = Array.from({ length: 18 }, () => send(request));
  await expect(send(request)).rejects.toThrow('A call has at most 18 requests with bodies at once');
  // Four more calls of the domain, and one of another domain.
  for (let n = 0; n < 4; n++) sent.push(...Array.from({ length: 6 }, () => sendOf(ann.domainId, n, request)));
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(24);
  const other = sendOf('other', 9, request);
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(25);
  isOpen = true;
  for (const answer of held) answer();
  for (const { status } of await Promise.all([...sent, other])) expect(status).toBe(200);
  expect(seen.length).toBe(18 + 24 + 1);
});

/** Notations of an IPv4 address that some client understands. */
function notationsOf(address: string): string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  return [
    address,
    String(whole),
    hex(whole),
    octal(whole),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    `${address}.`,
    `%${a.toString(16).padStart(2, '0')}.${b}.${c}.${d}`,
    address
      .split('')
      .map((sign) => (sign === '.' ? '。' : String.fromCodePoint(0xff10 + Number(sign))))
      .join(''),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[64:ff9b:1::${high}:${low}]`,
    `public.example@${address}`,
  ];
}

const PRIVATE = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.0.192',
  '168.63.129.16',
];
const OTHERS = [
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fd00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[::1%25lo]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
  'db.internal',
  'metadata.google.internal',
  'private.example',
];

test('200 forms of hostile addresses reach nothing', async () => {
  const { seen, port } = await listen();
  const hosts = [...PRIVATE.flatMap(notationsOf), ...OTHERS];
  const urls = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}/`]);
  expect(urls.length).toBeGreaterThan(400);
  for (const url of urls) {
    const parsed = URL.parse(url);
    // As if it were declared and allowed.
    const declared = parsed ? [hostOf(parsed)] : [];
    const { send } = open({
      declared,
      allowPrivate: false,
      resolve: (name) => (name === 'private.example' ? ['93.184.216.34', '127.0.0.1'] : ['127.0.0.1']),
    });
    await expect(send({ url }), url).rejects.toThrow(/^fetch: /);
  }
  expect(seen).toEqual([]);
});

/** Reached by the starter configuration. */
const STARTER_HOST = 'api.stripe.com';

test('a function fetches in the sandbox, within what its metadata and its domain allow', async () => {
  const { seen, port } = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"paid":true}'),
  );
  await using services = await startTestServices({
    fetchAllowPrivate: true,
    resolveHost: async () => ['127.0.0.1'],
  });
  const host = `api.shop.example:${port}`;
  const developer = {
    ...ann,
    domainId: 'shop',
    permissions: ann.permissions.filter((name) => name !== 'configuration.protect'),
  };
  const { call } = ofDomain(services, 'shop');
  const { body: exported } = await call('GET', '/hyper-dispatch/export/metadata');
  const files = (reached: string[]) => [
    {
      name: 'charge.js',
      action: 'remote',
      content: `export default async (input, { secrets }) => {\n  const answer = await fetch('http://${host}/v1', { method: 'POST', headers: { authorization: secrets.KEY }, body: JSON.stringify(input) });\n  return answer.json();\n};\n`,
    },
    {
      name: 'charge.meta.js',
      action: 'remote',
      content: `export default { fetch: ${JSON.stringify(reached)}, secrets: ['KEY'] };\n`,
    },
  ];
  const submit = (as: typeof ann, reached: string[], baseVersion: number) =>
    services.call('POST', '/hyper-dispatch/import', {
      as,
      body: { baseVersion, folders: [{ name: 'functions', files: files(reached) }] },
    });
  const invoke = () => call('POST', '/hyper-dispatch/invoke/charge', { body: { amount: 5 } });
  await call('PUT', '/hyper-dispatch/values/secret/KEY', { body: { value: 'Bearer sk_live_1' } });

  expect((await submit(developer, ['*.co.uk'], exported.version)).body.message).toContain(
    '"fetch" names *.co.uk, but below co.uk anyone has a name',
  );
  const { body: first } = await submit(developer, [host], exported.version);
  expect((await invoke()).body.message).toContain(`fetch: ${host} is not allowed in this domain yet`);
  const list = async () =>
    (await call('GET', '/content/hosts')).body.content.filter(
      (listed: { host: string }) => listed.host !== STARTER_HOST,
    );
  expect(await list()).toMatchObject([{ host, isAllowed: false, usedBy: [{ function: 'charge' }] }]);
  const path = `/hyper-dispatch/hosts/${encodeURIComponent(host)}`;
  expect((await services.call('PUT', path, { as: developer })).status).toBe(403);
  expect((await call('PUT', path)).status).toBe(204);
  expect((await invoke()).body).toEqual({ paid: true });
  expect(seen).toMatchObject([
    { url: '/v1', body: '{"amount":5}', headers: { authorization: 'Bearer sk_live_1' } },
  ]);
  expect(services.usage.filter(({ metric }) => metric === 'fetch')).toMatchObject([
    { target: 'charge', calls: 1, memoryBytes: 12 + 13 },
  ]);
  expect((await call('GET', '/content/storage')).body).toMatchObject({
    fetchesPerDay: 1,
    fetchBytesPerDay: 12 + 13,
  });

  expect((await call('DELETE', path)).status).toBe(204);
  expect((await invoke()).status).toBe(422);
  // It was declared before: to allow it again is a decision of its own. Others are allowed by who submits them.
  await submit({ ...ann, domainId: 'shop' }, [host, 'new.example'], first.version);
  expect(await list()).toMatchObject([
    { host, isAllowed: false },
    { host: 'new.example', isAllowed: true, allowedBy: ann.userId },
  ]);
});
