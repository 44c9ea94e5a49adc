import { editFiles } from '@atrium/contract/configuration/edit';
import {
  type FileHistory,
  getFileDeletion,
  getFileHistory,
} from '@atrium/contract/configuration/file-history';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { MAX_FILE_VERSIONS } from '@atrium/contract/service-api/versions/file-versions';
import { deleteOldVersions } from '@atrium/contract/service-api/versions/versions';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';

vi.setConfig({ testTimeout: 120_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = (path: string, as = world.caller) =>
  world.server.request(getFileHistory, { params: { serviceId: SERVICE }, query: filePlaceOf(path) }, { as });
const read = async (path: string): Promise<FileHistory> => (await ask(path)).json();

/** Each line with who brought it and at which place. */
function linesOf({ content, stretches, versions }: FileHistory): [string, string, string][] {
  const byLine = stretches.flatMap(({ lines, version }) => Array.from({ length: lines }, () => version));
  return content
    .split('\n')
    .slice(0, -1)
    .map((text, index) => {
      const version = versions.find((each) => each.version === byLine[index]);
      return [text, version?.user ?? '', version ? filePathOf(version.place) : ''];
    });
}

test('each line is by who brought it, also where the file has moved since', async () => {
  const ada = `user-${world.caller.userId}`;
  const child = await buildChild(world.server.context, world.caller, ['configuration.write'], {
    username: `bo-${world.caller.userId}`,
  });
  const first = '// One.\n// Two.\n// Three.\n// Four.\n';
  await world.changeLive({ 'functions/lines/old.js': first });
  const second = first.replace('Two', 'Zwei');
  await world.server.call(
    editFiles,
    {
      params: { serviceId: SERVICE },
      body: {
        message: 'In German',
        files: [{ ...filePlaceOf('functions/lines/old.js'), content: second, checksum: blobId(first) }],
      },
    },
    { as: child },
  );
  const moved = `${second}// Five.\n`;
  await world.changeLive({ 'functions/lines/old.js': null, 'functions/lines/new.js': moved });
  const history = await read('functions/lines/new.js');
  const bo = `bo-${world.caller.userId}`;
  const [old, now] = ['functions/lines/old.js', 'functions/lines/new.js'];
  expect(linesOf(history)).toEqual([
    ['// One.', ada, old],
    ['// Zwei.', bo, old],
    ['// Three.', ada, old],
    ['// Four.', ada, old],
    ['// Five.', ada, now],
  ]);
  expect(history).toMatchObject({
    isWhole: true,
    checksum: blobId(moved),
    versions: [{ user: ada }, { user: bo, message: 'In German' }, { user: ada }],
  });
});

test('lines that came with the domain are the starter’s, and a file that came anew begins anew', async () => {
  const greet = await read('functions/greet.js');
  expect(greet.versions).toMatchObject([{ version: 1, user: '', author: null }]);
  expect(greet.isWhole).toBe(true);
  await world.changeLive({ 'functions/again.js': 'first\n' });
  await world.changeLive({ 'functions/again.js': null });
  await world.changeLive({ 'functions/again.js': 'first\n' });
  expect((await read('functions/again.js')).versions).toMatchObject([{ version: await world.liveVersion() }]);
});

test('it says where it ends: after many versions, and where older ones were deleted', async () => {
  const path = 'functions/often.js';
  const textAfter = (count: number) => Array.from({ length: count }, (_, index) => `// ${index}\n`).join('');
  for (let count = 1; count <= MAX_FILE_VERSIONS + 2; count += 1) {
    await world.changeLive({ [path]: textAfter(count) });
  }
  const long = await read(path);
  expect(long.versions).toHaveLength(MAX_FILE_VERSIONS);
  expect(long.isWhole).toBe(false);
  expect(long.stretches[0]?.lines).toBe(3);
  const client = world.server.context.services.getClient(world.caller);
  const before = await world.liveVersion();
  await client.call(SERVICE, deleteOldVersions, { body: { before } });
  const short = await read(path);
  expect(short.versions).toMatchObject([{ version: before }]);
  expect(short.isWhole).toBe(false);
});

test('a file that is not live is not found, nor is one of another domain', async () => {
  expect((await ask('functions/never.js')).statusCode).toBe(404);
  await world.changeLive({ 'functions/mine.js': '1;\n' });
  const stranger = await buildUser(world.server.context);
  expect((await ask('functions/mine.js', stranger)).statusCode).toBe(404);
});

const askGone = (path: string, as = world.caller) =>
  world.server.request(getFileDeletion, { params: { serviceId: SERVICE }, query: filePlaceOf(path) }, { as });

test('of a file that is gone it is known who deleted it with what else, or moved it where', async () => {
  const [source, metadata] = ['functions/gone/tea.js', 'functions/gone/tea.meta.js'];
  await world.changeLive({ [source]: '// Tea.\n', [metadata]: "export default { id: 'tea' };\n" });
  const before = await world.liveVersion();
  expect((await askGone(source)).statusCode).toBe(404);
  await world.changeLive({ [source]: null, [metadata]: null });
  const child = await buildChild(world.server.context, world.caller, ['configuration.read'], {
    username: `cy-${world.caller.userId}`,
  });
  expect((await askGone(source, child)).json()).toMatchObject({
    version: { version: before + 1, parent: before, user: `user-${world.caller.userId}` },
    liveVersion: before + 1,
    files: [filePlaceOf(source), filePlaceOf(metadata)],
    movedTo: null,
    isMoveKnown: true,
  });
  const long = Array.from({ length: 20 }, (_, index) => `// Line ${index}.\n`).join('');
  await world.changeLive({ 'functions/gone/here.js': long });
  await world.changeLive({ 'functions/gone/here.js': null, 'functions/there.js': `${long}// And more.\n` });
  expect((await askGone('functions/gone/here.js')).json()).toMatchObject({
    files: [filePlaceOf('functions/gone/here.js')],
    movedTo: filePlaceOf('functions/there.js'),
  });
  const stranger = await buildUser(world.server.context);
  expect((await askGone(source, stranger)).statusCode).toBe(404);
  const blind = await buildChild(world.server.context, world.caller, []);
  expect((await askGone(source, blind)).statusCode).toBe(403);
  expect((await askGone('functions/never.js')).statusCode).toBe(404);
});

test('of many files that moved at once each is found, and where not all are compared that is said', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => String(index).padStart(3, '0'));
  const textOf = (number: string) =>
    Array.from({ length: 20 }, (_, line) => `// ${number}, line ${line}.\n`).join('');
  const each = (entry: (number: string) => [string, string | null]) =>
    Object.fromEntries(numbers.map((number) => entry(number)));
  await world.changeLive({
    ...each((number) => [`functions/a/f${number}.js`, textOf(number)]),
    'functions/a/other.js': textOf('other'),
  });
  await world.changeLive({
    ...each((number) => [`functions/a/f${number}.js`, null]),
    ...each((number) => [`functions/b/f${number}.js`, `${textOf(number)}// Moved.\n`]),
    'functions/a/other.js': null,
    'functions/b/renamed.js': `${textOf('other')}// Moved.\n`,
  });
  for (const name of ['f010.js', 'f055.js']) {
    expect((await askGone(`functions/a/${name}`)).json()).toMatchObject({
      movedTo: { folderPath: 'functions/b', name },
      isMoveKnown: true,
    });
  }
  // Its new name comes after the names that are read.
  const other = (await askGone('functions/a/other.js')).json();
  expect(other).toMatchObject({ movedTo: null, isMoveKnown: false });
  expect(await read('functions/b/renamed.js')).toMatchObject({ versions: [{}], isWhole: false });
  const { versions } = await read('functions/b/f055.js');
  expect(versions.map(({ place }) => filePathOf(place))).toEqual([
    'functions/b/f055.js',
    'functions/a/f055.js',
  ]);
});
