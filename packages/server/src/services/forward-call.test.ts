import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { installErrorHandler } from '@atrium/host/http/errors/error-handler';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { forwardCall } from './forward-call.ts';

test('a response that is cut off while its success is noted is not confirmed', async () => {
  let answer: ServerResponse | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/alive') return response.end();
    answer = response.writeHead(200, { 'content-type': 'application/json' });
    return answer.write('{"version":');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const app = fastify();
  onTestFinished(() => app.close());
  installErrorHandler(app);
  app.post('/import', (request, reply) =>
    forwardCall(request, reply, {
      service: { name: 'Shop', address },
      path: '/import',
      async onSuccess() {
        answer?.destroy();
        // The end of the other connection arrives before that of a later call.
        for (let call = 0; call < 3; call += 1) await fetch(`${address}/alive`);
      },
    }).then(() => reply),
  );
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/import' });
  expect([statusCode, body]).toEqual([503, expect.stringContaining('was cut off')]);
});
