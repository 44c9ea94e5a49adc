import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { endConnectionsWhenAnswered } from './end-connections.ts';

test('the app closes once the requests under way are answered, whatever connections there are', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  endConnectionsWhenAnswered(app);
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
