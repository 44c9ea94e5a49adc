import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it } from 'vitest';
import { startServicesProcess } from '../test/services-process.ts';
import { createTestDatabase } from '../test/support.ts';

const suite = fileURLToPath(new URL('../../../tools/conformance.mjs', import.meta.url));

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('our services pass the conformance suite', async () => {
  const database = await createTestDatabase();
  const usageFolder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
  const platformPort = await findFreePort();
  const platformUrl = `http://127.0.0.1:${platformPort}`;
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  const ids = ['hyper-dispatch', 'content'];
  const { child, ready } = await startServicesProcess({
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: ids.map((id) => ({ id, accessKeyId: `key-${id}`, privateJwk })),
    logLevel: 'silent',
    usageFolder,
  });
  for (const id of ids) {
    const run = spawn(process.execPath, [
      suite,
      `http://127.0.0.1:${ready?.port}/${id}`,
      '--listen',
      `${platformPort}`,
    ]);
    let output = '';
    run.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = await once(run, 'exit');
    expect(output).not.toContain('FAIL');
    expect([code, output.match(/\d+ passed, 0 failed/)?.[0]]).toEqual([0, expect.any(String)]);
  }
  child.stdin?.end();
  await once(child, 'exit');
  await database.drop();
  rmSync(usageFolder, { recursive: true, force: true });
}, 240_000);
