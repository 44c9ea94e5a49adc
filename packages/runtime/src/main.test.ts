import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '@atrium/host/test/databases';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findSandboxes, isSandbox, startServicesProcess } from '../test/services-process.ts';
import { ann, createTestDatabase, publicKeys, signServiceToken } from '../test/support.ts';

const usageFolder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
const platform = createServer((_, response) => response.end(JSON.stringify(publicKeys)));
let database: TestDatabase;
let platformUrl: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  platform.close();
  await database.drop();
  rmSync(usageFolder, { recursive: true });
});

function settings(overrides: object = {}): object {
  return {
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: [{ id: 'hyper-dispatch', accessKeyId: 'key-1', privateJwk: {} }],
    logLevel: 'warn',
    usageFolder,
    ...overrides,
  };
}

async function start(overrides: object = {}) {
  const started = await startServicesProcess(settings(overrides));
  children.push(started.child);
  return started;
}

describe('the process of the services', () => {
  it('says when it is ready, serves with the keys of the platform, and ends with its parent', async () => {
    const { child, ready } = await start();
    expect(ready).toEqual({ ready: true, port: expect.any(Number) as number });
    const url = `http://127.0.0.1:${ready?.port}/hyper-dispatch`;
    const health = (await (await fetch(`${url}/health`)).json()) as { status: string; tag: string };
    expect(health).toMatchObject({ status: 'UP', tag: expect.stringMatching(/^v\d/) as string });
    const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
    const answer = await fetch(`${url}/invoke/greet`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });
    expect(await answer.json()).toEqual({ greeting: 'Hello Ada!', user: ann.userId, domain: 'acme' });
    child.stdin?.end();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  // Its priority is low: on a machine that is busy with other tests it takes long to start.
  it('has slow calls answered beside it, and packed where the caller takes them so', {
    timeout: 180_000,
  }, async () => {
    const { child, ready } = await start();
    const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
    const read = (encoding: string) =>
      fetch(`http://127.0.0.1:${ready?.port}/hyper-dispatch/export/metadata`, {
        headers: { authorization, 'accept-encoding': encoding },
      });
    const many = Array.from({ length: 4_000 }, (_, index) => ({
      name: `f${index}.js`,
      action: 'remote',
      content: 'export default () => 1;',
    }));
    const imported = await fetch(`http://127.0.0.1:${ready?.port}/hyper-dispatch/import`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ baseVersion: 1, folders: [{ name: 'functions', files: many }] }),
    });
    expect(imported.status).toBe(200);
    const first = await read('gzip');
    expect(first.headers.get('content-encoding')).toBeNull();
    const files = await first.json();
    // Only the process beside it packs.
    await vi.waitFor(
      async () => {
        const packed = await read('gzip');
        expect(packed.headers.get('content-encoding')).toBe('gzip');
        expect(await packed.json()).toEqual(files);
      },
      { timeout: 150_000, interval: 50 },
    );
    const plain = await read('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(files);
    child.stdin?.end();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('leaves what a terminal signals to its parent, and ends on SIGTERM after finishing what is under way', async () => {
    const { child, ready } = await start();
    const group = -(child.pid ?? Number.NaN);
    const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
    const post = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${ready?.port}/hyper-dispatch/${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post('invoke/greet', {})).status).toBe(200);
    const sandboxes = findSandboxes(child);
    process.kill(group, 'SIGINT');
    process.kill(group, 'SIGHUP');
    const answer = await post('tests/run', { runId: 'run-1' });
    expect(findSandboxes(child)).toEqual(sandboxes);
    process.kill(group, 'SIGTERM');
    expect((await answer.text()).trim().split('\n').at(-1)).toContain('"done":true');
    expect((await once(child, 'exit'))[0]).toBe(0);
    await expect.poll(() => sandboxes.filter(isSandbox)).toEqual([]);
  });

  it('ends in order when nobody is there any more to hear that it is ready', async () => {
    const program = fileURLToPath(new URL('./main.ts', import.meta.url));
    const child = spawn(process.execPath, [program], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    children.push(child);
    child.stdout.destroy();
    child.stdin.write(`${JSON.stringify(settings())}\n`);
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('says what is wrong with its settings', async () => {
    const { errors } = await start({ jwksUrl: 'nowhere', services: [] });
    expect(errors.join('')).toMatch(/jwksUrl[\s\S]*services|services[\s\S]*jwksUrl/);
  });
});
