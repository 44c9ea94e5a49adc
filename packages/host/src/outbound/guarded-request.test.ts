import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAddressGuard } from './address-guard.ts';
import { createGuardedRequest } from './guarded-request.ts';

/** Returns the port. */
async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

const limits = { maxBytes: 1000, timeoutMs: 10_000 };
const get = { method: 'GET' };
const inside = createAddressGuard({ allowPrivate: true, resolveHost: async () => ['127.0.0.1'] });

test('connects to the address that was checked, with the name as its host', async () => {
  const hosts: (string | undefined)[] = [];
  const port = await listen((request, response) => {
    hosts.push(request.headers.host);
    response.end('inside');
  });
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  const guard = createAddressGuard({ allowPrivate: true, resolveHost: async () => answers.shift() ?? [] });
  const response = await createGuardedRequest(guard, limits)(`http://rebind.invalid:${port}/`, get);
  expect(await response.text()).toBe('inside');
  expect(hosts).toEqual([`rebind.invalid:${port}`]);
  expect(answers, 'one lookup for one request').toEqual([['10.0.0.1']]);
});

test('a name that turns private after an earlier request is refused', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  let calls = 0;
  const port = await listen((_request, response) => {
    calls += 1;
    response.end();
  });
  const guard = createAddressGuard({ allowPrivate: false, resolveHost: async () => answers.shift() ?? [] });
  const request = createGuardedRequest(guard, limits);
  await expect(request(`http://rebind.invalid:${port}/`, get)).rejects.toMatchObject({
    failure: 'NOT_ENCRYPTED',
  });
  await expect(request(`http://rebind.invalid:${port}/`, get)).rejects.toMatchObject({
    failure: 'UNREACHABLE',
  });
  expect(calls).toBe(0);
});

test.each(['ftp://a.invalid/', 'file:///etc/passwd', 'ws://a.invalid/'])('refuses %s', async (address) => {
  await expect(createGuardedRequest(inside, limits)(address, get)).rejects.toMatchObject({
    failure: 'PROTOCOL_NOT_ALLOWED',
  });
});

test('limits bodies and time, and returns redirects as they are', async () => {
  const port = await listen((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(1001));
    else if (request.url === '/moved') response.writeHead(302, { location: '/large' }).end();
    else if (request.url === '/odd') response.writeHead(999).end();
    else if (request.url === '/headers') response.writeHead(200, { long: 'x'.repeat(100_000) }).end();
    else if (request.url === '/drips') response.write('x');
  });
  const request = createGuardedRequest(inside, limits);
  const to = (path: string) => request(`http://a.invalid:${port}${path}`, get);
  await expect(to('/large')).rejects.toMatchObject({ failure: 'TOO_LARGE', maxBytes: 1000 });
  const moved = await to('/moved');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/large']);
  await expect(to('/odd')).rejects.toMatchObject({ failure: 'UNREACHABLE' });
  await expect(to('/headers')).rejects.toMatchObject({ failure: 'UNREACHABLE' });
  const hasty = createGuardedRequest(inside, { ...limits, timeoutMs: 100 });
  for (const path of ['/silent', '/drips'])
    await expect(hasty(`http://a.invalid:${port}${path}`, get)).rejects.toMatchObject({ failure: 'TIMEOUT' });
});

test("throws the reason of the caller's own signal", async () => {
  const reached = Promise.withResolvers<void>();
  const port = await listen(() => reached.resolve());
  const leaving = new AbortController();
  const reason = new Error('left');
  const asking = createGuardedRequest(inside, limits)(`http://a.invalid:${port}/`, {
    ...get,
    signal: leaving.signal,
  });
  await reached.promise;
  leaving.abort(reason);
  await expect(asking).rejects.toBe(reason);
});
