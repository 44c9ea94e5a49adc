import { once } from 'node:events';
import { connect } from 'node:net';
import { endConnectionsWhenAnswered } from '@atrium/host/http/connections/end-connections';
import type { Lifecycle } from '@atrium/host/lifecycle';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { refuseWhileClosing } from './refuse-while-closing.ts';

test.each([
  ['POST', '{"name":"Ada"}'],
  ['GET', ''],
])('a %s is refused once all of it has arrived, or its response could be lost', async (method, body) => {
  const app = fastify();
  const lifecycle: Lifecycle = { phase: 'closing' };
  endConnectionsWhenAnswered(app, lifecycle);
  refuseWhileClosing(app, lifecycle);
  app.route({ method: ['GET', 'POST'], url: '/invoke', handler: async () => 'begun' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (more: string) => void (said += more));
  const closed = once(socket, 'close');
  const arrived = once(app.server, 'request');
  socket.write(`${method} /invoke HTTP/1.1\r\nhost: services\r\ncontent-length: ${body.length}\r\n\r\n`);
  await arrived;
  expect(said).toBe(body === '' ? said : '');
  socket.write(body);
  await closed;
  expect(said).toMatch(/^HTTP\/1\.1 503 /);
  expect(said).toContain('x-atrium-draining: true');
  await app.close();
});
