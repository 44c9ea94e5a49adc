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
import { invokeFunction } from '@atrium/contract/service-api/functions/invoke';
import { getServiceHealth } from '@atrium/contract/service-api/health';
import { slowCallsPerDomain } from '@atrium/host/http/connections/slow-call-limit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { openPlainProxy } from '../../test/plain-proxy.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { HealthWatch } from './health-watch.service.ts';
import { deleteForeignService, upsertService } from './service.repository.ts';
import { ServicesProcessRow } from './services-process.service.ts';
import { findUnreached, OWN_UNREACHED, UNREACHED } from './unreached.ts';

type Mood = 'well' | 'degraded' | 'draining' | 'breaks off' | 'slow';

/** A process of the shipped services, as the platform sees it over HTTP. */
interface Process {
  address: string;
  mood: Mood;
  /** Bodies of the calls that it has begun with. */
  taken: string[];
  /** Each ends a slow call. */
  held: (() => void)[];
  /** Calls that were ended before they were answered. */
  left: number;
  row: ServicesProcessRow;
  /** Refuses connections from now on. */
  end(): Promise<void>;
  /** Takes them again. */
  comeBack(): Promise<void>;
}

const PATIENCE = { timeout: 10_000 };
const build = { tag: 'v1.0.0', commit: 'c0ffee', build_date: null };
let server: TestApp;
let processes: Process[] = [];
const listening: Server[] = [];

beforeAll(async () => {
  server = await startTestApp({ config: { roles: ['web', 'jobs'] } });
  await server.context.services.expectShipped({ id: 'content', name: 'Content', group: 'Platform' });
});
afterAll(async () => {
  for (const each of listening) each.close();
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  // Those of the test before would go on to say that they live.
  for (const { row } of processes) await row.stop();
  await sql`delete from services_processes`.execute(server.context.db);
  processes = [await startProcess(), await startProcess()];
});

async function startProcess(): Promise<Process> {
  const http = createServer((request, response) => void answer(self, request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  listening.push(http);
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const row = new ServicesProcessRow({ ...server.context, isAlive: async () => true });
  await row.start(address);
  const self: Process = {
    address,
    mood: 'well',
    taken: [],
    held: [],
    left: 0,
    row,
    async end() {
      http.closeAllConnections();
      http.close();
    },
    async comeBack() {
      http.listen(Number(new URL(address).port), '127.0.0.1');
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
const [first, second] = [() => processes[0] as Process, () => processes[1] as Process];

test('calls go round all processes that live, also those that the platform itself makes', async () => {
  for (let call = 0; call < 6; call += 1) expect((await invoke()).statusCode).toBe(200);
  expect(takenBy()).toEqual([3, 3]);
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

test('one that is being stopped says so before it begins, and the call is made elsewhere', async () => {
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

test('behind a load balancer a call is tried again at its address, until another process takes it', async () => {
  await using balancer = await openPlainProxy(
    processes.map(({ address }) => address),
    '/content/health',
  );
  await expect.poll(() => balancer.ready().length).toBe(2);
  for (const { row } of processes) await row.start(balancer.url);
  const client = server.context.services.getClient(await buildUser(server.context));
  first().mood = 'draining';
  for (let call = 0; call < 4; call += 1) expect((await invoke()).statusCode).toBe(200);
  expect(takenBy()).toEqual([0, 4]);
  for (let call = 0; call < 2; call += 1)
    expect(
      await client.call('content', invokeFunction, { params: { folder: 'all', name: 'greet' }, body: {} }),
    ).toEqual({ by: second().address });
  second().mood = 'draining';
  const { statusCode, headers } = await invoke();
  expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '1' });
});

test('the only address is tried again while it refuses, and not for long', async () => {
  await second().row.stop();
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
  expect(answers[0]?.json().message).toContain('may have been done');
  expect(takenBy()).toEqual([1, 1]);
});

/** Two calls, after the process of an address, or each, has said so long ago that it lives. */
async function callTwiceSeen(ago: string, address?: string): Promise<void> {
  const where = address === undefined ? sql`true` : sql`address = ${address}`;
  await sql`update services_processes set seen_on = now() - ${ago}::interval where ${where}`.execute(
    server.context.db,
  );
  letTimePass();
  for (let call = 0; call < 2; call += 1) await invoke();
}

test('one that stops is not called any more, and one that was not seen for long drops out', async () => {
  await first().row.stop();
  for (let call = 0; call < 2; call += 1) await invoke();
  expect(takenBy()).toEqual([0, 2]);
  await first().row.start(first().address);
  await second().row.stop();
  await second().row.start(second().address);
  await callTwiceSeen('11 seconds', first().address);
  expect(takenBy()).toEqual([0, 4]);
  // After a database was away no one could say that it lives: better the old ones than none.
  await callTwiceSeen('1 minute');
  expect(takenBy()).toEqual([1, 5]);
  // Not one that had ended before it went away.
  await callTwiceSeen('2 minutes', first().address);
  expect(takenBy()).toEqual([1, 7]);
  await sql`update services_processes set seen_on = now() - interval '2 days'`.execute(server.context.db);
  letTimePass();
  expect((await invoke()).statusCode).toBe(503);
  expect(await server.context.services.listProcesses()).toEqual([]);
});

test('when all have stopped, one that ended before without a word is not called either', async () => {
  await sql`insert into services_processes (id, address, seen_on)
    values (gen_random_uuid(), ${first().address}, now() - interval '1 minute')`.execute(server.context.db);
  for (const { row } of [first(), second()]) await row.stop();
  letTimePass();
  expect((await invoke()).statusCode).toBe(503);
});

test('whoever starts deletes the rows of those that ended long ago without a word', async () => {
  const { db } = server.context;
  await sql`insert into services_processes (id, address, seen_on)
    values (gen_random_uuid(), 'http://127.0.0.1:9', now() - interval '2 days')`.execute(db);
  await first().row.start(first().address);
  const { rows } = await sql`select from services_processes`.execute(db);
  expect(rows.length).toBe(2);
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

/** No one is notified of it: what is known is read again within a second. */
function letTimePass(): void {
  server.context.services.forgetKnown();
}

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

test('without any process the service cannot be reached', async () => {
  for (const { row } of processes) await row.stop();
  const answer = await invoke();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ message: 'Content cannot be reached.' });
});

/** At its health, after a while. */
async function look(afterMs = 60_000) {
  server.clock.travel(afterMs);
  await new HealthWatch(server.context).check(5000);
  return findBackend();
}

function findBackend() {
  return sql<{ backend: string }>`select backend from service_health where service_id = 'content'`
    .execute(server.context.db)
    .then(({ rows }) => rows[0]?.backend);
}

test('the health of a service is that of all its processes', async () => {
  expect(await look()).toBe('UP');
  first().mood = 'degraded';
  expect(await look()).toBe('DEGRADED');
  first().mood = 'well';
  await first().end();
  expect(await look()).toBe('DEGRADED');
  await first().row.stop();
  expect(await look()).toBe('UP');
  await second().end();
  expect(await look()).toBe('DOWN');
});

test('a process that knows no address of a service gives no verdict, while another one gives it', async () => {
  const { context, clock } = server;
  const warned: unknown[] = [];
  const log = { warn: (said: unknown) => void warned.push(said) };
  const lonely = new HealthWatch({ ...context, log });
  expect(await look()).toBe('UP');
  const readiness = async () => (await server.app.inject('/health/ready')).json();
  expect(await readiness()).toEqual({ status: 'UP' });
  for (const { row } of processes) await row.stop();
  expect(await readiness()).toEqual({ status: 'DEGRADED', problems: [UNREACHED] });
  const next = { ...context, config: { roles: ['web', 'services'] } } as const;
  expect(await findUnreached(next)).toBe(OWN_UNREACHED);
  for (let looks = 0; looks < 2; looks += 1) {
    clock.travel(5_000);
    await lonely.check(5_000);
    expect(await findBackend()).toBe('UP');
  }
  // There is none.
  clock.travel(5_000);
  await lonely.check(5_000);
  expect(await findBackend()).toBe('DOWN');
  expect(warned).toEqual([UNREACHED]);
  // One whose own services they are.
  context.services.expectOwnProcess(first().address);
  expect(await readiness()).toEqual({ status: 'UP' });
  expect(await look(5_000)).toBe('UP');
  context.services.expectOwnProcess(undefined);
});
