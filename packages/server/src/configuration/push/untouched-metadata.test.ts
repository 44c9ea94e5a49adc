import { readBaseFile } from '@atrium/contract/configuration/bases';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import type { ConfirmedFile } from '@atrium/contract/configuration/confirmed-file';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { importBodies } from '@atrium/contract/configuration/import';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { exportBody } from '@atrium/contract/service-api/versions/export';
import fc from 'fast-check';
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

const metadata = (fields: string, tag = 'x') => `export default { ${fields}, tags: ["${tag}"] };\n`;
const source = (text: string) => `export default () => ${text};\n`;

async function pullAgain(name: string): Promise<string> {
  return (await world.server.call(pull, { body: world.gitRequest(name) }, { as: world.caller })).uuid;
}

/** Submits what the console would: what it shows of a pull; what it hides is not mentioned. */
async function submit(name: string, files: Record<string, Omit<ConfirmedFile, 'name'>>): Promise<string> {
  const uuid = await pullAgain(name);
  const folders = Object.entries(files).map(([path, file]) => {
    const { folderPath, name: fileName } = filePlaceOf(path);
    return { name: folderPath, files: [{ name: fileName, ...file }] };
  });
  const body = { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
  await world.server.call(confirmPull, { body }, { as: world.caller });
  return uuid;
}

/** Names and contents of the files that a push changes; expects the same of its preview. */
async function pushed(name: string, folder: string): Promise<Record<string, string>> {
  const body = world.gitRequest(name, { services: [SERVICE] });
  const preview = await world.server.call(previewPush, { body }, { as: world.caller });
  const before = (await execGit(folder, 'rev-parse', 'main')).trim();
  const [result] = (await world.server.call(push, { body }, { as: world.caller })).push;
  expect(result?.error?.localizedMessage).toBeUndefined();
  const listed = await execGit(folder, 'diff', '--name-only', before, 'main');
  const paths = listed.split('\n').filter((path) => path !== '');
  expect(preview.services[0]?.files.map(({ filePath }) => inGit(filePath)).toSorted()).toEqual(paths);
  const contents: Record<string, string> = {};
  for (const path of paths) contents[path] = await execGit(folder, 'show', `main:${path}`);
  return contents;
}

const listMine = async () => {
  const { services } = await world.server.call(listConfiguredServices, {}, { as: world.caller });
  return services.find(({ serviceId }) => serviceId === SERVICE);
};

test.each([
  ['an access list', 'acl: ["ROLE_DEV"]', 'acl: ["ROLE_OTHER"]'],
  ['an id', 'id: "1"', 'id: "2"'],
  ['a time', 'modifiedOn: "2026-01-01T00:00:00Z"', 'modifiedOn: "2026-02-01T00:00:00Z"'],
])('%s that a colleague changes in git survives pull, submit and push', async (_what, before, after) => {
  const name = before.replace(/\W.*/, '');
  const [meta, script, own] = [`round/${name}.meta.js`, `round/${name}.js`, `round/${name}-own.js`];
  await world.changeLive({ [script]: source('1'), [meta]: metadata(before), [own]: source('1') });
  const folder = await world.repositoryOfLive(name);
  expect(await pushed(name, folder)).toEqual({});
  await commitFiles(folder, { [inGit(meta)]: metadata(after), [inGit(script)]: source('2') });

  const uuid = await submit(name, { [script]: { action: 'remote' } });
  expect(await listMine()).toMatchObject({ ahead: 0, behind: 0 });
  expect(await pushed(name, folder)).toEqual({});
  await world.changeLive({ [own]: source('2') });
  expect(await pushed(name, folder)).toEqual({ [inGit(own)]: source('2') });
  expect(await pushed(name, folder)).toEqual({});
  expect(await listMine()).toMatchObject({ ahead: 0, behind: 0 });

  // Differences that count are exchanged: the change made here together with the one in git.
  await world.changeLive({ [meta]: metadata(before, 'mine') });
  const body = world.gitRequest(name, { services: [SERVICE] });
  const [refused] = (await world.server.call(push, { body }, { as: world.caller })).push;
  expect(refused?.error?.localizedMessage).toContain(meta);
  const { folderPath: folderName, name: fileName } = filePlaceOf(meta);
  const base = { body: { uuid, serviceId: SERVICE, fileName, folderName } };
  const { content } = await world.server.call(readBaseFile, base, { as: world.caller });
  expect(content).toBe(metadata(before));
  await submit(name, { [meta]: { action: 'merge', content: metadata(after, 'mine') } });
  expect(await pushed(name, folder)).toEqual({ [inGit(meta)]: metadata(after, 'mine') });
});

test('an access list that was changed here goes to git, unless git has another one by then', async () => {
  const meta = 'round/here.meta.js';
  const acl = (role: string) => metadata(`acl: ["${role}"]`);
  await world.changeLive({ 'round/here.js': source('1'), [meta]: acl('ROLE_DEV') });
  const folder = await world.repositoryOfLive('here');
  await pushed('here', folder);
  await world.changeLive({ [meta]: acl('ROLE_HERE') });
  await commitFiles(folder, { [inGit('round/other.js')]: source('1') });
  await submit('here', { 'round/other.js': { action: 'remote' } });
  expect(await pushed('here', folder)).toEqual({ [inGit(meta)]: acl('ROLE_HERE') });

  await world.changeLive({ [meta]: acl('ROLE_AGAIN') });
  await commitFiles(folder, { [inGit(meta)]: acl('ROLE_THERE') });
  expect(await pushed('here', folder)).toEqual({});
  await submit('here', {});
  expect(await pushed('here', folder)).toEqual({});
  expect(await execGit(folder, 'show', `main:${inGit(meta)}`)).toBe(acl('ROLE_THERE'));
});

test('a first pull takes nothing of it to git either, also as whole bodies, and leaves a base to merge with', async () => {
  const meta = 'round/first.meta.js';
  const acl = (role: string, tag?: string) => metadata(`acl: ["${role}"]`, tag);
  await world.changeLive({ 'round/first.js': source('1'), [meta]: acl('ROLE_HERE') });
  for (const [name, isWhole] of [
    ['first', false],
    ['first-whole', true],
  ] as const) {
    const folder = await world.repositoryOfLive(name);
    await commitFiles(folder, { [inGit(meta)]: acl('ROLE_THERE') });
    let uuid: string;
    if (isWhole) {
      uuid = await pullAgain(name);
      const client = world.server.context.services.getClient(world.caller);
      const { body, version } = await client.call(SERVICE, exportBody, { query: {} });
      const confirmed = [{ serviceId: SERVICE, body: JSON.stringify(body), baseVersion: version }];
      await world.server.call(importBodies, { body: { uuid, confirmed } }, { as: world.caller });
    } else uuid = await submit(name, {});
    expect(await pushed(name, folder)).toEqual({});
    expect(await listMine()).toMatchObject({ ahead: 0, behind: 0 });
    const base = { body: { uuid, serviceId: SERVICE, fileName: 'first.meta.js', folderName: 'round' } };
    const { content } = await world.server.call(readBaseFile, base, { as: world.caller });
    expect(content).toBe(acl('ROLE_HERE'));
  }
});

/** Lines between the fields, so that changes of both are merged. */
interface Fields {
  acl: string;
  tag: string;
}
const print = ({ acl, tag }: Fields) =>
  `export default {\n  acl: ["ROLE_${acl}"],\n  order: 1,\n  limit: 2,\n  note: "",\n  tags: ["${tag}"],\n};\n`;
const read = (text: string | undefined): Fields => {
  const [, acl = '', tag = ''] = /ROLE_(\w+)[^]*tags: \["(\w+)"\]/.exec(text ?? '') ?? [];
  return { acl, tag };
};
const change = fc.record({ file: fc.nat(2), isHere: fc.boolean(), field: fc.constantFrom('acl', 'tag') });

test('whatever two people change, a round of pull, merge and push writes only what was changed here', async () => {
  let run = 0;
  const rounds = fc.array(fc.array(change, { maxLength: 5 }), { minLength: 2, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(rounds, async (changesOfRounds) => {
      const name = `rounds-${++run}`;
      const paths = [0, 1, 2].map((index) => `${name}/file${index}.meta.js`);
      const first = Object.fromEntries(paths.map((path) => [path, print({ acl: 'A', tag: 'a' })]));
      await world.changeLive(first);
      const folder = await world.repositoryOfLive(name);
      const inRepository = async (path: string) => read(await execGit(folder, 'show', `main:${inGit(path)}`));
      await pushed(name, folder);
      let count = 0;
      for (const changes of changesOfRounds) {
        const [here, there] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
        for (const { file, isHere, field } of changes) {
          const path = paths[file] as string;
          const before = isHere ? read(await world.liveContent(path)) : await inRepository(path);
          const content = print({ ...before, [field]: `v${++count}` });
          if (isHere) await world.changeLive({ [path]: content });
          else await commitFiles(folder, { [inGit(path)]: content });
          const side = isHere ? here : there;
          side.set(path, new Set(side.get(path)).add(field));
        }
        const before = new Map<string, { live: Fields; git: Fields }>();
        for (const path of paths) {
          before.set(path, { live: read(await world.liveContent(path)), git: await inRepository(path) });
        }
        const body = { uuid: await pullAgain(name), serviceId: SERVICE, version: await world.liveVersion() };
        const { same } = await world.server.call(examineFiles, { body }, { as: world.caller });
        const shown = paths.filter((path) => {
          const { live, git } = before.get(path) as { live: Fields; git: Fields };
          return !same.includes(path) && (live.acl !== git.acl || live.tag !== git.tag);
        });
        await submit(
          name,
          Object.fromEntries(shown.map((path) => [path, { action: 'merge-local' as const }])),
        );
        await pushed(name, folder);
        for (const path of paths) {
          const { live, git } = before.get(path) as { live: Fields; git: Fields };
          const [after, mine] = [await inRepository(path), here.get(path) ?? new Set()];
          // Values that both sides changed stay each side's own.
          const allowed = mine.has('acl') ? [git.acl, live.acl] : [git.acl];
          expect(allowed, `${path}: an access list that no one wrote`).toContain(after.acl);
          expect(after.tag).toBe(mine.has('tag') ? live.tag : git.tag);
          expect(read(await world.liveContent(path)).tag).toBe(after.tag);
        }
      }
    }),
    { numRuns: 2 },
  );
}, 120_000);
