import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { getServiceHealth } from '@atrium/contract/service-api/health';
import { slowCallsPerDomain } from '@atrium/host/http/connections/slow-call-limit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  findNginx,
  MISSING_NGINX,
  type Nginx,
  servicesSite,
  startNginx,
} from '../../../../tools/proxies.mjs';
import { buildUser } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { HealthWatch } from './health-watch.service.ts';
import { deleteForeignService, upsertService } from './service.repository.ts';

type Mood = 'well' | 'degraded' | 'draining' | 'breaks off' | 'slow';

/** A process of the shipped services, as the platform sees it over HTTP. */
interface Process {
  address: string;
  mood: Mood;
  /** Bodies of the calls that it has begun with. */
  taken: string[];
  /** Where they went. */
  urls: string[];
  /** Each ends a slow call. */
  held: (() => void)[];
  /** Calls that were ended before they were answered. */
  left: number;
  /** Refuses connections from now on. */
  end(): Promise<void>;
  /** Takes them again. */
  comeBack(): Promise<void>;
}

const PATIENCE = { timeout: 10_000 };
const build = { tag: 'v1.0.0', commit: 'c0ffee', build_date: null };
let server: TestApp;
let processes: Process[] = [];
let nginx: Nginx | undefined;
const listening: Server[] = [];

beforeAll(async () => {
  server = await startTestApp({ config: { roles: ['web', 'jobs'] } });
  await server.context.services.expectShipped({ id: 'content', name: 'Content', group: 'Platform' });
});
afterAll(async () => {
  for (const each of listening) each.close();
  await server[Symbol.asyncDispose]();
});

/** Two of them behind nginx, as the sample of ops/ has it. */
beforeEach(async ({ skip }) => {
  skip(findNginx() === undefined, MISSING_NGINX);
  processes = [await startProcess(), await startProcess()];
  const port = await freePort();
  nginx = await startNginx(servicesSite(port, [portOf(first()), portOf(second())]), port);
  server.context.services.expectOwnProcess(`http://127.0.0.1:${port}`);
});
afterEach(() => nginx?.stop());

const portOf = ({ address }: Process) => Number(new URL(address).port);

async function startProcess(): Promise<Process> {
  const http = createServer((request, response) => void answer(self, request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  listening.push(http);
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const self: Process = {
    address,
    mood: 'well',
    taken: [],
    urls: [],
    held: [],
    left: 0,
    async end() {
      http.closeAllConnections();
      http.close();
    },
    async comeBack() {
      http.listen(portOf(self), '127.0.0.1');
      await once(http, 'listening');
    },
  };
  return self;
}

async function answer(self: Process, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const json = (status: number, value: object, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (request.url === '/content/health')
    return void json(200, { status: self.mood === 'degraded' ? 'DEGRADED' : 'UP', ...build });
  if (self.mood === 'draining')
    return void json(503, { message: 'is being stopped' }, { [DRAINING_HEADER]: 'true', 'retry-after': '1' });
  response.on('close', () => {
    if (!response.writableFinished) self.left += 1;
  });
  let body = '';
  for await (const chunk of request) body += String(chunk);
  self.taken.push(body);
  self.urls.push(request.url ?? '');
  if (self.mood === 'slow' && request.url !== '/content/invoke/greet')
    await new Promise<void>((resolve) => self.held.push(resolve));
  if (self.mood === 'breaks off') request.socket.destroy();
  else json(200, { by: self.address });
}

/** A call of a customer's program. */
async function invoke(payload = '{"n":1}') {
  const caller = await buildUser(server.context);
  const { token } = await server.context.tokens.issueAccessToken(caller);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return server.app.inject({ method: 'POST', url: '/services/content/invoke/greet', headers, payload });
}

const takenBy = () => processes.map(({ taken }) => taken.length);
const takenTogether = () => takenBy().reduce((sum, taken) => sum + taken, 0);
const [first, second] = [() => processes[0] as Process, () => processes[1] as Process];

test('calls go round all processes behind the address, also those that the platform itself makes', async () => {
  for (let call = 0; call < 6; call += 1) expect((await invoke()).statusCode).toBe(200);
  expect(Math.min(...takenBy())).toBeGreaterThan(0);
  expect(takenTogether()).toBe(6);
  const caller = await buildUser(server.context);
  const { status } = await server.context.services.getClient(caller).call('content', getServiceHealth, {});
  expect(status).toBe('UP');
});

test('one that refuses connections is felt by no call, body included', async () => {
  await first().end();
  for (let call = 0; call < 4; call += 1) expect((await invoke(`{"call":${call}}`)).statusCode).toBe(200);
  expect(second().taken).toEqual(['{"call":0}', '{"call":1}', '{"call":2}', '{"call":3}']);
  const client = server.context.services.getClient(await buildUser(server.context));
  for (let call = 0; call < 2; call += 1)
    expect((await client.call('content', getServiceHealth, {})).status).toBe('UP');
});

test('one that is being stopped says so before it begins, and another process takes the call', async () => {
  first().mood = 'draining';
  for (let call = 0; call < 4; call += 1) {
    const { statusCode, headers } = await invoke();
    expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 200 });
  }
  expect(takenBy()).toEqual([0, 4]);
  second().mood = 'draining';
  const { statusCode, headers } = await invoke();
  expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '1' });
});

test('the only address is tried again while it refuses, and not for long', async () => {
  server.context.services.expectOwnProcess(first().address);
  await first().end();
  const returning = setTimeout(() => void first().comeBack(), 100);
  expect((await invoke()).statusCode).toBe(200);
  clearTimeout(returning);
  await first().end();
  expect((await invoke()).statusCode).toBe(503);
});

test('a call that may have begun is never made twice', async () => {
  for (const process of processes) process.mood = 'breaks off';
  const answers = [await invoke(), await invoke()];
  // Nor is its caller told to make it again.
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [503, undefined],
    [503, undefined],
  ]);
  for (const answer of answers) expect(answer.json().message).toContain('may have taken effect');
  expect(takenTogether()).toBe(2);
});

test.each(['PUT', 'DELETE'] as const)('nor is a %s, whose path arrives as it was sent', async (method) => {
  for (const process of processes) process.mood = 'breaks off';
  const { token } = await server.context.tokens.issueAccessToken(await buildUser(server.context));
  const answer = await server.app.inject({
    method,
    url: '/services/content/entries/products/a%2Fb%20c?x=%26',
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, undefined]);
  const urls = processes.flatMap((process) => process.urls);
  expect(urls).toEqual(['/content/entries/products/a%2Fb%20c?x=%26']);
});

test('what is only read is read again, and a load balancer that has no response is told apart', async () => {
  const { token } = await server.context.tokens.issueAccessToken(await buildUser(server.context));
  const headers = { authorization: `Bearer ${token}` };
  const read = () => server.app.inject({ url: '/services/content/entries/products', headers });
  first().mood = 'breaks off';
  for (let call = 0; call < 2; call += 1) expect((await read()).statusCode).toBe(200);
  second().mood = 'breaks off';
  const answer = await read();
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json().message).toContain('load balancer');
});

test('a service that another process removes is known here no longer', async () => {
  const { db, services } = server.context;
  const weather = {
    id: 'weather',
    name: 'Weather',
    group: 'Foreign',
    address: first().address,
    hasUi: false,
  };
  const known = { ...weather, isShipped: false, isTrusted: false, info: { fe: null, be: null } };
  await upsertService(db, known, new Date());
  expect((await services.get('weather')).name).toBe('Weather');
  await deleteForeignService(db, 'weather');
  await expect.poll(() => services.get('weather').catch(() => 'gone'), { timeout: 5_000 }).toBe('gone');
});

test('what takes long in them waits for the turn of its domain here, and nothing else does', async () => {
  const atOnce = slowCallsPerDomain(server.context.config.databasePoolSize);
  for (const each of processes) each.mood = 'slow';
  const caller = await buildUser(server.context);
  const { token } = await server.context.tokens.issueAccessToken(caller);
  const headers = { authorization: `Bearer ${token}` };
  const search = () => server.app.inject({ url: '/services/content/invocations?search=a', headers });
  const held = () => processes.flatMap((each) => each.held);
  const searches = Array.from({ length: atOnce + 1 }, search);
  await expect.poll(() => held().length).toBe(atOnce);
  expect((await invoke()).statusCode).toBe(200);
  for (const end of held()) end();
  await expect.poll(() => held().length).toBe(atOnce + 1);
  for (const end of held()) end();
  expect((await Promise.all(searches)).map(({ statusCode }) => statusCode)).toEqual(searches.map(() => 200));
});

test('a caller that leaves ends the call of the service, which another one waits for', async () => {
  for (const each of processes) each.mood = 'slow';
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const { token } = await server.context.tokens.issueAccessToken(await buildUser(server.context));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = '/services/content/invoke/slow';
  const left = httpRequest({ port, method: 'POST', path, headers }).on('error', () => {});
  left.end('{}');
  const staying = server.app.inject({ method: 'POST', url: path, headers, payload: '{}' });
  const held = () => processes.flatMap((each) => each.held);
  await expect.poll(() => held().length, PATIENCE).toBe(2);
  left.destroy();
  await expect.poll(() => processes.reduce((sum, each) => sum + each.left, 0), PATIENCE).toBe(1);
  for (const end of held()) end();
  expect((await staying).statusCode).toBe(200);
});

test('without an address the service cannot be reached', async () => {
  server.context.services.expectOwnProcess(undefined);
  const answer = await invoke();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ message: 'Content cannot be reached.' });
});

/** At its health, after a while. */
async function look() {
  server.clock.travel(60_000);
  await new HealthWatch(server.context).check(5000);
  const { rows } = await sql<{ backend: string }>`
    select backend from service_health where service_id = 'content'`.execute(server.context.db);
  return rows[0]?.backend;
}

test('the health of a service is that of its address', async () => {
  expect(await look()).toBe('UP');
  for (const each of processes) each.mood = 'degraded';
  expect(await look()).toBe('DEGRADED');
  for (const each of processes) each.mood = 'well';
  await first().end();
  expect(await look()).toBe('UP');
  await second().end();
  expect(await look()).toBe('DOWN');
});
