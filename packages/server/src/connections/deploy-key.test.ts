import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import {
  type Connection,
  confirmHostKey,
  createConnection,
  listConnections,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import { listConnectionStates } from '@atrium/contract/connections/git-state';
import {
  discardNextKey,
  finishKeyRenewal,
  startKeyRenewal,
  testNextKey,
} from '@atrium/contract/connections/key-renewal';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findSshServer, MISSING_SSH_SERVER } from '../../../../tools/proxies.mjs';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { runConnectionJobs } from '../../test/connected-world.ts';
import { listGitProcesses, type SeenProcess } from '../../test/git-processes.ts';
import { commitFiles, execGit } from '../../test/git-repository.ts';
import { type SshServer, startSshServer } from '../../test/ssh-server.ts';
import { createGit } from '../providers/git/git.ts';
import { gitLimits } from '../providers/git/git-limits.ts';
import { fingerprintOf, generateDeployKey, publicKeyOf } from '../providers/git/ssh/deploy-key.ts';

vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const FILES = { [`${SERVICE}/functions/keyed.js`]: 'export default () => 1;\n' };

test('a private address is refused for ssh as for https', async () => {
  const git = createGit({
    cacheFolder: tmpdir(),
    allowPrivate: false,
    limits: gitLimits,
    maxCacheBytes: Infinity,
    resolveHost: async () => ['10.0.0.1'],
  });
  const privateKey = generateDeployKey();
  const hostKey = publicKeyOf(generateDeployKey());
  for (const [gitUrl, reason] of [
    ['ssh://git@127.0.0.1/x.git', 'private address'],
    ['ssh://git@[::1]:2222/x.git', 'private address'],
    ['git@2130706433:x.git', 'private address'],
    ['git@inside.example:x.git', 'cannot be reached'],
    ['ssh://git@inside.example:25/x.git', 'Port 25'],
  ] as const) {
    for (const known of [hostKey, undefined]) {
      const listed = git.listBranches('domain', { gitUrl, privateKey, hostKey: known }, never);
      await expect(listed, gitUrl).rejects.toThrow(reason);
    }
  }
  git.close();
});

describe.skipIf(findSshServer() === undefined)(`with a git host over ssh (${MISSING_SSH_SERVER})`, () => {
  let world: ConfigurationWorld;
  let host: SshServer;

  beforeAll(async () => {
    [world, host] = await Promise.all([startConfigurationWorld(), startSshServer()]);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const asCaller = () => ({ as: world.caller });
  const tried = ({ id }: Connection) => world.server.call(testConnection, { params: { id } }, asCaller());
  const connect = (name: string) =>
    world.server.call(createConnection, { body: { name, kind: 'key', gitUrl: host.url(name) } }, asCaller());
  const confirm = ({ id }: Connection, fingerprint: string) =>
    world.server.request(confirmHostKey, { params: { id }, body: { fingerprint } }, asCaller());
  const publicHalf = ({ publicKey }: Connection) => publicKey ?? '';

  test('a deploy key pulls and pushes once the host is confirmed and knows the key', async () => {
    const repository = await host.createRepository('keyed');
    await commitFiles(repository, FILES);
    const connection = await connect('keyed');
    expect(connection).toMatchObject({ kind: 'key', username: null, hostKey: null });
    expect(publicHalf(connection)).toMatch(/^ssh-ed25519 [A-Za-z0-9+/=]+ atrium$/);
    const body = { connectionId: connection.id };

    const fingerprint = await host.fingerprint();
    const asked = await tried(connection);
    expect(asked).toMatchObject({
      read: { isAllowed: false, reason: expect.stringContaining(fingerprint) },
      write: { isAllowed: false },
      hostKey: { offered: { fingerprint, algorithm: 'ssh-ed25519', isPublished: false }, confirmed: null },
    });
    const refused = await world.server.request(pull, { body }, asCaller());
    expect(refused.json()).toMatchObject({ status: 422, details: { failure: 'HOST_KEY_UNKNOWN' } });
    expect((await confirm(connection, 'SHA256:other')).statusCode).toBe(409);
    expect((await confirm(connection, fingerprint)).json()).toMatchObject({ hostKey: { fingerprint } });

    expect(await tried(connection)).toMatchObject({
      read: { isAllowed: false, reason: expect.stringContaining('does not know the deploy key') },
      hostKey: null,
    });
    await host.authorize([{ publicKey: publicHalf(connection), isReadOnly: true }]);
    expect(await tried(connection)).toMatchObject({
      read: { isAllowed: true },
      write: { isAllowed: false, reason: expect.stringContaining('only read') },
    });
    await host.authorize([{ publicKey: publicHalf(connection) }]);
    expect(await tried(connection)).toEqual({
      read: { isAllowed: true, reason: null },
      write: { isAllowed: true, reason: null },
      branches: ['main'],
      defaultBranch: 'main',
      hostKey: null,
    });
    expect(await execGit(repository, 'for-each-ref')).not.toContain('atrium');

    const pulled = await world.server.call(pull, { body }, asCaller());
    expect(pulled).toMatchObject({ gitUrl: host.url('keyed'), branch: 'main' });
    const empty = await host.createRepository('empty');
    const target = await connect('empty');
    await host.authorize([publicHalf(connection), publicHalf(target)].map((publicKey) => ({ publicKey })));
    expect((await confirm(target, fingerprint)).statusCode).toBe(200);
    const pushed = await world.server.call(
      push,
      { body: { connectionId: target.id, services: [SERVICE] } },
      asCaller(),
    );
    expect(pushed.push).toMatchObject([{ status: 'OK' }]);
    expect(await execGit(empty, 'ls-tree', '-r', '--name-only', 'main')).toContain(`${SERVICE}/`);
  });

  test('another key of the host stops the connection, with both fingerprints, until it is confirmed', async () => {
    await commitFiles(await host.createRepository('changing'), FILES);
    const connection = await connect('changing');
    await host.authorize([{ publicKey: publicHalf(connection) }]);
    const before = await host.fingerprint();
    await confirm(connection, before);
    expect((await tried(connection)).read.isAllowed).toBe(true);
    await host.changeHostKey();
    const after = await host.fingerprint();
    const refused = await world.server.request(pull, { body: { connectionId: connection.id } }, asCaller());
    expect(refused.json()).toMatchObject({ status: 422, details: { failure: 'HOST_KEY_CHANGED' } });
    expect(refused.json().message).toContain(before);
    expect(refused.json().message).toContain(after);
    expect((await tried(connection)).hostKey).toMatchObject({
      offered: { fingerprint: after },
      confirmed: { fingerprint: before },
    });
    await confirm(connection, after);
    expect((await tried(connection)).read.isAllowed).toBe(true);

    // On another host, its key has to be confirmed anew; the deploy key stays.
    const { id, publicKey } = connection;
    const moved = await world.server.call(
      updateConnection,
      { params: { id }, body: { name: 'changing', gitUrl: 'git@git.example:x.git' } },
      asCaller(),
    );
    expect(moved).toMatchObject({ hostKey: null, publicKey });
    const mixed = await world.server.request(
      updateConnection,
      { params: { id }, body: { name: 'changing', gitUrl: 'git@git.example:x.git', password: 'secret' } },
      asCaller(),
    );
    expect(mixed.json()).toMatchObject({ status: 400, errors: [{ field: 'password' }] });
  });

  test('a new key is used once it works and a person has confirmed it, and nothing breaks in between', async () => {
    const { server } = world;
    await commitFiles(await host.createRepository('renewed'), FILES);
    const connection = await connect('renewed');
    const { id } = connection;
    const params = { id };
    const shown = async () => {
      const { connections } = await server.call(listConnections, {}, asCaller());
      const found = connections.find((each) => each.id === id);
      return { publicKey: found?.publicKey ?? '', next: found?.nextPublicKey ?? null };
    };
    const pulls = async () =>
      (await server.request(pull, { body: { connectionId: id } }, asCaller())).statusCode;
    const use = (publicKey: string) =>
      server.request(finishKeyRenewal, { params, body: { publicKey } }, asCaller());
    const stored = () =>
      server.context.db
        .selectFrom('connections')
        .select(['secret', 'nextSecret'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const former = (await shown()).publicKey;
    await host.authorize([{ publicKey: former }]);
    await confirm(connection, await host.fingerprint());
    expect(await pulls()).toBe(200);

    await server.call(startKeyRenewal, { params }, asCaller());
    const { next } = await shown();
    expect(next).toMatch(/^ssh-ed25519 /);
    expect(next).not.toBe(former);
    await server.call(startKeyRenewal, { params }, asCaller());
    expect(await shown()).toEqual({ publicKey: former, next });
    expect(await pulls()).toBe(200);
    expect((await server.call(testNextKey, { params }, asCaller())).read).toMatchObject({
      isAllowed: false,
      reason: expect.stringContaining('does not know the deploy key'),
    });
    const early = await use(next ?? '');
    expect(early.json()).toMatchObject({ status: 409 });
    expect(early.json().message).toContain('so the one in use stays');
    expect(await pulls()).toBe(200);

    await host.authorize([former, next ?? ''].map((publicKey) => ({ publicKey })));
    expect(await server.call(testNextKey, { params }, asCaller())).toMatchObject({
      read: { isAllowed: true },
      write: { isAllowed: true },
    });
    expect((await use(former)).statusCode).toBe(409);
    const before = await stored();
    const both = await Promise.all([use(next ?? ''), use(next ?? '')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const after = await stored();
    expect(after.nextSecret).toBeNull();
    expect([before.secret, before.nextSecret]).not.toContain(after.secret);
    await host.authorize([{ publicKey: next ?? '' }]);
    expect(await shown()).toEqual({ publicKey: next, next: null });
    expect(await pulls()).toBe(200);
    expect((await server.request(testNextKey, { params }, asCaller())).statusCode).toBe(404);

    await server.call(startKeyRenewal, { params }, asCaller());
    await server.call(discardNextKey, { params }, asCaller());
    expect(await shown()).toEqual({ publicKey: next, next: null });
    const entries = await server.context.db
      .selectFrom('logEntries')
      .selectAll()
      .where('domainId', '=', world.caller.domainId)
      .orderBy('id')
      .execute();
    const actions = entries.map(({ action }) => action).filter((action) => action.endsWith('-key'));
    expect(actions).toEqual([
      'connection.make-key',
      'connection.replace-key',
      'connection.make-key',
      'connection.discard-key',
    ]);
    expect(JSON.stringify(entries)).not.toContain('PRIVATE KEY');
  });

  test('a repository is read again once its host is confirmed, and once its key is replaced', async () => {
    const { server } = world;
    await commitFiles(await host.createRepository('read-again'), FILES);
    const connection = await connect('read-again');
    const { id } = connection;
    const params = { id };
    const problem = async () => {
      await runConnectionJobs(world);
      const { connections } = await server.call(listConnectionStates, {}, asCaller());
      return connections.find(({ connectionId }) => connectionId === id)?.problem;
    };
    await host.authorize([{ publicKey: publicHalf(connection) }]);
    const fingerprint = await host.fingerprint();
    expect(await problem()).toContain(fingerprint);
    await confirm(connection, fingerprint);
    expect(await problem()).toBeNull();

    await server.call(startKeyRenewal, { params }, asCaller());
    const { connections } = await server.call(listConnections, {}, asCaller());
    const publicKey = connections.find((each) => each.id === id)?.nextPublicKey ?? '';
    await host.authorize([{ publicKey }]);
    await server.context.gitSync.states.refresh(world.caller, id);
    expect(await problem()).toContain('does not know the deploy key');
    await server.call(finishKeyRenewal, { params, body: { publicKey } }, asCaller());
    expect(await problem()).toBeNull();
  });

  test('the private half is in no argument, environment or file, and nothing is left behind', async () => {
    await commitFiles(await host.createRepository('watched'), FILES);
    const connection = await connect('watched');
    await host.authorize([{ publicKey: publicHalf(connection) }]);
    await confirm(connection, await host.fingerprint());
    const { secrets, db, config } = world.server.context;
    const { secret } = await db
      .selectFrom('connections')
      .select('secret')
      .where('id', '=', connection.id)
      .executeTakeFirstOrThrow();
    const pem = secrets.unseal({ column: 'connections.secret', row: connection.id }, secret);
    const half = pem.split('\n')[1] ?? '';
    expect(half.length).toBeGreaterThan(40);
    const seen: SeenProcess[] = [];
    const files: string[] = [];
    let isDone = false;
    const watching = (async () => {
      while (!isDone) {
        seen.push(...(await listGitProcesses(config.dataFolder)));
        const folders = (await readdir(tmpdir())).filter((name) =>
          name.startsWith(`atrium-ssh-${process.pid}-`),
        );
        for (const folder of folders) {
          const names = await readdir(`${tmpdir()}/${folder}`).catch(() => []);
          const texts = names.map((name) =>
            readFile(`${tmpdir()}/${folder}/${name}`, 'utf8').catch(() => ''),
          );
          files.push(...(await Promise.all(texts)));
        }
        await wait(10);
      }
    })();
    await tried(connection);
    await world.server.call(pull, { body: { connectionId: connection.id } }, asCaller());
    isDone = true;
    await watching;
    expect(seen.some(({ command }) => command.includes('ProxyCommand='))).toBe(true);
    const all = [...seen.flatMap(({ command, environment }) => [command, environment]), ...files].join('\n');
    expect(all).not.toContain(half);
    const commands = seen.map(({ command }) => command).join('\n');
    expect(commands).not.toMatch(/http:\/\/git:[0-9a-f]{10,}/);
    // A pull reads contents after its response.
    await expect
      .poll(
        async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`atrium-ssh-${process.pid}-`)),
        { timeout: 20_000 },
      )
      .toEqual([]);
    const listed = JSON.stringify(await world.server.call(listConnections, {}, asCaller()));
    expect(listed).not.toContain(half);
    expect(listed).toContain(fingerprintOf(await hostKeyOf()));
  });

  const hostKeyOf = async () => {
    const { db } = world.server.context;
    const row = await db
      .selectFrom('connections')
      .select('hostKey')
      .where('name', '=', 'watched')
      .executeTakeFirstOrThrow();
    return row.hostKey ?? '';
  };
});
