import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabaseWire } from '../../test/database-wire.ts';
import { startServicesProcess } from '../../test/services-process.ts';
import {
  ann,
  createTestDatabase,
  publicKeys,
  signServiceToken,
  startTestServices,
} from '../../test/support.ts';

const SOON = { timeout: 20_000, interval: 100 };

interface Health {
  status: string;
  problems?: string[];
}

/** The real program, on a way to the database and to the platform that can fail. */
async function startOnWire(usageFolder: string) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const wire = await openDatabaseWire(database.connection);
  const platform = createServer((_, response) => response.end(JSON.stringify(publicKeys)));
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void platform.close());
  const { port: platformPort } = platform.address() as { port: number };
  const platformUrl = `http://127.0.0.1:${platformPort}`;
  const { child, ready } = await startServicesProcess({
    port: 0,
    databaseConnection: wire.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: [{ id: 'hyper-dispatch', accessKeyId: 'key-1', privateJwk: {} }],
    logLevel: 'silent',
    usageFolder,
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await wire[Symbol.asyncDispose]();
  });
  const url = `http://127.0.0.1:${ready?.port}/hyper-dispatch`;
  const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
  return {
    wire,
    health: async () => (await (await fetch(`${url}/health`)).json()) as Health,
    greet: async () => {
      const headers = { authorization, 'content-type': 'application/json' };
      return (await fetch(`${url}/invoke/greet`, { method: 'POST', headers, body: '{}' })).status;
    },
  };
}

function makeUsageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('is DOWN while the database is away or does not answer, and UP again by itself', async () => {
  const { wire, health, greet } = await startOnWire(makeUsageFolder());
  expect((await health()).status).toBe('UP');
  expect(await greet()).toBe(200);
  const down = { status: 'DOWN', problems: ['The database cannot be reached.'] };

  await wire.cut();
  await expect.poll(health, SOON).toMatchObject(down);
  await wire.mend();
  await expect.poll(async () => (await health()).status, SOON).toBe('UP');
  await expect.poll(greet, SOON).toBe(200);

  wire.block();
  await expect.poll(health, SOON).toMatchObject(down);
  await wire.mend();
  await expect.poll(async () => (await health()).status, SOON).toBe('UP');
  await expect.poll(greet, SOON).toBe(200);
}, 120_000);

it('is DEGRADED while usage cannot be recorded, answers no call uncounted, and is UP again by itself', async () => {
  const folder = makeUsageFolder();
  const { health, greet } = await startOnWire(folder);
  renameSync(folder, `${folder}-away`);
  expect(await greet()).toBe(503);
  expect(await health()).toMatchObject({ status: 'DEGRADED', problems: ['Usage cannot be recorded.'] });
  renameSync(`${folder}-away`, folder);
  await expect.poll(async () => (await health()).status, { timeout: 10_000 }).toBe('UP');
  expect(await greet()).toBe(200);
}, 60_000);

it('is DEGRADED while the sandbox cannot be started, refuses calls soon, and is UP again by itself', async () => {
  await using services = await startTestServices();
  const invoke = async () =>
    (await services.call('POST', '/hyper-dispatch/invoke/greet', { body: {} })).status;
  const health = async () => (await services.call<Health>('GET', '/hyper-dispatch/health')).body;
  const { execPath } = process;
  onTestFinished(() => void (process.execPath = execPath));
  process.execPath = '/nowhere/node';
  const startedAt = performance.now();
  expect(await invoke()).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await health()).toMatchObject({
    status: 'DEGRADED',
    problems: ['Functions and tests cannot be run: the sandbox does not start.'],
  });
  process.execPath = execPath;
  await expect.poll(async () => (await health()).status, SOON).toBe('UP');
  expect(await invoke()).toBe(200);
}, 60_000);
