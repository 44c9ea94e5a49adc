import { confirmPull } from '@atrium/contract/configuration/confirm';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { pull } from '@atrium/contract/configuration/pull';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  inGit,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildUser } from '../../../test/factories.ts';
import { commitFiles } from '../../../test/git-repository.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;

beforeAll(async () => {
  world = await startConfigurationWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const text = (first: string, last: string) => `${first};\n2;\n3;\n4;\n5;\n6;\n${last};\n`;

async function pullIt(name: string): Promise<string> {
  return (await world.server.call(pull, { body: world.gitRequest(name) }, { as: world.caller })).uuid;
}

async function examine(uuid: string) {
  const body = { uuid, serviceId: SERVICE, version: await world.liveVersion() };
  return world.server.call(examineFiles, { body }, { as: world.caller });
}

test('moves, lines, conflicts and faults of files that differ', async () => {
  const before = {
    'look/clean.js': text('a', 'a'),
    'look/conflict.js': text('b', 'b'),
    'look/renamed.js': text('c', 'c'),
    'look/gone.js': 'gone;\n',
    'look/same.meta.js': 'export default { id: "1", order: 1 };\n',
  };
  const folder = await world.repositoryOfLive('look');
  await commitFiles(
    folder,
    Object.fromEntries(Object.entries(before).map(([path, content]) => [inGit(path), content])),
  );
  const first = await pullIt('look');
  const files = Object.keys(before).map((path) => ({
    name: filePlaceOf(path).name,
    action: 'remote' as const,
  }));
  await world.server.call(
    confirmPull,
    {
      body: {
        uuid: first,
        serviceId: SERVICE,
        baseVersion: await world.liveVersion(),
        folders: [{ name: 'look', files }],
      },
    },
    { as: world.caller },
  );

  await world.changeLive({
    'look/clean.js': text('mine', 'a'),
    'look/conflict.js': text('mine', 'b'),
    'look/renamed.js': text('mine', 'c'),
    'look/same.meta.js': 'export default { order: 1, id: "2" };\n',
  });
  await commitFiles(
    folder,
    {
      [inGit('look/clean.js')]: text('a', 'theirs)'),
      [inGit('look/conflict.js')]: text('theirs)', 'b'),
      [inGit('look/new-name.js')]: text('c', 'theirs'),
      [inGit('look/broken.js')]: 'export default () => {\n  return ;;)\n};\n',
      [inGit('look/broken.meta.js')]: 'export default { order: 1 + 1 };\n',
    },
    { remove: [inGit('look/renamed.js'), inGit('look/gone.js')] },
  );
  const found = await examine(await pullIt('look'));
  expect(found).toEqual({
    moved: [{ from: 'look/renamed.js', to: 'look/new-name.js' }],
    same: ['look/same.meta.js'],
    files: {
      'look/clean.js': {
        added: 2,
        removed: 2,
        conflicts: 0,
        fault: { line: 7, column: 7, message: 'Unexpected token' },
        mergeFaults: {
          local: { line: 7, column: 7, message: 'Unexpected token' },
          remote: { line: 7, column: 7, message: 'Unexpected token' },
        },
      },
      'look/conflict.js': {
        added: 1,
        removed: 1,
        conflicts: 1,
        fault: { line: 1, column: 7, message: 'Unexpected token' },
        mergeFaults: { remote: { line: 1, column: 7, message: 'Unexpected token' } },
      },
      'look/new-name.js': { added: 2, removed: 2, conflicts: 0 },
      'look/same.meta.js': { added: 1, removed: 1 },
      'look/broken.js': {
        added: 3,
        removed: 0,
        fault: { line: 2, column: 12, message: 'Unexpected token' },
      },
      'look/broken.meta.js': {
        added: 1,
        removed: 0,
        fault: expect.objectContaining({ line: 1, column: 27 }) as unknown,
      },
      'look/gone.js': { added: 0, removed: 1 },
    },
    unexaminedCount: 0,
  });
});

test('a file that was moved to one place here and to another in git is one file at both', async () => {
  const mail = (first: string, last: string) =>
    `export default () => [\n${text(first, last).replaceAll(';', ',')}];\n`;
  const before = {
    'mails/plain.js': mail('plain', 'plain'),
    'mails/plain.meta.js': 'export default { order: 1 };\n',
    'mails/edited.js': mail('edited', 'edited'),
    // Taken away on both sides; what is alike was there before.
    'mails/gone.js': mail('gone', 'gone'),
  };
  const folder = await world.repositoryOfLive('both');
  const committed = Object.fromEntries(
    Object.entries(before).map(([path, content]) => [inGit(path), content]),
  );
  await commitFiles(folder, committed);
  await world.changeLive(before);
  const baseVersion = await world.liveVersion();
  const body = { uuid: await pullIt('both'), serviceId: SERVICE, baseVersion, folders: [] };
  await world.server.call(confirmPull, { body }, { as: world.caller });

  const remove = Object.fromEntries(Object.keys(before).map((path) => [path, null]));
  await world.changeLive({
    ...remove,
    'post/plain.js': before['mails/plain.js'],
    'post/plain.meta.js': before['mails/plain.meta.js'],
    'post/edited.js': mail('mine', 'edited'),
  });
  await commitFiles(
    folder,
    {
      [inGit('letters/plain.js')]: before['mails/plain.js'],
      [inGit('letters/plain.meta.js')]: before['mails/plain.meta.js'],
      [inGit('letters/renamed.js')]: mail('edited', 'theirs'),
    },
    { remove: Object.keys(committed) },
  );
  const { moved } = await examine(await pullIt('both'));
  expect(moved).toEqual([
    { from: 'post/plain.js', to: 'letters/plain.js', origin: 'mails/plain.js' },
    { from: 'post/plain.meta.js', to: 'letters/plain.meta.js', origin: 'mails/plain.meta.js' },
    { from: 'post/edited.js', to: 'letters/renamed.js', origin: 'mails/edited.js' },
  ]);
});

test("another domain's pull is not looked at", async () => {
  await world.repositoryOfLive('foreign');
  const uuid = await pullIt('foreign');
  const stranger = await buildUser(world.server.context);
  const body = { uuid, serviceId: SERVICE, version: 1 };
  expect((await world.server.request(examineFiles, { body }, { as: stranger })).statusCode).toBe(404);
  expect((await world.server.request(examineFiles, { body }, {})).statusCode).toBe(401);
});
