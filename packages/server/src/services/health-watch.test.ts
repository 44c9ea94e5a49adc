import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HEALTH_DAYS, listHealthDays } from '@atrium/contract/services/health-days';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { HealthWatch } from './health-watch.service.ts';

const EVERY_MS = 5000;
let server: TestApp;
let status: 'UP' | 'DEGRADED' | 'gone' = 'UP';
let asked = 0;
const foreign = createServer((request, response) => {
  const isHealth = request.url?.endsWith('/health') === true;
  if (isHealth) asked += 1;
  if (isHealth && status === 'gone') return response.destroy();
  const build = { tag: null, commit: null, build_date: null };
  const about = { id: 'weather', name: 'Weather', group: 'Foreign', description: '', api: 1, hasUi: true };
  response.setHeader('content-type', 'application/json');
  return response.end(JSON.stringify(isHealth ? { status, ...build } : { ...about, metrics: [] }));
});

beforeAll(async () => {
  server = await startTestApp();
  await server.context.notifications.start();
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const { port } = foreign.address() as AddressInfo;
  await server.context.services.register(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  foreign.close();
  await server[Symbol.asyncDispose]();
});

/** The next check is due, and two processes look at the same moment. */
async function look(): Promise<void> {
  server.clock.travel(EVERY_MS);
  const watches = [new HealthWatch(server.context), new HealthWatch(server.context)];
  await Promise.all(watches.map((watch) => watch.check(EVERY_MS)));
}

test('everybody is told once when a service goes down or comes back, and of nothing else', async () => {
  const { events } = server.context;
  const heard: unknown[] = [];
  const caller = await buildUser(server.context);
  const stop = events.subscribe(caller, (type, data) => {
    if (type !== 'ready') heard.push([type, data]);
  });
  const news = ['health', { serviceId: 'weather' }];
  // A marker arrives after everything that was sent before it.
  let markers = 0;
  const hear = async (expected: unknown[]) => {
    const marker = ['billing', { marker: (markers += 1) }];
    await events.publish(null, 'billing', { marker: markers });
    await expect.poll(() => heard.at(-1)).toEqual(marker);
    expect(heard.splice(0).slice(0, -1)).toEqual(expected);
  };

  asked = 0;
  await look();
  await look();
  // Both parts of the service, once for each pause however many processes look.
  expect(asked).toBe(4);
  await hear([]);
  status = 'gone';
  await look();
  await look();
  await hear([news]);
  status = 'DEGRADED';
  await look();
  await hear([news]);
  status = 'UP';
  await look();
  await look();
  await hear([news]);
  stop();
});

test('every check is counted by its day, for everyone to see, and forgotten after 90 days', async () => {
  const as = await buildUser(server.context);
  const list = async (serviceId = 'weather') =>
    (await server.call(listHealthDays, { params: { serviceId } }, { as })).days;
  await look();
  const today = server.clock.now().toISOString().slice(0, 10);
  const before = (await list()).at(-1);
  expect(before).toMatchObject({ day: today, checks: expect.any(Number) });
  for (const next of ['UP', 'DEGRADED', 'gone'] as const) {
    status = next;
    await look();
  }
  expect((await list()).at(-1)).toEqual({
    day: today,
    checks: (before?.checks ?? 0) + 3,
    degraded: (before?.degraded ?? 0) + 1,
    down: (before?.down ?? 0) + 1,
  });
  status = 'UP';
  server.clock.travel((HEALTH_DAYS - 1) * 86_400_000);
  await look();
  expect(await list()).toMatchObject([{ day: today }, { checks: 1, degraded: 0, down: 0 }]);
  server.clock.travel(86_400_000);
  await look();
  const kept = await server.context.db.selectFrom('serviceHealthDays').select('day').execute();
  expect(kept.map(({ day }) => day)).not.toContain(today);
  expect(await list()).toHaveLength(2);
  const unknown = await server.request(listHealthDays, { params: { serviceId: 'nowhere' } }, { as });
  expect(unknown.statusCode).toBe(404);
});
