import { createServer } from 'node:http';
import { listBranches } from '@atrium/contract/configuration/branches';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import {
  createConnection,
  deleteConnection,
  listConnections,
  makeConnectionDefault,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../test/factories.ts';
import { commitFiles, execGit } from '../../test/git-repository.ts';
import type { Caller } from '../http/caller.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let as: { as: Caller };
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
  world = await startConfigurationWorld({}, { log });
  as = { as: world.caller };
});
afterAll(() => world[Symbol.asyncDispose]());

/** A new connection, by default to a repository that is not there. */
async function connect(name: string, more: object = {}, caller = world.caller) {
  const body = { name, ...world.gitRequest(name), ...more };
  return world.server.call(createConnection, { body }, { as: caller });
}

const FILE = 'functions/connected.js';

test('the first connection is the default, and the oldest of the others follows it', async () => {
  const caller = await buildUser(world.server.context);
  const list = async () => {
    const { connections } = await world.server.call(listConnections, {}, { as: caller });
    return connections.map(({ name, isDefault }) => (isDefault ? `${name} *` : name));
  };
  const [first, second] = [await connect('second', {}, caller), await connect('first', {}, caller)];
  await connect('another', {}, caller);
  expect(await list()).toEqual(['second *', 'another', 'first']);
  await world.server.call(makeConnectionDefault, { params: { id: second.id } }, { as: caller });
  expect(await list()).toEqual(['first *', 'another', 'second']);
  await world.server.call(deleteConnection, { params: { id: second.id } }, { as: caller });
  expect(await list()).toEqual(['second *', 'another']);
  await world.server.call(deleteConnection, { params: { id: first.id } }, { as: caller });
  expect(await list()).toEqual(['another *']);
});

test('a password is never sent back, and stays unless it would go elsewhere', async () => {
  const { id, ...shown } = await connect('kept', { folder: '/atrium/ ', defaultBranch: '' });
  expect(shown).toMatchObject({ name: 'kept', username: 'ada', folder: 'atrium', defaultBranch: null });
  expect(JSON.stringify(shown)).not.toContain(world.gitRequest('kept').password);
  const { username, gitUrl } = world.gitRequest('kept');
  const update = (more: object) =>
    world.server.request(
      updateConnection,
      { params: { id }, body: { name: 'kept', username, gitUrl, ...more } },
      as,
    );
  expect((await update({ name: 'renamed' })).statusCode).toBe(200);
  for (const elsewhere of [{ gitUrl: 'https://thief.example/kept.git' }, { username: 'eve' }]) {
    const refused = await update(elsewhere);
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [
        {
          field: 'password',
          defaultMessage:
            'Enter the password or token again, because the address or the username has changed.',
        },
      ],
    ]);
  }
  expect((await update({ username: 'eve', password: 'new' })).statusCode).toBe(200);
  const { db } = world.server.context;
  const stored = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ username: 'eve', secret: expect.stringMatching(/^v1\./) });
  const entries = await db
    .selectFrom('logEntries')
    .selectAll()
    .where('domainId', '=', world.caller.domainId)
    .execute();
  expect(JSON.stringify(entries)).not.toContain(world.gitRequest('kept').password);
});

test('refuses a second one of a name, addresses of other kinds and folders outside the repository', async () => {
  await connect('twice');
  const refused = async (more: object) =>
    (
      await world.server.request(
        createConnection,
        { body: { name: 'x', ...world.gitRequest('x'), ...more } },
        as,
      )
    ).json();
  expect(await refused({ name: 'twice' })).toMatchObject({ status: 409 });
  for (const gitUrl of ['file:///etc', 'https://ada:secret@git.example/x.git', '-oProxyCommand=x']) {
    expect(await refused({ gitUrl }), gitUrl).toMatchObject({ status: 400, errors: [{ field: 'gitUrl' }] });
  }
  for (const folder of ['..', 'a/../b', '.', 'a//b', '.git', 'a/.GIT/b', 'a\\b', 'a\nb']) {
    expect(await refused({ folder }), folder).toMatchObject({ status: 400, errors: [{ field: 'folder' }] });
  }
});

test('pulls and pushes without credentials in the request, in the folder of the connection only', async () => {
  const repository = await world.remote.createRepository('foldered');
  const content = 'export default () => 1;\n';
  await commitFiles(repository, {
    [`${SERVICE}/functions/outside.js`]: content,
    [`config/shop/${SERVICE}/${FILE}`]: content,
    'config/shop/README.md': 'Shop',
    'config/README.md': 'Others',
  });
  const { id: connectionId } = await connect('foldered', { folder: 'config/shop' });
  const body = { connectionId };
  const branches = await world.server.call(listBranches, { body }, as);
  expect(branches).toMatchObject({ branches: ['main'], defaultBranch: 'main' });
  const pulled = await world.server.call(pull, { body }, as);
  expect(pulled.gitUrl).toBe(`${world.remote.url('foldered')}#config/shop`);
  const paths = pulled.services.flatMap(({ folders }) =>
    folders.flatMap(({ files }) => files.map(({ filePath }) => filePath)),
  );
  expect(paths).toEqual([FILE]);
  expect(pulled.ignored.map(({ count, examples }) => [count, examples])).toEqual([[1, ['README.md']]]);

  const before = await execGit(repository, 'ls-tree', '-r', 'main');
  const preview = await world.server.call(
    previewPush,
    { body: { ...body, branch: 'main', services: [SERVICE] } },
    as,
  );
  const [service] = preview.services;
  expect(service?.error?.localizedMessage).toContain(FILE);
  await commitFiles(repository, {}, { remove: [`config/shop/${SERVICE}/${FILE}`] });
  const pushed = await world.server.call(
    push,
    { body: { ...body, branch: 'main', services: [SERVICE] } },
    as,
  );
  expect(pushed.push).toMatchObject([{ status: 'OK' }]);
  const after = (await execGit(repository, 'ls-tree', '-r', 'main')).split('\n');
  const ours = after.filter((line) => line.includes(`\tconfig/shop/${SERVICE}/`));
  expect(ours.length).toBeGreaterThan(0);
  const others = (lines: string[]) => lines.filter((line) => !line.includes(`config/shop/${SERVICE}/`));
  expect(others(after)).toEqual(others(before.split('\n')));
});

test('the branch of the connection is taken where none is named', async () => {
  const repository = await world.remote.createRepository('branched');
  await commitFiles(repository, { [`${SERVICE}/${FILE}`]: 'export default () => 1;\n' });
  await commitFiles(
    repository,
    { [`${SERVICE}/${FILE}`]: 'export default () => 2;\n' },
    { branch: 'staging' },
  );
  const { id: connectionId } = await connect('branched', { defaultBranch: 'staging' });
  expect((await world.server.call(pull, { body: { connectionId } }, as)).branch).toBe('staging');
  expect((await world.server.call(pull, { body: { connectionId, branch: 'main' } }, as)).branch).toBe('main');
});

test('says what it may read and write, and leaves nothing in the repository', async () => {
  const repository = await world.remote.createRepository('tested');
  await commitFiles(repository, { 'README.md': 'Shop' });
  const tried = async (name: string, more: object = {}) => {
    const { id } = await connect(name, more);
    return world.server.call(testConnection, { params: { id } }, as);
  };
  const { gitUrl } = world.gitRequest('tested');
  const refs = await execGit(repository, 'for-each-ref');
  expect(await tried('may both', { gitUrl })).toEqual({
    read: { isAllowed: true, reason: null },
    write: { isAllowed: true, reason: null },
    branches: ['main'],
    defaultBranch: 'main',
    hostKey: null,
  });
  expect(await execGit(repository, 'for-each-ref')).toBe(refs);
  await execGit(repository, 'config', 'http.receivepack', 'false');
  expect(await tried('may read', { gitUrl })).toMatchObject({
    read: { isAllowed: true },
    write: { isAllowed: false, reason: 'The git host does not allow this user to use the repository.' },
  });
  expect(await tried('may nothing', { gitUrl, password: 'wrong' })).toMatchObject({
    read: { isAllowed: false, reason: expect.stringContaining('rejected the username or password') },
    write: { isAllowed: false },
    branches: [],
  });
  await world.remote.createRepository('empty');
  expect(await tried('empty')).toMatchObject({
    read: { isAllowed: true },
    write: { isAllowed: true },
    branches: [],
    defaultBranch: null,
  });
});

test('a connection of another domain is not found, and a child without the permission may only see it', async () => {
  const { id } = await connect('ours');
  const stranger = { as: await buildUser(world.server.context) };
  const child = { as: await buildChild(world.server.context, world.caller, ['configuration.read']) };
  for (const [who, status] of [
    [stranger, 404],
    [child, 403],
  ] as const) {
    const body = { name: 'theirs', ...world.gitRequest('ours') };
    const params = { id };
    const asked = [
      await world.server.request(updateConnection, { params, body }, who),
      await world.server.request(makeConnectionDefault, { params }, who),
      await world.server.request(testConnection, { params }, who),
      await world.server.request(deleteConnection, { params }, who),
      await world.server.request(listBranches, { body: { connectionId: id } }, who),
      await world.server.request(pull, { body: { connectionId: id } }, who),
      await world.server.request(previewPush, { body: { connectionId: id } }, who),
      await world.server.request(push, { body: { connectionId: id } }, who),
    ];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => status));
  }
  const seen = await world.server.call(listConnections, {}, child);
  expect(seen.connections.map((one) => one.id)).toContain(id);
  expect((await world.server.call(listConnections, {}, stranger)).connections).toEqual([]);
});

test('an error of the host does not repeat the password', async () => {
  const { password } = world.gitRequest('x');
  const host = createServer((request, response) => {
    response
      .writeHead(500, { 'content-type': 'text/plain' })
      .end(`Bad ${request.headers.authorization} ${password}`);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  try {
    const address = host.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { id } = await connect('echoing', { gitUrl: `http://127.0.0.1:${port}/x.git` });
    const tested = await world.server.call(testConnection, { params: { id } }, as);
    expect(tested.read.isAllowed).toBe(false);
    expect(JSON.stringify(tested)).not.toContain(password);
  } finally {
    await new Promise((resolve) => host.close(resolve));
  }
});

test('nothing that was logged until here has a password in it', () => {
  expect(logged.length).toBeGreaterThan(10);
  expect(logged.join('')).not.toContain(world.gitRequest('').password);
});
