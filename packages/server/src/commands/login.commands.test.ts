import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allowKeyRequest, getKeyRequest, refuseKeyRequest } from '@atrium/contract/access-keys/key-request';
import { deleteOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import type { Permission } from '@atrium/contract/permissions';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { openLosingProxy } from '../../test/losing-proxy.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { systemClock } from '../clock.ts';
import type { Caller } from '../http/caller.ts';

// Whole programs are started, and ask every two seconds.
vi.setConfig({ testTimeout: 90_000 });

let server: TestApp;
let url: string;
let folder: string;
let file: string;
let ada: Caller;

beforeAll(async () => {
  server = await startTestApp({ clock: systemClock });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-login-'));
  file = join(folder, 'atrium', 'login.json');
  ada = await buildUser(server.context);
  return () => rm(folder, { recursive: true });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The program itself, with a browser that only notes what it was to open. */
async function start(...words: string[]) {
  const browser = join(folder, 'xdg-open');
  await writeFile(browser, `#!/bin/sh\necho "$1" > ${join(folder, 'opened')}\n`);
  await chmod(browser, 0o755);
  const path = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    env: { PATH: path, XDG_CONFIG_HOME: folder, ATRIUM_DATA: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => void (said += more));
  const complaint = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => ({ code, said, complaint: await complaint }));
  return { said: () => said, ended };
}

const run = async (...words: string[]) => (await start(...words)).ended;

async function startLogin(...words: string[]) {
  return startLoginAt(url, ...words);
}

async function startLoginAt(address: string, ...words: string[]) {
  const login = await start('login', '--url', address, '--name', 'Bench 7', ...words);
  const shown = () => /the code (\S{9})\./.exec(login.said())?.[1];
  await vi.waitUntil(() => shown() !== undefined, 60_000);
  return { code: shown() ?? '', ended: login.ended };
}

const allow = (code: string, permission: Permission) =>
  server.call(allowKeyRequest, { body: { code, permissions: [permission] } }, { as: ada });

test('login waits for a browser, keeps the key in a file of its own, whoami shows it, and logout deletes it', async () => {
  const { code, ended } = await startLogin('--permissions', 'people.read,tests.run');
  await vi.waitUntil(async () => (await readdir(folder)).includes('opened'), 60_000);
  expect(await readFile(join(folder, 'opened'), 'utf8')).toBe(`${url}/console/keys?code=${code}\n`);
  const asked = await server.call(getKeyRequest, { query: { code } }, { as: ada });
  expect(asked).toMatchObject({ label: 'Bench 7', permissions: ['tests.read', 'tests.run', 'people.read'] });
  await allow(code, 'people.read');
  const { code: exit, said, complaint } = await ended;
  expect([exit, complaint]).toEqual([0, '']);
  expect(said).toMatch(/Signed in with the API key "Bench 7", valid until \d{4}-\d\d-\d\d\.\nIt is kept in /);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  const { token } = JSON.parse(await readFile(file, 'utf8'));
  expect(said).not.toContain(token);

  const [key] = await server.call(listOwnKeys, {}, { as: ada });
  expect(key).toMatchObject({ label: 'Bench 7', permissions: ['people.read'] });
  expect((await run('whoami')).said).toBe(
    `user-${ada.userId} in the domain user-${ada.userId} at ${url}\n` +
      `API key "Bench 7", valid until ${key?.expiresOn?.slice(0, 10)}\nMay do: people.read\n`,
  );
  expect((await run('login', '--url', url)).complaint).toBe(
    `You are signed in at ${url}. Sign out first: npm run atrium -- logout\n`,
  );
  const refused = await run('tests', 'run', '--url', 'http://127.0.0.1:1');
  expect(refused.complaint).toBe(`You are signed in at ${url}, not at http://127.0.0.1:1.\n`);
  expect((await run('tests', 'run')).complaint).toContain(
    'This needs the permission "Run tests" (tests.run)',
  );

  expect(await run('logout')).toMatchObject({ code: 0, said: 'Signed out.\n' });
  expect(await server.call(listOwnKeys, {}, { as: ada })).toEqual([]);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect((await run('whoami')).complaint).toBe('You are not signed in. Sign in: npm run atrium -- login\n');
});

test('a refused login keeps nothing, and a key that was deleted elsewhere is signed out all the same', async () => {
  const refused = await startLogin('--no-browser');
  await server.call(refuseKeyRequest, { body: { code: refused.code } }, { as: ada });
  expect(await refused.ended).toMatchObject({
    code: 1,
    complaint: 'The request was refused in the browser.\n',
  });
  await expect(stat(file)).rejects.toThrow('ENOENT');

  const login = await startLogin('--no-browser');
  await allow(login.code, 'tests.read');
  expect((await login.ended).code).toBe(0);
  expect(await readdir(folder)).not.toContain('opened');
  const [key] = await server.call(listOwnKeys, {}, { as: ada });
  await server.call(deleteOwnKey, { params: { id: key?.id ?? '' } }, { as: ada });
  expect((await run('whoami')).complaint).toBe('This API key is unknown or has expired.\n');
  expect((await run('logout')).said).toBe('Signed out.\n');
  expect((await run('login', '--url', 'shop')).complaint).toContain('"shop" is not an address');
  expect((await run('login', '--permissions', 'all')).complaint).toContain(
    'There are: "See configuration" (configuration.read), ',
  );
});

test('a key whose answer was lost is named, because it is there', async () => {
  await using proxy = await openLosingProxy(url, ({ body }, response) => {
    const isKey = body.includes('"allowed"');
    if (isKey) response.destroy();
    return isKey;
  });
  const login = await startLoginAt(proxy.url, '--no-browser');
  await allow(login.code, 'tests.read');
  expect(await login.ended).toMatchObject({
    code: 1,
    complaint: `A response from ${proxy.url} was lost. If you allowed the request, delete the API key "Bench 7" there, and start again.\n`,
  });
  expect(await server.call(listOwnKeys, {}, { as: ada })).toMatchObject([{ label: 'Bench 7' }]);
});
