import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { IdentityClient } from './identity-client.ts';

const settings = (issuer: string) => ({ issuer, clientId: 'atrium', clientSecret: 'secret' });

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = { method: 'GET', body: undefined, headers: {}, redirect: 'manual' } as const;

test('nothing inside is called, whatever its name', async () => {
  let calls = 0;
  const address = await listen((_request, response) => {
    calls += 1;
    response.end('{}');
  });
  const { port } = new URL(address);
  const client = new IdentityClient({
    clock: systemClock,
    allowPrivate: false,
    resolveHost: async () => ['127.0.0.1'],
  });
  const refusal = (issuer: string) =>
    client.discover(settings(issuer)).then(
      () => 'let in',
      (error: Error) => error.message,
    );
  const notAllowed = 'The provider is at an address that is not allowed on this installation.';
  const unreachable = 'The provider cannot be reached. Please try again in a moment.';
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
  ]) {
    expect(await refusal(`https://${host}:${port}`), host).toBe(notAllowed);
  }
  // A name that leads inside is the same as one that does not exist.
  expect(await refusal(`https://login.example.com:${port}`)).toBe(unreachable);
  expect(await refusal('https://login.example.com:22')).toBe(notAllowed);
  expect(await refusal(`http://login.example.com:${port}`)).toMatch(/https|not allowed/);
  expect(calls).toBe(0);
});

test('redirects are not followed, and a response without end is cut off', async () => {
  const paths: string[] = [];
  const address = await listen((request, response) => {
    paths.push(request.url ?? '');
    if (request.url === '/endless') {
      const more = () => response.write(Buffer.alloc(64 * 1024)) && setImmediate(more);
      response.on('drain', more);
      more();
    } else response.writeHead(302, { location: '/inside' }).end();
  });
  const fetchGuarded = createGuardedFetch({ allowPrivate: true, resolveHost: async () => ['127.0.0.1'] });
  expect((await fetchGuarded(`${address}/start`, get)).status).toBe(302);
  expect(paths).toEqual(['/start']);
  await expect(fetchGuarded(`${address}/endless`, get)).rejects.toThrow('The provider sent more than 1 MB.');
});

test('a switch to another protocol that nobody asked for is an answer that did not come', async () => {
  const address = await listen((request) => {
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  const fetchGuarded = createGuardedFetch({ allowPrivate: true, resolveHost: async () => ['127.0.0.1'] });
  await expect(fetchGuarded(address, get)).rejects.toThrow('The provider cannot be reached.');
});

test('a public provider is called by https only', async () => {
  const publicHost = createGuardedFetch({ allowPrivate: true, resolveHost: async () => ['8.8.8.8'] });
  await expect(publicHost('http://login.example.com', get)).rejects.toThrow(
    'The provider has to be reached by https.',
  );
});
