import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@atrium/contract/endpoint';
import { listServices } from '@atrium/contract/services/service';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';

const contract = join(import.meta.dirname, '../../../contract/src');

async function allEndpoints(): Promise<Endpoint[]> {
  const files = globSync('*/*.ts', { cwd: contract }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('service-api'),
  );
  const modules = await Promise.all(
    files.map((file) => import(join(contract, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

test('no answer of any endpoint is stored, whether it succeeds or not', async () => {
  await using server = await startTestApp();
  const callers = [undefined, await buildUser(server.context, { isAdmin: true })];
  // It never ends by itself; its header is part of its own test.
  const asked = (await allEndpoints()).filter(({ produces }) => produces !== 'text/event-stream');
  expect(asked.length).toBeGreaterThan(80);
  const stored: string[] = [];
  let succeeded = 0;
  for (const { method, path } of asked) {
    for (const caller of callers) {
      const token = caller && (await server.context.tokens.issueAccessToken(caller)).token;
      const answer = await server.app.inject({
        method,
        url: path.replaceAll(/\{\w+\}/g, '019aa000-0000-7000-8000-000000000000'),
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      if (answer.statusCode < 300) succeeded += 1;
      if (answer.headers['cache-control'] !== 'no-store') stored.push(`${method} ${path}`);
    }
  }
  // Articles are the same for everyone.
  expect(stored.filter((name) => !name.startsWith('GET /doc/v1/public/article/'))).toEqual([]);
  expect(succeeded).toBeGreaterThan(20);
  const unknown = await server.app.inject('/console/v1/nothing');
  expect([unknown.statusCode, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
  expect((await server.request(listServices, {}, { headers: { 'if-none-match': '*' } })).statusCode).toBe(
    401,
  );
});
