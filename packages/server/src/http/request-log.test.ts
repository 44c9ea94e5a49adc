import { once } from 'node:events';
import { request } from 'node:http';
import { confirmEmail } from '@atrium/contract/accounts/registration';
import { listAddresses } from '@atrium/contract/billing/address';
import { searchPriceRules } from '@atrium/contract/pricing/price-rule';
import { UnavailableError } from '@atrium/host/errors';
import { installErrorHandler } from '@atrium/host/http/errors/error-handler';
import { createLog } from '@atrium/host/log';
import fastify, { LogController } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { buildPageService, inSession } from '../../test/page-grants.ts';
import { startTestApp } from '../../test/support.ts';
import { createRequestLog, installRequestLog } from './request-log.ts';

test('the log describes a request without its query, cookies and tokens', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await using server = await startTestApp({ log });
  const headers = { cookie: '__Host-atrium_refresh=secret-cookie', authorization: 'Bearer secret-bearer' };
  await server.request(confirmEmail, { query: { token: 'secret-token' } }, { headers });
  const text = lines.join('');
  expect(text).toContain('"path":"/auth/v1/confirm"');
  expect(text).not.toContain('secret');
});

test('the log says who was refused what', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await using server = await startTestApp({ log });
  const caller = await buildUser(server.context);
  const { statusCode, headers } = await server.request(searchPriceRules, { body: {} }, { as: caller });
  expect(statusCode).toBe(403);
  const entries = lines
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => reqId === headers['x-request-id']);
  expect(entries).toMatchObject([
    {
      method: searchPriceRules.method,
      route: searchPriceRules.path,
      path: searchPriceRules.path,
      address: '127.0.0.1',
      status: 403,
      ms: expect.any(Number),
      userId: caller.userId,
      domainId: caller.domainId,
    },
  ]);
  expect(entries.every(({ time }) => Math.abs(time - Date.now()) < 60_000)).toBe(true);
});

test('the log has the id that a trusted proxy gave a request, and the request has one of its own', async () => {
  const idFrom = async (id: string, trustedProxies: string[]) => {
    const lines: Record<string, unknown>[] = [];
    const app = fastify({
      loggerInstance: createRequestLog(
        createLog({ level: 'info', write: (line) => void lines.push(JSON.parse(line)), isForPeople: false }),
      ),
      logController: new LogController({ disableRequestLogging: true }),
      requestIdHeader: false,
    });
    installRequestLog(app, trustedProxies);
    app.get('/', async () => 'here');
    await app.inject({ path: '/', headers: { 'x-request-id': id }, remoteAddress: '10.0.0.7' });
    expect(lines).toMatchObject([{ status: 200, reqId: expect.not.stringContaining(id) }]);
    return lines[0]?.['proxyRequestId'];
  };
  const id = '1b5f0f3c8a6d4b0e9f6a2c7d8e9f0a1b';
  expect(await idFrom(id, ['10.0.0.0/8'])).toBe(id);
  expect(await idFrom(id, ['192.168.0.0/16'])).toBeUndefined();
  for (const other of ['short', 'two of them', `"${id}"`, id.repeat(5)]) {
    expect(await idFrom(other, ['10.0.0.0/8'])).toBeUndefined();
  }
});

test('the log says which service a page is of that asks for a person', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await using server = await startTestApp({ log });
  const { context } = server;
  await buildPageService(context, 'shop');
  const given = { serviceId: 'shop', permissions: ['billing.read' as const], minutes: 15 as const };
  const caller = await inSession(context, await buildUser(context));
  const { token } = await context.pageGrants.create(caller, given);
  await server.request(listAddresses, {}, { headers: { authorization: `Bearer ${token}` } });
  const asked = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(asked).toMatchObject([{ userId: caller.userId, pageServiceId: 'shop' }]);
});

test('the line of each request that fails says why, also where the fault is only counted', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLog({ level: 'info', write, isForPeople: false });
  const app = fastify({ loggerInstance: createRequestLog(log) });
  installErrorHandler(app);
  installRequestLog(app, []);
  app.get('/away', async () => {
    throw new UnavailableError('It cannot be reached.', 5, new Error('refused'));
  });
  app.get('/broken', async () => {
    throw new Error('a fault');
  });
  for (const path of ['/away', '/broken', '/away', '/broken', '/none']) await app.inject(path);
  const said = lines.filter(({ msg }) => msg === 'request').map(({ status, fault }) => [status, fault]);
  const [away, broken] = [
    [503, 'It cannot be reached.: refused'],
    [500, 'a fault'],
  ];
  expect(said).toEqual([away, broken, away, broken, [404, undefined]]);
  expect(lines.filter(({ level }) => Number(level) > 30)).toHaveLength(2);
});

test('a request whose caller leaves has its line, too, and only one', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLog({ level: 'info', write, isForPeople: false });
  const logController = new LogController({ disableRequestLogging: true });
  await using app = fastify({ loggerInstance: createRequestLog(log), logController });
  installRequestLog(app, []);
  const asked = Promise.withResolvers<void>();
  app.get('/quick', async () => 'here');
  app.get('/slow', async ({ raw }) => {
    asked.resolve();
    await once(raw.socket, 'close');
    return 'too late';
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await (await fetch(`${address}/quick`)).text()).toBe('here');
  const leaving = request(`${address}/slow?secret`).on('error', () => undefined);
  leaving.end();
  await asked.promise;
  leaving.destroy();
  const said = () =>
    lines.filter(({ msg }) => msg === 'request').map(({ route, path, status }) => ({ route, path, status }));
  await expect.poll(said).toEqual([
    { route: '/quick', path: '/quick', status: 200 },
    { route: '/slow', path: '/slow', status: 499 },
  ]);
});
