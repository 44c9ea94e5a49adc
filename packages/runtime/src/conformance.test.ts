import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
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

/** The same services without their log of calls, which other services need not have either. */
async function startWithoutLog(base: string) {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (/^\/[^/]+\/invocation/.test(path)) {
      request.resume();
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 404, message: 'Not found.', requestId: 'none' }));
      return;
    }
    const { method, headers } = request;
    const forwarded = httpRequest(base + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

it('our services pass the conformance suite, also without a log of calls', async () => {
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
  const base = `http://127.0.0.1:${ready?.port}`;
  const check = async (address: string) => {
    const run = spawn(process.execPath, [suite, address, '--listen', `${platformPort}`]);
    let output = '';
    run.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = await once(run, 'exit');
    expect(output).not.toContain('FAIL');
    expect([code, output.match(/\d+ passed, 0 failed/)?.[0]]).toEqual([0, expect.any(String)]);
    return output;
  };
  for (const id of ids) {
    expect(await check(`${base}/${id}`)).toContain('ok    logs calls within ten seconds, newest first');
  }
  await using without = await startWithoutLog(base);
  const output = await check(`${without.url}/hyper-dispatch`);
  expect(output).toContain('--    this service keeps no log of calls, which is optional');
  expect(output).not.toContain('logs calls within ten seconds');
  child.stdin?.end();
  await once(child, 'exit');
  await database.drop();
  rmSync(usageFolder, { recursive: true, force: true });
}, 240_000);
