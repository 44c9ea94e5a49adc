import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccessKey } from '@atrium/contract/access-keys/access-key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { openLosingProxy } from '../../test/losing-proxy.ts';
import { type ScriptedService, startScriptedService } from '../../test/scripted-service.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { systemClock } from '../clock.ts';
import type { RemoteCommand } from './command.ts';
import { testCommands } from './test.commands.ts';

let server: TestApp;
let service: ScriptedService;
let folder: string;
let url: string;
let isOver = false;
let working: Promise<void>;

beforeAll(async () => {
  server = await startTestApp({ clock: systemClock });
  service = await startScriptedService('shop', { 'tests/a': {}, 'tests/b': {} });
  await server.context.services.register(service.address);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'atrium-command-'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const admin = await buildUser(server.context, { isAdmin: true });
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await server.call(createAccessKey, { body: { id: 'build', key } }, { as: admin });
  working = work();
});
afterAll(async () => {
  isOver = true;
  await working;
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The jobs process. */
async function work(): Promise<void> {
  while (!isOver) {
    await server.context.jobs.runDue(server.context.testRuns.jobs);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function runCommand(options: Record<string, string>) {
  const printed: string[] = [];
  const command = testCommands[0] as RemoteCommand;
  const given = { url, 'key-id': 'build', key: join(folder, 'key.pem'), ...options };
  const isGood = await command.runRemotely(server.context.config, [], given, (line) => printed.push(line));
  return { isGood, printed: printed.join('\n') };
}

test('waits for the run and tells how it went', async () => {
  const good = await runCommand({ wait: 'true', junit: join(folder, 'report.xml') });
  expect(good.isGood).toBe(true);
  expect(good.printed).toMatch(/OK {7}shop\/tests\/a \(1 ms\)/);
  expect(good.printed).toMatch(/^OK: 2 OK in \d+\.\d s\.$/m);
  expect(await readFile(join(folder, 'report.xml'), 'utf8')).toContain('<testsuites name="Atrium" tests="2"');

  const failure = { name: 'Error', message: 'two\nlines', stack: [], console: '' };
  service.tests.set('tests/b', { failure });
  const bad = await runCommand({ wait: 'true' });
  expect(bad.isGood).toBe(false);
  expect(bad.printed).toMatch(/FAIL {5}shop\/tests\/b \(1 ms\)\n {4}two\n {4}lines/);
});

test('asks again where no answer comes, as while processes are exchanged: the run goes on', async () => {
  const lost: ((response: ServerResponse) => void)[] = [
    (response) => response.destroy(),
    (response) => response.writeHead(502).end(),
    (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
  ];
  await using proxy = await openLosingProxy(url, ({ method }, response) => {
    const lose = method === 'GET' ? lost.pop() : undefined;
    lose?.(response);
    return lose !== undefined;
  });
  service.tests.set('tests/b', {});
  const { isGood } = await runCommand({ url: proxy.url, wait: 'true' });
  expect({ isGood, lost }).toEqual({ isGood: true, lost: [] });
});

test('says what is wrong in one sentence', async () => {
  await expect(runCommand({ key: join(folder, 'missing.pem') })).rejects.toThrow(
    /private key cannot be read/,
  );
  const asked = service.asked.length;
  await expect(runCommand({ junit: join(folder, 'missing', 'report.xml') })).rejects.toThrow(
    /^The report cannot be written: ENOENT/,
  );
  expect(service.asked).toHaveLength(asked);
  await expect(runCommand({ 'key-id': 'unknown' })).rejects.toThrow(/access key is unknown/);
  await expect(runCommand({ url: 'http://127.0.0.1:1' })).rejects.toThrow(/cannot be reached/);
});
