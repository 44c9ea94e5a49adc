import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CONNECTION_PARTS } from '../../test/connection-parts.ts';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/database-url.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { freePort } from '../../test/free-port.ts';
import { RoleProcesses } from '../../test/role-processes.ts';
import { TEST_SECRET_KEY } from '../../test/secret-key.ts';
import { readConfig } from '../config.ts';
import { startAtrium } from './start-atrium.ts';

// The whole product is started.
vi.setConfig({ testTimeout: 180_000 });

const ROOT = join(import.meta.dirname, '../../../..');
const SOON = { timeout: 40_000, interval: 50 };
/** Half a minute of silence, and some to spare. */
const LATER = { timeout: 90_000, interval: 200 };
const TOKEN = 'a-token-for-monitoring';

async function startWith(settings: Record<string, string>) {
  const folder = await makeDataFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const port = await freePort();
  const config = readConfig({
    DATABASE_URL: databaseUrl(database.connection),
    ATRIUM_DATA: folder.path,
    ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
    ATRIUM_OPS_PORT: String(port),
    PORT: '0',
    ...settings,
  });
  const running = await startAtrium(config, pino({ level: 'silent' }), {
    withDemo: false,
    onFailed: () => {},
  });
  onTestFinished(() => running.stop());
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { ask, port, connection: database.connection, address: running.address };
}

test('a process without the web says how it is as well, to whoever may read it', async () => {
  const { ask } = await startWith({
    ATRIUM_ROLES: 'jobs',
    ATRIUM_SERVICES_URL: 'http://127.0.0.1:9',
    ATRIUM_PUBLIC_URL: 'http://127.0.0.1:9',
    ATRIUM_METRICS_TOKEN: TOKEN,
  });
  for (const path of ['/health/live', '/health/ready']) {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'UP' }]);
  }
  expect((await ask('/metrics')).status).toBe(403);
  expect((await ask('/metrics', { authorization: `Bearer ${TOKEN}-` })).status).toBe(403);
  const figures = await (await ask('/metrics', { authorization: `Bearer ${TOKEN}` })).text();
  expect(figures).toMatch(/^atrium_build_info\{version="[\d.]+",roles="jobs"\} 1$/m);
  expect(figures).toMatch(/^atrium_queue_waiting_jobs\{queue="accounts\.clean-up"\} 0$/m);
  expect(figures).toMatch(/^atrium_database_listening\{part="platform"\} 1$/m);
  expect(figures).toMatch(/^atrium_months_not_closed 0$/m);
  // What there is not has no value, not the best one.
  expect(figures).not.toMatch(
    /^atrium_(sandbox_busy_workers|backup_(last_success_timestamp|interval)_seconds) /m,
  );
  expect((await ask('/console/')).status).toBe(404);
});

test('alerts and dashboard read what is exported, and each alert says what to do', async () => {
  const backups = await makeDataFolder();
  onTestFinished(() => backups[Symbol.asyncDispose]());
  const { ask, port, address = '' } = await startWith({ ATRIUM_BACKUP_DIR: backups.path });
  const read = async () => (await ask('/metrics')).text();
  await expect.poll(read, { timeout: 20_000 }).toMatch(/^atrium_sandbox_busy_workers 0$/m);
  const figures = await read();
  expect(figures).toMatch(/^atrium_database_listening\{part="services"\} 1$/m);
  // The platform asks the services for their health by itself.
  await expect
    .poll(read, { timeout: 20_000 })
    .toMatch(
      /^atrium_services_requests\{method="GET",route="\/hyper-dispatch\/health",status="200"\} [1-9]/m,
    );
  for (const part of ['platform', 'services']) {
    expect(figures).toContain(`\natrium_slow_process_running{part="${part}"} 0\n`);
  }
  // An alert is for who has a timetable, and one leaves out calls that services answer.
  expect(figures).toMatch(/^atrium_backup_interval_seconds 86400$/m);
  await fetch(new URL('/services/hyper-dispatch/functions', address));
  await expect.poll(read).toContain('_total{method="GET",route="/services/:serviceId/*",status="401"} 1');
  // A page of another site, whose name was made to point here.
  // It may send any token, as none is asked for.
  const headers = { host: 'rebound.example', authorization: 'Bearer any' };
  const rebound = get({ port, path: '/metrics', headers });
  const [answer] = (await once(rebound, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(403);
  const exported = new Set([...figures.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

  const alerts = await readFile(join(ROOT, 'ops/prometheus-alerts.yml'), 'utf8');
  const dashboard = await readFile(join(ROOT, 'ops/grafana-dashboard.json'), 'utf8');
  expect(JSON.parse(dashboard)).toMatchObject({ title: 'Atrium' });
  const used = [...`${alerts}\n${dashboard}`.matchAll(/\batrium_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count)$/, ''),
  );
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);

  const handbook = await readFile(join(ROOT, 'docs/monitoring.md'), 'utf8');
  const named = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !new RegExp(`</a>${name} \\| \\S`).test(handbook))).toEqual([]);
  expect(new Set([...alerts.matchAll(/runbook: docs\/monitoring\.md#(\w+)$/gm)].map(([, id]) => id))).toEqual(
    new Set(named.map((name) => name.toLowerCase())),
  );
});

test('every connection is one of those that the handbook counts', async () => {
  const { ask, connection } = await startWith({});
  expect((await ask('/health/ready')).status).toBe(200);
  const client = new pg.Client({ ...connection, application_name: 'test' });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ name: string; open: number }>(`
    select application_name as name, count(*)::int as open from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() group by application_name`);
  expect(rows.length).toBeGreaterThan(4);
  const mostOf = (name: string) => CONNECTION_PARTS.find((part) => part.name === name)?.most ?? 0;
  expect(rows.filter(({ name, open }) => open > mostOf(name))).toEqual([]);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a process of services is ready while they answer, and those that hang are exchanged',
  async () => {
    const folder = await makeDataFolder();
    onTestFinished(() => folder[Symbol.asyncDispose]());
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const [port, opsPort] = [await freePort(), await freePort()];
    const processes = new RoleProcesses<'services'>({
      services: {
        DATABASE_URL: databaseUrl(database.connection),
        ATRIUM_DATA: folder.path,
        ATRIUM_PUBLIC_URL: 'http://127.0.0.1:9',
        ATRIUM_OPS_PORT: String(opsPort),
        HOST: '127.0.0.1',
        PORT: String(port),
      },
    });
    onTestFinished(() => processes.stopAll());
    const ask = (path: string) => fetch(`http://127.0.0.1:${opsPort}${path}`);
    const readiness = () =>
      ask('/health/ready').then(
        ({ status }) => status,
        () => 0,
      );
    const hasFigures = async () =>
      (await (await ask('/metrics')).text()).includes('\natrium_sandbox_busy_workers ');
    processes.start('services');
    await expect.poll(readiness, SOON).toBe(200);
    await expect.poll(hasFigures, SOON).toBe(true);

    // Their place is taken, so they cannot start.
    await processes.killRuntime('services');
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    await expect.poll(readiness, SOON).toBe(503);
    expect(await hasFigures()).toBe(false);
    taken.close();
    await expect.poll(readiness, SOON).toBe(200);

    const [frozen] = processes.listRuntimes('services');
    processes.freezeRuntime('services');
    await expect.poll(() => processes.listRuntimes('services'), LATER).not.toContain(frozen);
    await expect.poll(readiness, SOON).toBe(200);
  },
);

test('other machines read figures with a token only', () => {
  expect(() => readConfig({ ATRIUM_OPS_PORT: '9090', ATRIUM_OPS_HOST: '0.0.0.0' })).toThrow(
    'ATRIUM_OPS_HOST lets other machines read the figures, so set ATRIUM_METRICS_TOKEN',
  );
});
