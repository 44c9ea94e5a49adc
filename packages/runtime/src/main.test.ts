import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ann, createTestDatabase, publicKeys, signServiceToken, type TestDatabase } from '../test/support.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
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
});

async function start(overrides: object = {}) {
  const child = spawn(process.execPath, [program], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const settings = {
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: [{ id: 'hyper-dispatch', accessKeyId: 'key-1', privateJwk: {} }],
    logLevel: 'warn',
    ...overrides,
  };
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  return { child, line: String(line[0]), errors };
}

describe('the process of the services', () => {
  it('says when it is ready, serves with the keys of the platform, and ends with its parent', async () => {
    const { child, line } = await start();
    const { ready, port } = JSON.parse(line) as { ready: boolean; port: number };
    expect(ready).toBe(true);
    const url = `http://127.0.0.1:${port}/hyper-dispatch`;
    const health = (await (await fetch(`${url}/health`)).json()) as { status: string; tag: string };
    expect(health).toMatchObject({ status: 'UP', tag: expect.stringMatching(/^v\d/) as string });
    const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
    const answer = await fetch(`${url}/invoke/greet`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });
    expect(await answer.json()).toEqual({ greeting: 'Hello Ada!', user: 'ann', domain: 'acme' });
    child.stdin?.end();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('ends on SIGTERM after finishing what is under way', async () => {
    const { child, line } = await start();
    const { port } = JSON.parse(line) as { port: number };
    const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
    const underWay = fetch(`http://127.0.0.1:${port}/hyper-dispatch/tests/run`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ runId: 'run-1' }),
    });
    const answer = await underWay;
    child.kill('SIGTERM');
    expect((await answer.text()).trim().split('\n').at(-1)).toContain('"done":true');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('says what is wrong with its settings', async () => {
    const { errors } = await start({ jwksUrl: 'nowhere', services: [] });
    expect(errors.join('')).toMatch(/jwksUrl[\s\S]*services|services[\s\S]*jwksUrl/);
  });
});
