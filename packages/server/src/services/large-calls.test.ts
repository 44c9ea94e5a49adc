import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { type PlatformApp, startPlatform } from '../../test/shipped-services.ts';

const MIB = 1024 * 1024;
const CALLS = 20;
const REFUSED = [
  413,
  'The body is larger than 1 MiB, which is the most that one call of Functions takes. Nothing was done.',
];

let server: PlatformApp;
let authorization: string;

beforeAll(async () => {
  server = await startPlatform();
  const { token } = await server.context.tokens.issueAccessToken(await buildUser(server.context));
  authorization = `Bearer ${token}`;
});

afterAll(() => server[Symbol.asyncDispose]());

/** Calls over one connection that is kept. */
function keepConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const sockets = new Set<Socket>();
  const { port } = server.app.server.address() as AddressInfo;
  return {
    sockets,
    async send(path: string, body: Buffer, headers: object = { 'content-length': body.length }) {
      const call = request({
        agent,
        port,
        method: 'POST',
        path: `/services/hyper-dispatch/${path}`,
        headers: { authorization, 'content-type': 'application/json', ...headers },
      });
      call.on('socket', (socket) => sockets.add(socket));
      const answered = once(call, 'response');
      for (let at = 0; at < body.length; at += 64 * 1024) call.write(body.subarray(at, at + 64 * 1024));
      call.end();
      const [response] = await answered;
      let text = '';
      for await (const chunk of response) text += chunk;
      return [response.statusCode, JSON.parse(text).message];
    },
  };
}

const textOf = (bytes: number) => Buffer.from(JSON.stringify({ text: 'y'.repeat(bytes) }));

test.each([
  ['that say their length', {}],
  ['that are chunked', { 'transfer-encoding': 'chunked' }],
])('calls of more than 1 MiB %s are refused each time, on a connection that is kept', async (_, headers) => {
  const { send, sockets } = keepConnection();
  const sent = 'transfer-encoding' in headers ? headers : undefined;
  for (let call = 0; call < CALLS; call++) {
    const path = call % 2 === 0 ? 'invoke/greet' : 'events/order.created';
    expect(await send(path, textOf([1.1, 2, 5][call % 3]! * MIB), sent)).toEqual(REFUSED);
  }
  expect(await send('invoke/greet', textOf(MIB - 100), sent)).toEqual([200, undefined]);
  expect(sockets.size).toBe(1);
});

test('what is refused for another reason leaves its connection usable, however long its body is', async () => {
  const { send, sockets } = keepConnection();
  for (let call = 0; call < CALLS; call++)
    expect(await send('tests/run', textOf(MIB / 2))).toEqual([
      403,
      'Tests are run and canceled through the platform.',
    ]);
  expect((await send('invoke/greet', textOf(10)))[0]).toBe(200);
  expect(sockets.size).toBe(1);
});
