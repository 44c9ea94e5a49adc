import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, connectionOptions, installConnectionLimits } from './connection-limits.ts';

/** Same as the product's, with shorter times. */
const SHORT = {
  ...CONNECTION_LIMITS,
  bodyGraceMs: 200,
  lowestBytesPerSecond: 2_000,
  headersTimeoutMs: 300,
  checkEveryMs: 40,
};
const SLOW_BODIES = 80;

const apps: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { server } of apps) server.closeAllConnections();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

async function listen(limits = SHORT, isExempt = (_address: string) => true) {
  const app = fastify({ ...connectionOptions(limits), bodyLimit: 10_000_000 });
  installConnectionLimits(app, limits, isExempt);
  app.get('/', async () => 'here');
  app.post('/', async ({ body }) => JSON.stringify(body).length);
  const slow = Promise.withResolvers<string>();
  app.post('/slow-answer', () => slow.promise);
  app.post('/refused', { preParsing: (_request, reply) => void reply.code(401).send('no') }, async () => '');
  await app.listen({ port: 0, host: '127.0.0.1' });
  apps.push(app);
  return { app, slow, port: (app.server.address() as AddressInfo).port };
}

function open(port: number, text = ''): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  // Writing after the response has arrived may fail.
  socket.on('error', () => {});
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  if (text !== '') socket.write(text);
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { socket, answer };
}

const headOf = (path: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;

/** A byte now and then, until the server has had enough. */
async function drip(socket: Socket, byte: string): Promise<void> {
  for await (const _ of every(50)) {
    if (socket.closed || !socket.writable) return;
    socket.write(byte);
  }
}

test('many bodies of single bytes are ended with 408, and others are served meanwhile', async () => {
  const { port, slow } = await listen();
  const slowOnes = Array.from({ length: SLOW_BODIES }, (_, index) => {
    const isChunked = index % 2 === 1;
    const length = isChunked ? 'transfer-encoding: chunked' : 'content-length: 100000';
    const { socket, answer } = open(port, headOf('/', length));
    void drip(socket, isChunked ? '1\r\n \r\n' : ' ');
    return answer;
  });
  // One connection waits for a long response; another sends a long body, but not too slowly.
  const waiting = fetch(`http://127.0.0.1:${port}/slow-answer`, {
    method: 'POST',
    body: '{}',
    headers: JSON_TYPE,
  });
  const upload = open(port, headOf('/', 'transfer-encoding: chunked'));
  upload.socket.write('1\r\n"\r\n');
  let isOver = false;
  const uploading = (async () => {
    for await (const _ of every(20)) {
      if (isOver) break;
      upload.socket.write(`3e8\r\n${'x'.repeat(1000)}\r\n`);
    }
    upload.socket.write('1\r\n"\r\n0\r\n\r\n');
  })();

  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  const answers = await Promise.all(slowOnes);
  expect(new Set(answers.map((text) => text.split('\r\n')[0]))).toEqual(
    new Set(['HTTP/1.1 408 Request Timeout']),
  );
  expect(JSON.parse(answers[0]?.split('\r\n\r\n')[1] ?? '')).toEqual({
    status: 408,
    message: 'The request did not arrive in time.',
    requestId: '',
  });
  isOver = true;
  await uploading;
  const [received] = (await once(upload.socket, 'data')) as [string];
  expect(received).toContain('HTTP/1.1 200');
  slow.resolve('at last');
  expect(await (await waiting).text()).toBe('at last');
});

const JSON_TYPE = { 'content-type': 'application/json' };

test('a body that goes on after the response is ended too', async () => {
  const { port } = await listen();
  const { socket, answer } = open(port, headOf('/refused', 'content-length: 100000'));
  void drip(socket, ' ');
  expect(await answer).toMatch(/^HTTP\/1\.1 401/);
});

test('a connection on which no whole head arrives is ended', async () => {
  const { port } = await listen();
  const [silent, begun] = [open(port), open(port, 'GET / HTTP/1.1\r\n')];
  expect(await begun.answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  expect(await silent.answer).toMatch(/^(HTTP\/1\.1 408 Request Timeout|$)/);
});

test('an address has so many connections, and those that are exempt have more', async () => {
  let isExempt = false;
  const { port } = await listen(
    { ...CONNECTION_LIMITS, connectionsPerAddress: 3 },
    (address) => isExempt && address === '127.0.0.1',
  );
  const ask = (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    return once(socket, 'data').then(([text]) => String(text).split('\r\n')[0]);
  };
  const [first, ...others] = [open(port), open(port), open(port)];
  expect(await Promise.all([first, ...others].map((one) => ask((one as { socket: Socket }).socket)))).toEqual(
    Array(3).fill('HTTP/1.1 200 OK'),
  );
  expect(await open(port).answer).toBe('');
  isExempt = true;
  expect(await ask(open(port).socket)).toBe('HTTP/1.1 200 OK');
  isExempt = false;
  expect(await open(port).answer).toBe('');
});

test('what is not HTTP is answered in the form of other errors', async () => {
  const { port } = await listen();
  const text = await open(port, 'nonsense\r\n\r\n').answer;
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400 });
});

test('a head that is too large is refused, without a body where none may follow', async () => {
  const { port } = await listen();
  const bodyAfter = async (method: string) => {
    const head = `${method} / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`;
    const text = await open(port, head).answer;
    expect(text).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large/);
    return text.split('\r\n\r\n')[1];
  };
  expect(JSON.parse((await bodyAfter('GET')) ?? '')).toMatchObject({ status: 431 });
  expect(await bodyAfter('HEAD')).toBe('');
});
