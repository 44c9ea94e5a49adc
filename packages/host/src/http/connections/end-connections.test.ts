import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Lifecycle } from '../../lifecycle.ts';
import { endConnectionsWhenAnswered } from './end-connections.ts';
import { installReadiness } from './readiness.ts';

test('the app closes once the requests under way are answered, whatever connections there are', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  endConnectionsWhenAnswered(app, { phase: 'running' });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  // As browsers open them in advance; nothing is ever sent on it.
  const unused = connect(port, '127.0.0.1').resume();
  await once(app.server, 'connection');
  // `fetch` keeps its connection for the next request.
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await asked.promise;
  const ended = once(unused, 'close');
  const closed = app.close();
  answer.resolve('all of it');
  expect(await (await slow).text()).toBe('all of it');
  await closed;
  await ended;
});

test('a request that takes too long does not keep the app from closing', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  endConnectionsWhenAnswered(app, { phase: 'running' }, { patienceMs: 50 });
  const asked = Promise.withResolvers<void>();
  app.get('/endless', () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const endless = fetch(`${url}/endless`);
  await asked.promise;
  await Promise.all([app.close(), expect(endless).rejects.toThrow('fetch failed')]);
});

test('while the process is draining, each connection ends with its next response', async () => {
  const lifecycle: Lifecycle = { phase: 'running' };
  await using app = fastify();
  endConnectionsWhenAnswered(app, lifecycle);
  installReadiness(app, { lifecycle, findProblem: async () => undefined });
  app.get('/', () => 'served');
  const ask = async (url: string) => {
    const { statusCode, headers, payload } = await app.inject(url);
    return { statusCode, connection: headers.connection, payload };
  };
  expect(await ask('/')).toMatchObject({ statusCode: 200, connection: 'keep-alive' });
  expect(await ask('/health/ready')).toMatchObject({ statusCode: 200, payload: '{"status":"UP"}' });
  lifecycle.phase = 'draining';
  expect(await ask('/')).toEqual({ statusCode: 200, connection: 'close', payload: 'served' });
  expect(await ask('/health/ready')).toMatchObject({
    statusCode: 503,
    payload: '{"status":"DOWN","problems":["The process is draining."]}',
  });
});
