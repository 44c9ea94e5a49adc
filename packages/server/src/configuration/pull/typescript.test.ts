import { confirmPull } from '@atrium/contract/configuration/confirm';
import { editFiles } from '@atrium/contract/configuration/edit';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { getFileHistory } from '@atrium/contract/configuration/file-history';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  inGit,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;

beforeAll(async () => {
  world = await startConfigurationWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const SCRIPT = `${Array.from({ length: 9 }, (_, at) => `// Line ${at}.\n`).join('')}export default (a) => a;\n`;
const TYPED = SCRIPT.replace('(a)', '(a: number): number');

test('a source that gets types in git is renamed, keeps its history, and goes back to git', async () => {
  await world.changeLive({
    'functions/typed/sum.js': SCRIPT,
    'functions/typed/sum.meta.js': 'export default {\n  tags: [\n    "x",\n  ],\n};\n',
    'functions/typed/both.js': '// live\n',
  });
  const folder = await world.repositoryOfLive('typed');
  await commitFiles(
    folder,
    {
      [inGit('functions/typed/sum.ts')]: TYPED,
      [inGit('functions/typed/bad.ts')]: 'let a = 1;\n\n  enum A { b }\n',
      [inGit('functions/typed/both.ts')]: '// in git\n',
      [inGit('functions/typed/types.d.ts')]: 'declare const a: 1;\n',
      [inGit('functions/typed/page.tsx')]: '<a />\n',
    },
    { remove: [inGit('functions/typed/sum.js')] },
  );
  const as = world.caller;
  const { uuid, ignored, services } = await world.server.call(
    pull,
    { body: world.gitRequest('typed') },
    { as },
  );
  expect(ignored).toMatchObject([
    { reason: 'NOT_A_SERVICE' },
    { reason: 'NOT_SOURCE_OR_METADATA', count: 2 },
    {
      reason: 'TWO_SOURCES',
      examples: ['both.js', 'both.ts'].map((name) => inGit(`functions/typed/${name}`)),
    },
  ]);
  // A file that is left out is not deleted.
  const own = services.find(({ serviceId }) => serviceId === SERVICE);
  expect(own?.ignoredPaths).toContain('functions/typed/both.js');
  const version = await world.liveVersion();
  const body = { uuid, serviceId: SERVICE, version };
  const examined = await world.server.call(examineFiles, { body }, { as });
  expect(examined.moved).toEqual([{ from: 'functions/typed/sum.js', to: 'functions/typed/sum.ts' }]);
  expect(examined.files['functions/typed/bad.ts']?.fault).toEqual({
    line: 3,
    column: 3,
    message: '`enum` cannot be removed by position; use a constant object',
  });
  const confirm = (...files: { name: string; action: 'remote' | 'delete' }[]) =>
    world.server.request(
      confirmPull,
      {
        body: {
          uuid,
          serviceId: SERVICE,
          baseVersion: version,
          folders: [{ name: 'functions/typed', files }],
        },
      },
      { as },
    );
  const bad = await confirm({ name: 'bad.ts', action: 'remote' });
  expect(bad.statusCode).toBe(422);
  expect(bad.json().message).toContain(
    'functions/typed/bad.ts: `enum` (line 3) cannot be removed by position',
  );
  const beside = await confirm({ name: 'sum.ts', action: 'remote' });
  expect(beside.json().message).toContain('are two sources of one name: keep one of them');
  const moved = await confirm({ name: 'sum.js', action: 'delete' }, { name: 'sum.ts', action: 'remote' });
  expect(moved.statusCode).toBe(200);
  const history = await world.server.call(
    getFileHistory,
    { params: { serviceId: SERVICE }, query: filePlaceOf('functions/typed/sum.ts') },
    { as },
  );
  expect(history.versions.map(({ place }) => place.name).toSorted()).toEqual(['sum.js', 'sum.ts']);

  const edited = TYPED.replace('=> a', '=> a * 2');
  const file = { ...filePlaceOf('functions/typed/sum.ts'), content: edited, checksum: blobId(TYPED) };
  await world.server.call(
    editFiles,
    { params: { serviceId: SERVICE }, body: { message: 'Twice', files: [file] } },
    { as },
  );
  await world.server.call(push, { body: world.gitRequest('typed', { services: [SERVICE] }) }, { as });
  expect(await execGit(folder, 'show', `main:${inGit('functions/typed/sum.ts')}`)).toBe(edited);
});

test('an edit in TypeScript is refused by the name of its syntax', async () => {
  const file = { folderPath: 'functions', name: 'refused.ts', content: 'export = 1;\n', checksum: null };
  const refused = await world.server.request(
    editFiles,
    { params: { serviceId: SERVICE }, body: { message: 'Refused', files: [file] } },
    { as: world.caller },
  );
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'functions/refused.ts: `export =` (line 1) cannot be removed by position; use `export default`.',
  ]);
});
