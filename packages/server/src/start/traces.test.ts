import { createLog } from '@atrium/host/log';
import { activeTracing } from '@atrium/host/tracing/tracing';
import { type Logger, pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/database-url.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import type { CollectedSpan } from '../../test/otlp-spans.ts';
import { TEST_SECRET_KEY } from '../../test/secret-key.ts';
import { startSpanCollector } from '../../test/span-collector.ts';
import { readConfig } from '../config.ts';
import { startAtrium } from './start-atrium.ts';

// The whole product is started.
vi.setConfig({ testTimeout: 90_000 });

const PASSWORD = 'correct horse battery staple';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

async function startWith(settings: Record<string, string>, log: Logger = pino({ level: 'silent' })) {
  const folder = await makeDataFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const config = readConfig({
    DATABASE_URL: databaseUrl(database.connection),
    ATRIUM_DATA: folder.path,
    ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
    ATRIUM_ADMIN_PASSWORD: PASSWORD,
    PORT: '0',
    ...settings,
  });
  const running = await startAtrium(config, log, { withDemo: false, onFailed: () => {} });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await running.stop();
  };
  onTestFinished(stop);
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, running.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { token: string } };
  };
  const signIn = async () => {
    const { body } = await call('/auth/v1/login', { username: 'admin', password: PASSWORD });
    return { authorization: `Bearer ${body.token}` };
  };
  return { call, signIn, stop };
}

function pathTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathTo(parent, spans) : []), `${span.service}: ${span.name}`];
}

test('a call is followed through the platform, its services, the sandbox and the database', async () => {
  await using collector = await startSpanCollector();
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line), isForPeople: false });
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue%20team',
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  const { call, signIn, stop } = await startWith(settings, log);
  const authorization = await signIn();
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  const { status } = await call(
    '/services/hyper-dispatch/invoke/greet?secret=in-the-query',
    { name: 'in-the-body' },
    { ...authorization, traceparent },
  );
  expect(status).toBe(200);
  await stop();

  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const [web] = spans.filter(({ service, parentSpanId }) => service === 'atrium' && parentSpanId === CALLER);
  expect(web).toMatchObject({
    name: 'POST /services/:serviceId/*',
    attributes: { 'http.response.status_code': 200, 'atrium.domain': expect.any(String) },
  });
  const [sandbox] = spans.filter(({ name }) => name === 'sandbox');
  expect(sandbox?.attributes).toMatchObject({ 'code.file.path': expect.stringContaining('greet') });
  expect(sandbox && pathTo(sandbox, spans)).toEqual([
    'atrium: POST /services/:serviceId/*',
    'atrium-services: POST /hyper-dispatch/invoke/:name',
    'atrium-services: sandbox',
  ]);
  const statements = collector.spans.filter(
    ({ attributes }) => attributes['db.system.name'] === 'postgresql',
  );
  expect(new Set(statements.map(({ service }) => service))).toEqual(new Set(['atrium', 'atrium-services']));
  expect(statements.filter(({ parentSpanId }) => parentSpanId === undefined)).toEqual([]);
  expect(collector.spans.filter(({ name }) => name.startsWith('job ')).length).toBeGreaterThan(0);

  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const [request] = logged.filter(({ route }) => route === '/services/:serviceId/*');
  expect(request).toMatchObject({ status: 200, traceId: TRACE });

  expect(collector.headers['x-team']).toBe('blue team');
  const sent = collector.bodies.join('\n');
  for (const secret of [
    PASSWORD,
    authorization.authorization,
    'in-the-query',
    'in-the-body',
    TEST_SECRET_KEY,
  ]) {
    expect(sent).not.toContain(secret);
  }
});

test('a stranger does not decide what is recorded', async () => {
  await using collector = await startSpanCollector();
  const { call, stop } = await startWith({
    ATRIUM_ROLES: 'web',
    ATRIUM_SERVICES_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0.000001',
  });
  // Marked as recorded, and with an id that samplers by id would take first.
  const traceparent = `00-${'1'.padStart(32, '0')}-${CALLER}-01`;
  for (let count = 0; count < 5; count += 1) await call('/auth/v1/login', {}, { traceparent });
  await stop();
  expect(collector.spans).toEqual([]);
});

test('what a stranger does not record is recorded nevertheless', async () => {
  await using collector = await startSpanCollector();
  const { call, stop } = await startWith({
    ATRIUM_ROLES: 'web',
    ATRIUM_SERVICES_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  await call('/auth/v1/login', {}, { traceparent: `00-${TRACE}-${CALLER}-00` });
  await stop();
  const names = collector.spans.filter(({ parentSpanId }) => parentSpanId === CALLER).map(({ name }) => name);
  expect(names).toEqual(['POST /auth/v1/login']);
});

test('a collector that is gone is told of in the log, and holds up nothing', async () => {
  const collector = await startSpanCollector();
  await collector[Symbol.asyncDispose]();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const settings = {
    ATRIUM_ROLES: 'web',
    ATRIUM_SERVICES_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  const { call, stop } = await startWith(settings, log);
  expect((await call('/auth/v1/login', { username: 'admin', password: PASSWORD })).status).toBe(200);
  await stop();
  expect(lines.join('\n')).toContain('Traces could not be sent.');
  expect(activeTracing()).toBeUndefined();
});
