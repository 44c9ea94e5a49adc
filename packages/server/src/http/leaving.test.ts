import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { leaving } from './leaving.ts';

test.each(['before', 'after'])('a caller that leaves %s the signal exists aborts it', async (when) => {
  await using app = fastify();
  const called = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<AbortSignal>();
  app.get('/', async ({ raw }, reply) => {
    const early = when === 'after' ? leaving(reply) : undefined;
    called.resolve();
    await once(raw.socket, 'close');
    ended.resolve(early ?? leaving(reply));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nhost: atrium\r\n\r\n');
  await called.promise;
  caller.destroy();
  expect((await ended.promise).aborted).toBe(true);
});
