import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { gzipSync } from 'node:zlib';
import { runServiceTests } from '@atrium/contract/service-api/functions/tests';
import { getServiceHealth } from '@atrium/contract/service-api/health';
import { ImportConflict } from '@atrium/contract/service-api/versions/import';
import { listServices } from '@atrium/contract/services/service';
import type { AppError } from '@atrium/host/errors';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const build = { tag: 'v1.2.0', commit: 'c0ffee', build_date: '2026-11-01T00:00:00Z' };

/** A third-party service, in another process as far as the platform can tell. */
async function startForeignService(id = 'weather', hasUi = true) {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => answer(request, response, body));
  });
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const url = request.url ?? '';
    seen.push({ method: request.method ?? '', url, headers: request.headers, body });
    const json = (status: number, value: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value));
    if (url === '/base/registration') {
      const known = { group: 'Foreign', description: '', api: 1, hasUi, metrics: [] };
      return json(200, { id, name: 'Weather', ...known });
    }
    if (url.endsWith('/health')) return json(200, { status: 'UP', ...build });
    if (url.startsWith('/base/ui/page')) {
      const headers = { 'set-cookie': 'evil=1', 'content-security-policy': "script-src 'unsafe-inline'" };
      return response.writeHead(200, { 'content-type': 'text/html', ...headers }).end('<h1>Weather</h1>');
    }
    if (url === '/base/redirect') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (url === '/base/fails') return json(500, {});
    if (url === '/base/is-busy') return json(503, {}, { 'retry-after': '1' });
    if (url === '/base/refuses') return json(401, { message: 'who are you?' });
    if (url === '/base/breaks-off') {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        .write('{"half":');
      return setImmediate(() => response.destroy());
    }
    if (url === '/base/conflict') return json(409, { message: 'moved', details: { liveVersion: 7 } });
    if (url === '/base/tests/run') {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write('{"id":"a","status":"RUNN');
      return setTimeout(() => response.end('ING"}\n\n{"id":"a","status":"OK"}'), 20);
    }
    if (url === '/base/shared') return json(200, {}, { 'cache-control': 'public, max-age=60' });
    if (url === '/base/asked-again') {
      const headers = { 'cache-control': 'no-cache', etag: 'W/"7"' };
      if (request.headers['if-none-match'] !== 'W/"7"') return json(200, {}, headers);
      return response.writeHead(304, headers).end();
    }
    return json(200, { url, body }, { 'set-cookie': 'evil=1', 'x-inside': 'secret', etag: '"7"' });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/base/`, seen, server };
}

async function startWithService({
  isTrusted = true,
} = {}): Promise<TestApp & { caller: Caller; seen: Seen[]; stop(): void }> {
  const app = await startTestApp();
  const { address, seen, server } = await startForeignService();
  await app.context.services.register(address, { isTrusted });
  seen.length = 0;
  const caller = await buildUser(app.context);
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(app, { caller, seen, stop });
}

async function through(server: TestApp & { caller?: Caller }, url: string, options: object = {}) {
  const headers: Record<string, string> = {};
  if (server.caller !== undefined) {
    const { token } = await server.context.tokens.issueAccessToken(server.caller);
    headers['authorization'] = `Bearer ${token}`;
  }
  const given = (options as { headers?: object }).headers;
  return server.app.inject({ method: 'GET', url, ...options, headers: { ...headers, ...given } });
}

describe('the list of services', () => {
  test('shows a registered service by its address on the product’s host', async () => {
    await using server = await startWithService();
    const { services } = await server.call(listServices, {}, { as: server.caller });
    expect(services).toEqual([
      {
        id: 'weather',
        name: 'Weather',
        group: 'Foreign',
        uri: '/services/weather',
        health: { fe: '/services/weather/ui/health', be: '/services/weather/health' },
        info: { fe: build, be: build },
      },
    ]);
  });

  test('refuses an address that is none, one that does not answer, and the id of a shipped service', async () => {
    await using server = await startTestApp();
    const { services } = server.context;
    await expect(services.register('file:///etc/passwd')).rejects.toThrow('must start with http');
    await expect(services.register('http://user:secret@example.com')).rejects.toThrow(
      'must not contain a user',
    );
    await expect(services.register('http://127.0.0.1:1')).rejects.toThrow('cannot be reached');
    const { address } = await startForeignService('content');
    await services.register(address, { isShipped: true });
    await expect(services.register(address)).rejects.toThrow('part of the platform');
    await expect(services.delete('content')).rejects.toThrow('part of the platform');
    const platform = await startForeignService('atrium');
    await expect(services.register(platform.address)).rejects.toThrow('is not a valid ID for a service');
  });

  test('passes an id to another address only if that is said, or the one before was removed', async () => {
    await using server = await startWithService();
    const { services } = server.context;
    const { address } = await services.get('weather');
    const other = await startForeignService();
    await expect(services.register(other.address)).rejects.toThrow(`is registered at ${address}`);
    expect((await services.get('weather')).address).toBe(address);
    await services.register(String(address));
    const moved = await services.register(other.address, { isReplacement: true });
    expect(moved.address).not.toBe(address);
    await services.delete('weather');
    expect((await services.register(String(address))).address).toBe(address);
  });
});

describe('the way to a service', () => {
  test('needs a signed-in user and a registered service', async () => {
    await using server = await startWithService();
    expect((await server.app.inject({ url: '/services/weather/health' })).statusCode).toBe(401);
    expect((await through(server, '/services/unknown/health')).statusCode).toBe(404);
    expect((await through(server, '/services/weather/health')).json()).toEqual({ status: 'UP', ...build });
  });

  test('replaces the token, and passes neither cookies nor foreign headers', async () => {
    await using server = await startWithService();
    const answer = await through(server, '/services/weather/invoke/a%2Fb/c%20d?x=1&y=%26', {
      method: 'POST',
      headers: {
        cookie: '__Host-atrium_refresh=secret',
        'x-custom': '1',
        'content-type': 'application/json',
      },
      payload: '{"n": 1.0}',
    });
    expect(answer.json()).toEqual({ url: '/base/invoke/a%2Fb/c%20d?x=1&y=%26', body: '{"n": 1.0}' });
    expect(answer.headers).toMatchObject({ etag: `"${server.caller.userId}.7"` });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).not.toHaveProperty('x-inside');
    const [request] = server.seen;
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('x-custom');
    expect(request?.headers['x-request-id']).toBe(answer.headers['x-request-id']);
    const token = request?.headers.authorization?.replace('Bearer ', '') ?? '';
    const keys = createLocalJWKSet(server.context.tokens.listPublicKeys());
    const { payload } = await jwtVerify(token, keys, {
      audience: 'weather',
      currentDate: server.clock.now(),
    });
    expect(payload).toMatchObject({
      iss: 'atrium',
      sub: server.caller.userId,
      domainId: server.caller.domainId,
    });
    await expect(server.context.tokens.verifyAccessToken(token)).rejects.toThrow('no longer valid');
  });

  test('never leaves the registered address', async () => {
    await using server = await startWithService();
    for (const path of ['/../secret', '/..%2fsecret', '/%2e%2e/secret', '/./../secret', '\\..\\secret']) {
      const answer = await through(server, `/services/weather${path}`);
      expect({ path, isRefused: answer.statusCode >= 400 }).toEqual({ path, isRefused: true });
    }
    expect(server.seen).toEqual([]);
    const redirected = await through(server, '/services/weather/redirect');
    expect(redirected.statusCode).toBe(503);
    expect(redirected.headers).not.toHaveProperty('location');
  });

  test('does not let a user name the user that tests act as', async () => {
    await using server = await startWithService();
    for (const path of ['/tests/run', '//tests//run', '/./tests/run', '/%74ests/run', '/tests%2Frun']) {
      const answer = await through(server, `/services/weather${path}`, { method: 'POST' });
      expect({ path, status: answer.statusCode }).toEqual({ path, status: 403 });
    }
    expect(server.seen).toEqual([]);
    expect((await through(server, '/services/weather/tests')).statusCode).toBe(200);
  });

  test('says 503 when the service is down, and when it refuses the platform’s token', async () => {
    await using server = await startWithService();
    const refused = await through(server, '/services/weather/refuses');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ message: 'Weather did not accept the call.' });
    const redirect = (method: string) => through(server, '/services/weather/redirect', { method });
    const [read, sent] = [await redirect('GET'), await redirect('POST')];
    expect([read.statusCode, read.headers['retry-after']]).toEqual([503, '5']);
    expect([sent.statusCode, sent.headers['retry-after']]).toEqual([503, undefined]);
    server.stop();
    const down = await through(server, '/services/weather/health');
    expect(down.statusCode).toBe(503);
    expect(down.json()).toMatchObject({ message: 'Weather cannot be reached.' });
    expect(down.headers['retry-after']).toBeDefined();
  });

  test('says so when a short response breaks off, and passes a whole one on with what describes it', async () => {
    await using server = await startWithService();
    const half = await through(server, '/services/weather/breaks-off');
    expect(half.statusCode).toBe(503);
    expect(half.json()).toMatchObject({ message: 'The response of Weather was cut off. Please try again.' });
    const done = await through(server, '/services/weather/breaks-off', { method: 'POST' });
    expect([done.statusCode, done.headers['retry-after']]).toEqual([503, undefined]);
    const whole = await through(server, '/services/weather/anything');
    expect(whole.json()).toMatchObject({ url: '/base/anything' });
    const head = await through(server, '/services/weather/anything', { method: 'HEAD' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });

  test('limits the body, also when it does not say its length', async () => {
    await using server = await startWithService();
    const payload = Buffer.alloc(33 * 1024 * 1024, 'a');
    const options = { method: 'POST', headers: { 'content-type': 'text/plain' } };
    const response = await through(server, '/services/weather/invoke/x', { ...options, payload });
    expect(response.statusCode).toBe(413);
    const { Readable } = await import('node:stream');
    const untold = await through(server, '/services/weather/invoke/x', {
      ...options,
      payload: Readable.from([payload]),
    });
    expect(untold.statusCode).toBe(413);
  });
});

describe('what passes through', () => {
  test('is unpacked on its way where it is packed, and refused where it cannot be', async () => {
    await using server = await startWithService();
    const send = (encoding: string, payload: Buffer) =>
      through(server, '/services/weather/echo', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        payload,
      });
    const packed = gzipSync('{"city":"Vienna"}');
    expect((await send('gzip', packed)).json()).toEqual({ url: '/base/echo', body: '{"city":"Vienna"}' });
    expect(server.seen[0]?.headers['content-encoding']).toBeUndefined();
    expect((await send('snappy', packed)).statusCode).toBe(415);
    expect((await send('gzip', Buffer.from('not packed'))).statusCode).toBe(400);
    expect((await send('gzip', gzipSync(Buffer.alloc(40 * 1024 * 1024)))).statusCode).toBe(413);
  });

  test('is not stored by anyone, whatever the service says', async () => {
    await using server = await startWithService();
    const policyOf = async (url: string) => (await through(server, url)).headers['cache-control'];
    expect(await policyOf('/services/weather/today')).toBe('no-store');
    expect(await policyOf('/services/weather/shared')).toBe('no-store');
    expect(await policyOf('/services/weather/asked-again')).toBe('private, no-cache');
  });

  test('is not taken for what someone else who signed in here before was given', async () => {
    await using server = await startWithService();
    const url = '/services/weather/asked-again';
    const first = String((await through(server, url)).headers.etag);
    const ask = (caller: Caller, known: string) =>
      through(Object.assign({}, server, { caller }), url, { headers: { 'if-none-match': known } });
    const next = await ask(await buildUser(server.context), first);
    expect([next.statusCode, next.body]).toEqual([200, '{}']);
    expect(next.headers.etag).not.toBe(first);
    const again = await ask(server.caller, `"6", ${first}`);
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, first, '']);
    // As a browser kept it before tags named the person.
    expect((await ask(server.caller, 'W/"7"')).statusCode).toBe(200);
  });

  test('keeps its condition on the state that it is meant for', async () => {
    await using server = await startWithService();
    const own = `"${server.caller.userId}.7"`;
    const headers = { 'if-match': `${own}, "8"`, 'if-none-match': '*' };
    await through(server, '/services/weather/things', { method: 'PUT', headers });
    expect(server.seen[0]?.headers).toMatchObject({ 'if-match': '"7", "8"', 'if-none-match': '*' });
  });
});

describe('the pages of a service', () => {
  test('are read without a sign-in, and nothing of a person or a policy passes', async () => {
    await using server = await startWithService();
    const url = '/services/weather/ui/page?city=1';
    const anonymous = await server.app.inject({ url });
    const person = await through(server, url, { headers: { cookie: '__Host-atrium_refresh=secret' } });
    for (const answer of [anonymous, person]) {
      expect(answer).toMatchObject({ statusCode: 200, body: '<h1>Weather</h1>' });
      expect(answer.headers).not.toHaveProperty('set-cookie');
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    }
    expect(server.seen).toHaveLength(2);
    for (const { url: seen, headers } of server.seen) {
      expect(seen).toBe('/base/ui/page?city=1');
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
    }
  });

  test('are sandboxed unless an operator trusts them', async () => {
    await using server = await startWithService({ isTrusted: false });
    const { headers, statusCode } = await server.app.inject({ url: '/services/weather/ui/page' });
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms;default-src 'none';/);
    expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation|allow-popups|connect-src|unsafe/);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-opener-policy': 'unsafe-none',
      'access-control-allow-origin': '*',
    });
    const answer = await through(server, '/services/weather/today');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const service = await server.context.services.get('weather');
    await server.context.services.register(String(service.address), { isTrusted: true });
    const trusted = await server.app.inject({ url: '/services/weather/ui/page' });
    expect(trusted.headers['content-security-policy']).not.toContain('sandbox');
  });

  test('are all that is open: nothing beside them, and nothing is changed through them', async () => {
    await using server = await startWithService();
    const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
    // As it is written: other clients would take the dots out themselves.
    const ask = async (path: string) => {
      const sent = httpRequest({ host: '127.0.0.1', port, path: `/services/weather/${path}` }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return { path, statusCode: answer.statusCode };
    };
    const outside = [
      '../health',
      '..%2fhealth',
      '%2e%2e/health',
      '..%5chealth',
      '%252e%252e/health',
      '..\\health',
    ];
    for (const path of outside.map((each) => `ui/${each}`)) {
      expect(await ask(path)).toEqual({ path, statusCode: 400 });
    }
    for (const path of ['ui', 'uix/page', 'health', './ui/page', 'x/../ui/page']) {
      expect(await ask(path)).toEqual({ path, statusCode: 401 });
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { statusCode } = await server.app.inject({ method, url: '/services/weather/ui/page' });
      expect({ method, statusCode }).toEqual({ method, statusCode: 401 });
    }
    expect(server.seen).toEqual([]);
    expect((await server.app.inject({ url: '/services/unknown/ui/page' })).statusCode).toBe(404);
  });

  test('are missing where the service says that it has none', async () => {
    await using server = await startTestApp();
    const { address } = await startForeignService('silent', false);
    await server.context.services.register(address);
    expect((await server.app.inject({ url: '/services/silent/ui/page' })).statusCode).toBe(404);
  });
});

function* keep(text: string): Generator<undefined, string> {
  yield;
  return text;
}

function* refuse(error: Error): Generator<undefined, never> {
  yield;
  throw error;
}

describe('calls of the platform to a service', () => {
  test('read the answer by the contract and pass errors on', async () => {
    await using server = await startWithService();
    const client = server.context.services.getClient({ ...server.caller, requestId: 'the-request' });
    expect(await client.call('weather', getServiceHealth, {})).toEqual({ status: 'UP', ...build });
    expect(server.seen.at(-1)?.headers['x-request-id']).toBe('the-request');
    const details = { conflict: ImportConflict };
    const at = (path: `/${string}`) => client.call('weather', { ...getServiceHealth, path, details }, {});
    await expect(at('/conflict')).rejects.toMatchObject({ status: 409, details: { liveVersion: 7 } });
    await expect(at('/refuses')).rejects.toMatchObject({ status: 503 });
    await expect(at('/redirect')).rejects.toMatchObject({ status: 503 });
    await expect(at('/other')).rejects.toThrow('that its contract does not allow');
    const inSteps = (read: (text: string) => Iterator<unknown, string>) =>
      client.callInSteps('weather', getServiceHealth, {}, read);
    expect(JSON.parse(await inSteps(keep))).toEqual({ status: 'UP', ...build });
    await expect(inSteps(() => refuse(new SyntaxError()))).rejects.toThrow('(not JSON)');
    await expect(inSteps(() => refuse(new TypeError()))).rejects.toThrow('that its contract does not allow');
    await expect(client.call('nowhere', getServiceHealth, {})).rejects.toMatchObject({ status: 404 });
    server.stop();
    await expect(at('/health')).rejects.toMatchObject({
      status: 503,
      message: 'Weather cannot be reached.',
    });
  });

  test('say that a change may have been made wherever it is not known', async () => {
    await using server = await startWithService();
    const client = server.context.services.getClient(server.caller);
    const change = { ...getServiceHealth, method: 'POST', permission: 'configuration.write' } as const;
    const retryAfter = async (path: `/${string}`, endpoint: typeof getServiceHealth = change) => {
      const error = await client
        .call('weather', { ...endpoint, path }, {})
        .catch((failure: unknown) => failure);
      expect(error).toMatchObject({ status: 503 });
      return (error as AppError).retryAfterSeconds;
    };
    for (const path of ['/fails', '/redirect', '/breaks-off', '/other'] as const) {
      expect(await retryAfter(path)).toBeUndefined();
      expect(await retryAfter(path, getServiceHealth)).toBe(5);
    }
    for (const path of ['/refuses', '/is-busy'] as const) expect(await retryAfter(path)).toBe(5);
  });

  test('stream lines, however they are cut', async () => {
    await using server = await startWithService();
    const client = server.context.services.getClient(server.caller);
    const lines: unknown[] = [];
    for await (const line of client.stream('weather', runServiceTests, { body: { runId: '1' } })) {
      lines.push(JSON.parse(line));
    }
    expect(lines).toEqual([
      { id: 'a', status: 'RUNNING' },
      { id: 'a', status: 'OK' },
    ]);
  });
});
