import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { makeDataFolder, startEmbeddedProcess } from '../../test/embedded-processes.ts';

// Whole programs are started, some several times.
vi.setConfig({ testTimeout: 90_000 });

async function run(dataFolder: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    env: { PATH: process.env['PATH'], ATRIUM_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, said, complaint };
}

test('without a command it lists them', async () => {
  const { code, complaint } = await run('/nonexistent');
  expect(code).toBe(1);
  expect(complaint).toMatch(/^Usage: npm run atrium -- <noun> <verb>\n\n(?: {2}.*\n)* {2}database migrate/);
});

test('a wrong word is answered with the usage of its command', async () => {
  const { complaint } = await run('/nonexistent', 'user', 'create-admin');
  expect(complaint).toBe(
    'Usage: npm run atrium -- user create-admin <username> (the number of words is wrong).\n',
  );
});

test('commands work on a folder at rest and beside a running Atrium', async () => {
  await using folder = await makeDataFolder();
  expect(await run(folder.path, 'database', 'migrate')).toEqual({
    code: 0,
    said: 'The database is up to date.\n',
    complaint: '',
  });
  const running = await startEmbeddedProcess(folder.path);
  const created = await run(folder.path, 'user', 'create-admin', 'grace');
  expect(created).toMatchObject({ code: 0, complaint: '' });
  expect(created.said).toMatch(/^Administrator: grace\nPassword: {6}\S{20}\n$/);
  const again = await run(folder.path, 'user', 'create-admin', 'Grace');
  expect(again).toEqual({ code: 1, said: '', complaint: 'A user "Grace" already exists.\n' });
  expect(running.child.exitCode).toBeNull();
  await running.kill('SIGTERM');
});
