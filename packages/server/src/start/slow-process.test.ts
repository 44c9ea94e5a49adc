import { type Endpoint, fillPath } from '@atrium/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contractEndpoints, nameOf } from '../../test/contract-endpoints.ts';
import { buildChild, buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { buildApp } from '../app.ts';
import { systemClock } from '../clock.ts';
import type { Caller } from '../http/caller.ts';
import { createRegistry } from '../http/metrics.ts';
import { createSlowProcess } from './slow-process.ts';

const NO_ONE = '0197a000-0000-7000-8000-00000000dead';
/** What calls take that need a query or a body. */
const inputs: Readonly<Record<string, { query?: Record<string, string>; body?: object }>> = {
  'GET /console/v1/tests/run/latest': { query: { serviceId: 'content' } },
  'GET /console/v1/tests/run/{runId}/failures': { query: { ids: 'a' } },
  'GET /console/v1/tests/history': { query: { id: 'content/tests/none' } },
  'GET /console/v1/usage/month': { query: { month: '2026-10' } },
  'GET /console/v1/usage/days': { query: { month: '2026-10' } },
  'GET /console/v1/usage/export': { query: { month: '2026-10' } },
  'GET /console/v1/usage/function-costs': { query: { month: '2026-10' } },
  'GET /console/v1/usage/version-costs': { query: { serviceId: 'content', from: '1', to: '2' } },
  'GET /console/v1/usage/comparison': { query: { from: '2026-09', to: '2026-10' } },
  'GET /console/v1/usage/metric-days': {
    query: { month: '2026-10', serviceId: 'content', metric: 'invoke', target: '*' },
  },
  'GET /console/v1/usage/metric-versions': {
    query: { month: '2026-10', serviceId: 'content', metric: 'invoke', target: '*' },
  },
  'GET /console/v1/usage/collection-costs': { query: { serviceId: 'content' } },
  'POST /console/v1/usage/functions': { body: { month: '2026-10', page: 0, size: 20 } },
  'POST /console/v1/consolidated/log': { body: { startAt: 0 } },
  'POST /console/v1/customers': { body: { page: 0, size: 20 } },
};

/**
 * The application of a test, a second time, with a process for slow calls beside it; of ordinary priority, because a
 * machine that is busy with other tests hardly lets one of low priority start.
 */
async function startBoth() {
  // The process has a clock of its own.
  const server = await startTestApp({ clock: systemClock });
  const { connection, context } = server;
  const slowProcess = createSlowProcess(
    context,
    { connection, directConnection: connection },
    { longMs: 0, hasLowPriority: false },
  );
  const app = await buildApp(context, { phase: 'running' }, createRegistry(), slowProcess);
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await slowProcess.stop();
    await server[Symbol.asyncDispose]();
  });
  slowProcess.wake();
  await vi.waitFor(() => expect(slowProcess.pid).toBeDefined(), { timeout: 50_000, interval: 50 });
  return { server, app, slowProcess };
}

async function ask({ context }: TestApp, app: FastifyInstance, endpoint: Endpoint, caller?: Caller) {
  const { query, body } = inputs[nameOf(endpoint)] ?? {};
  const token = caller && (await context.tokens.issueAccessToken(caller)).token;
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, NO_ONE]));
  const hasBody = endpoint.method === 'POST';
  const answer = await app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    ...(query && { query }),
    ...(hasBody && { payload: body ?? {} }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const named = Object.entries(answer.headers).filter(
    ([name]) => !/^(date|x-request-id|x-ratelimit-.*|content-length)$/.test(name),
  );
  return {
    status: answer.statusCode,
    // Times and ids are those of each answer, an export has the export before it, and other tests connect as well.
    body: (endpoint.produces === 'json' ? answer.body : (answer.body.split('\n', 1)[0] ?? ''))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      .replace(/"requestId":"[^"]+"/g, '"requestId"')
      .replace(/"(sizeBytes|used|idle)":\d+/g, '"$1"'),
    headers: Object.fromEntries(named),
  };
}

test('every slow call is answered as without the process, to whoever may make it and to who may not', async () => {
  const { server, app, slowProcess } = await startBoth();
  const { context } = server;
  const owner = await buildUser(context);
  const callers = [
    undefined,
    owner,
    await buildChild(context, owner, []),
    await buildUser(context),
    await buildUser(context, { isAdmin: true }),
  ];
  const { platform } = await contractEndpoints();
  const slow = platform.filter(({ isSlow }) => isSlow);
  expect(slow.length).toBeGreaterThan(25);
  const statuses = new Set<number>();
  for (const endpoint of slow) {
    for (const caller of callers) {
      const alone = await ask(server, server.app, endpoint, caller);
      const beside = await ask(server, app, endpoint, caller);
      expect({ call: nameOf(endpoint), ...beside }).toEqual({ call: nameOf(endpoint), ...alone });
      statuses.add(beside.status);
    }
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 403, 404]));
  expect(slowProcess.pid).toBeDefined();
});

test('its connections are few', async () => {
  const { server, app } = await startBoth();
  const { context } = server;
  const owner = await buildUser(context);
  const { platform } = await contractEndpoints();
  const days = platform.find((each) => nameOf(each) === 'GET /console/v1/usage/days');
  if (days === undefined) throw new Error('there is no such call');
  await Promise.all([1, 2, 3].map(() => ask(server, app, days, owner)));
  const connections = await countSlowConnections(server);
  expect(connections).toBeGreaterThan(0);
  expect(connections).toBeLessThanOrEqual(5);
});

async function countSlowConnections({ connection }: TestApp): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_stat_activity where application_name = 'atrium slow calls' and datname = current_database()`,
  );
  await client.end();
  return rowCount ?? 0;
}
