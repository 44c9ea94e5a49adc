import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it } from 'vitest';
import { findSandboxes, isSandbox, startServicesProcess } from '../../test/services-process.ts';
import { ann, createTestDatabase, publicKeys, signServiceToken } from '../../test/support.ts';
import { openDatabase } from '../database/connection.ts';

/** Fewer than the log keeps of a second. */
const CALLS = 40;

it('a killed process loses from the log what was called since it last wrote, and nothing else', async () => {
  await using database = Object.assign(await createTestDatabase(), {
    async [Symbol.asyncDispose](this: { drop: () => Promise<void> }) {
      await this.drop();
    },
  });
  const usageFolder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
  const platform = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.end(JSON.stringify(publicKeys));
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { child, ready } = await startServicesProcess({
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: [{ id: 'hyper-dispatch', accessKeyId: 'key-1', privateJwk: await exportJWK(privateKey) }],
    logLevel: 'silent',
    usageFolder,
  });

  const db = openDatabase(database.connection, () => undefined);
  async function listLogged(): Promise<Set<string>> {
    const rows = await db.selectFrom('invocation').select('userId').execute();
    return new Set(rows.map(({ userId }) => userId));
  }
  /** Sequential calls, each by another user; returns the callers. */
  async function call(times: number): Promise<string[]> {
    const callers: string[] = [];
    while (callers.length < times) {
      const userId: string = randomUUID();
      const authorization = `Bearer ${await signServiceToken({ ...ann, userId }, 'hyper-dispatch')}`;
      const response = await fetch(`http://127.0.0.1:${ready?.port}/hyper-dispatch/invoke/greet`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(response.status).toBe(200);
      callers.push(userId);
    }
    return callers;
  }

  const first = await call(CALLS);
  // Nothing else comes, and yet they are written.
  await expect.poll(async () => (await listLogged()).size, { timeout: 30_000 }).toBe(CALLS);
  const later = await call(CALLS);
  const sandboxes = findSandboxes(child);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The process ignores signals, but ends with its parent.
  await expect.poll(() => sandboxes.filter(isSandbox)).toEqual([]);

  const logged = await listLogged();
  const isLogged = (userId: string) => logged.has(userId);
  expect(first.every(isLogged)).toBe(true);
  const written = later.filter(isLogged);
  expect(written).toEqual(later.slice(0, written.length));
  await db.destroy();
  platform.close();
  rmSync(usageFolder, { recursive: true });
}, 120_000);
