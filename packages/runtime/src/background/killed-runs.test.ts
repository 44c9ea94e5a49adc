import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueDomainToken } from '@atrium/contract/services/domain-token';
import type { TestDatabase } from '@atrium/host/test/databases';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedServices, startServicesProcess } from '../../test/services-process.ts';
import { ann, createTestDatabase, publicKeys, signServiceToken } from '../../test/support.ts';

const JOBS = 200;
const JOBS_OF_CALL = 20;
const FUNCTIONS = 20;

const folder = mkdtempSync(join(tmpdir(), 'atrium-killed-'));
/** The test makes more calls in a minute than a domain may. */
const limits = { invocationsPerMinute: 1e9, invocationsPerDay: 1e9, computingPerDay: 1e9 };
const tokenFor = (serviceId: string) => signServiceToken(ann, serviceId, { limits });
/** The platform: vouches for the domain, and takes usage. */
const platform = createServer((request, response) => {
  void (async () => {
    for await (const _ of request);
    if (request.method === 'GET') return response.end(JSON.stringify(publicKeys));
    if (!request.url?.endsWith(issueDomainToken.path)) return response.writeHead(204).end();
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ token: await tokenFor('hyper-dispatch') }));
  })();
});
let database: TestDatabase;
let db: pg.Client;
let settings: object;
let services: StartedServices;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new pg.Client(database.connection);
  await db.connect();
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  settings = {
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: ['hyper-dispatch', 'content'].map((id) => ({ id, accessKeyId: id, privateJwk })),
    logLevel: 'silent',
    usageFolder: folder,
  };
  services = await startServicesProcess(settings);
});

afterAll(async () => {
  services.child.kill('SIGKILL');
  platform.close();
  await db.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Kills the process and starts another one, for which the first is dead at once. */
async function kill(): Promise<void> {
  const ended = once(services.child, 'exit');
  services.child.kill('SIGKILL');
  await ended;
  await db.query(`update runtime.background_run set held_until = now() where state = 'RUNNING'`);
  services = await startServicesProcess(settings);
}

async function call(path: string, body?: object): Promise<Response> {
  const [serviceId = ''] = path.split('/');
  return fetch(`http://127.0.0.1:${services.ready?.port}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${await tokenFor(serviceId)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function put(serviceId: string, folderName: string, files: Record<string, string>): Promise<void> {
  const { version } = (await (await call(`${serviceId}/export/metadata`)).json()) as { version: number };
  const all = Object.entries(files).map(([name, content]) => ({ name, action: 'remote', content }));
  const body = { baseVersion: version, folders: [{ name: folderName, files: all }] };
  expect((await call(`${serviceId}/import`, body)).status).toBe(200);
}

async function count(statement: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select count(*)::int as count from ${statement}`);
  return rows[0]?.count ?? 0;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

it('loses no queued run and queues no key twice while its process is killed', async () => {
  await put('content', 'collections', { 'runs.meta.js': 'export default { schema: true };' });
  await put('hyper-dispatch', 'functions', {
    'work.js': `export default ({ key }, { content }) => content.insert('runs', { key });`,
    'queue.js': `export default async ({ keys }, { later }) => {
      for (const key of keys) await later('work', { key }, { key, inSeconds: 86_400 });
    };`,
  });
  const queued = () => count('runtime.background_run');
  const queueAll = async () => {
    for (let from = 0; from < JOBS; from += JOBS_OF_CALL) {
      const keys = Array.from({ length: JOBS_OF_CALL }, (_, index) => `key ${from + index}`);
      const isQueued = async () =>
        (await call('hyper-dispatch/invoke/queue', { keys }).catch(() => undefined))?.ok ?? false;
      await until(isQueued);
    }
  };
  const queueing = queueAll();
  await until(async () => (await queued()) > JOBS / 3);
  await kill();
  await queueing;
  expect(await queued()).toBe(JOBS);
  expect(await count('(select distinct key from runtime.background_run) as keys')).toBe(JOBS);

  await db.query('update runtime.background_run set due_on = now()');
  for (const left of [JOBS * 0.7, JOBS * 0.3]) {
    await until(async () => (await queued()) <= left);
    await kill();
  }
  await until(async () => (await queued()) === 0);
  const ran = `(select distinct document ->> 'key' from runtime.entry where collection = 'runs') as ran`;
  expect(await count(ran)).toBe(JOBS);
  expect(await count(`runtime.entry where collection = 'runs'`)).toBeLessThan(JOBS + 20);
}, 180_000);

it('runs each tick of a schedule once or reports it while its process is killed', async () => {
  await put('content', 'collections', { 'ticks.meta.js': 'export default { schema: true };' });
  const functions = Array.from({ length: FUNCTIONS }, (_, index): [string, string][] => [
    [
      `tick${index}.js`,
      `export default (_, { content }) => content.insert('ticks', { name: 'tick${index}' });`,
    ],
    [`tick${index}.meta.js`, `export default { schedule: [{ cron: '0 0 1 1 *' }] };`],
  ]);
  await put('hyper-dispatch', 'functions', Object.fromEntries(functions.flat()));
  // The starter files have one of their own.
  const ours = `function like 'tick%'`;
  await db.query(`update runtime.schedule set next_on = now() where ${ours}`);
  await until(async () => (await count(`runtime.entry where collection = 'ticks'`)) > 2);
  await kill();
  const state = (wanted: string) =>
    count(`runtime.schedule where ${ours} and ticks -> 0 ->> 'state' in (${wanted})`);
  await until(async () => (await state(`'OK', 'INTERRUPTED'`)) === FUNCTIONS);
  const [ok, interrupted, ran] = [
    await state(`'OK'`),
    await state(`'INTERRUPTED'`),
    await count(`runtime.entry where collection = 'ticks'`),
  ];
  expect(interrupted).toBeLessThanOrEqual(4);
  expect(ran).toBeGreaterThanOrEqual(ok);
  expect(ran).toBeLessThanOrEqual(ok + interrupted);
  const twice = `(select 1 from runtime.entry where collection = 'ticks' group by document ->> 'name' having count(*) > 1) as twice`;
  expect(await count(twice)).toBe(0);
}, 180_000);
