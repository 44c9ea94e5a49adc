import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressGuard } from './address-guard.ts';
import { type GuardedProxy, openGuardedProxy } from './guarded-proxy.ts';
import type { OutboundError } from './outbound-error.ts';

const MAX_CONNECTIONS = 16;
const LIMITS = {
  maxBytes: 1024 * 1024,
  maxConnections: MAX_CONNECTIONS,
  idleTimeoutMs: 10_000,
  connectTimeoutMs: 10_000,
};
const guard: AddressGuard = { check: async () => ({ address: '127.0.0.1', isPublic: false }) };

let host: Server;
let port: number;

beforeAll(async () => {
  host = createServer((_request, response) => response.end('answer'));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  ({ port } = host.address() as AddressInfo);
});

afterAll(async () => {
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

async function open(): Promise<{ proxy: GuardedProxy; cuts: OutboundError[] }> {
  const cuts: OutboundError[] = [];
  return { proxy: await openGuardedProxy(guard, LIMITS, (error) => cuts.push(error)), cuts };
}

/** A request on a connection of its own. */
async function get(
  { url }: GuardedProxy,
  key = new URL(url).password,
): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port: proxyPort } = new URL(url);
  const asking = request({
    host: hostname,
    port: proxyPort,
    path: `http://git.example:${port}/x`,
    agent: false,
    headers: { 'proxy-authorization': `Basic ${Buffer.from(`git:${key}`).toString('base64')}` },
  }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

/** The first line of the answer to a tunnel; empty when the connection is cut. */
function tunnel({ url }: GuardedProxy): Promise<string> {
  const { hostname, port: proxyPort, username, password } = new URL(url);
  const key = Buffer.from(`${username}:${password}`).toString('base64');
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(proxyPort) });
    socket.write(`CONNECT git.example:${port} HTTP/1.1\r\nproxy-authorization: Basic ${key}\r\n\r\n`);
    socket.once('data', (answer) => resolve(String(answer).split('\r\n')[0] ?? ''));
    socket.once('error', () => resolve('')).once('close', () => resolve(''));
  });
}

test('ends git processes that open connections without end, and lets no more of them through', async () => {
  const { proxy, cuts } = await open();
  await using _proxy = proxy;
  for (let made = 0; made < MAX_CONNECTIONS; made += 2) {
    expect(await get(proxy)).toEqual({ status: 200, body: 'answer' });
    expect(await tunnel(proxy)).toBe('HTTP/1.1 200 Connection established');
  }
  expect(proxy.failure).toBeUndefined();
  expect(await tunnel(proxy)).toBe('');
  await expect(get(proxy)).rejects.toThrow('socket hang up');
  expect(proxy.failure).toMatchObject({ failure: 'TOO_MANY_CONNECTIONS' });
  expect(cuts[0]).toBe(proxy.failure);
});

test('does not count who has no key', async () => {
  const { proxy, cuts } = await open();
  await using _proxy = proxy;
  for (let made = 0; made <= MAX_CONNECTIONS; made += 1) {
    expect((await get(proxy, 'guessed')).status).toBe(407);
  }
  expect(cuts).toEqual([]);
  expect((await get(proxy)).status).toBe(200);
});
