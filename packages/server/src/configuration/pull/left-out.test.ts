import { listBases } from '@atrium/contract/configuration/bases';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { getPull, type Pull, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { readRemoteFiles } from '@atrium/contract/configuration/remote-file';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles } from '../../../test/git-repository.ts';

vi.setConfig({ testTimeout: 60_000 });

const NAMES = ['binary', 'ambiguous', 'linked', 'other'];
const BINARY = Buffer.from([1, 0, 255]);

let world: ConfigurationWorld;
let folder: string;

/** Four live functions; in git one is binary, one has a twin of nearly the same name, one is a link. */
beforeAll(async () => {
  world = await startConfigurationWorld();
  const files = NAMES.map((name) => ({
    name: `${name}.js`,
    action: 'merge' as const,
    content: `// live ${name}\n`,
  }));
  const meta = {
    name: 'binary.meta.js',
    action: 'merge' as const,
    content: 'export default { order: 1 };\n',
  };
  await world.server.context.services.getClient(world.caller).call(SERVICE, importConfiguration, {
    body: { baseVersion: await world.liveVersion(), folders: [{ name: 'left', files: [...files, meta] }] },
  });
  folder = await world.repositoryOfLive('left-out');
  const path = (name: string) => `${SERVICE}/left/${name}`;
  await commitFiles(folder, {
    [path('binary.js')]: BINARY,
    [path('binary.meta.js')]: 'export default { order: 2 };\n',
    [path('new-binary.js')]: BINARY,
    [path('AMBIGUOUS.js')]: '// twin\n',
    [path('other.js')]: '// remote other\n',
  });
  await commitFiles(
    folder,
    { [path('linked.js')]: '/etc/passwd' },
    { modes: { [path('linked.js')]: '120000' } },
  );
});

afterAll(() => world[Symbol.asyncDispose]());

function pullIt(more: object = {}): Promise<Pull> {
  return world.server.call(pull, { body: world.gitRequest('left-out', more) }, { as: world.caller });
}

test('what a pull leaves out is no deletion, neither compared nor confirmed', async () => {
  const { uuid, services } = await pullIt();
  expect(services.find(({ serviceId }) => serviceId === SERVICE)?.ignoredPaths.toSorted()).toEqual([
    'left/AMBIGUOUS.js',
    'left/ambiguous.js',
    'left/linked.js',
  ]);
  const params = { a: 'live', b: `pull:${uuid}` };
  const compared = await world.server.call(
    compareSides,
    { params, body: { serviceId: SERVICE } },
    { as: world.caller },
  );
  const changed = compared.services[0]?.files.map(({ type, name }) => `${type} ${name}`);
  expect(changed?.filter((text) => text.startsWith('DELETED'))).toEqual([]);

  const folders = [{ name: 'left', files: [{ name: 'linked.js', action: 'delete' as const }] }];
  const body = { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
  const refused = await world.server.request(confirmPull, { body }, { as: world.caller });
  expect(refused.json().errors[0].defaultMessage).toBe('left/linked.js: The pull leaves it out.');
  const filePaths = ['left/binary.js', 'left/other.js'];
  const several = await world.server.call(
    readRemoteFiles,
    { body: { uuid, serviceId: SERVICE, filePaths } },
    { as: world.caller },
  );
  expect(several.files).toEqual([{ filePath: 'left/other.js', content: '// remote other\n' }]);
  const taken = ['binary.js', 'new-binary.js'].map((name) => ({ name, action: 'remote' as const }));
  const all = await world.server.request(
    confirmPull,
    { body: { ...body, folders: [{ name: 'left', files: taken }] } },
    { as: world.caller },
  );
  expect(all.json().message).toBe(
    'left/binary.js cannot be taken: not UTF-8 text. left/new-binary.js cannot be taken: not UTF-8 text.',
  );
});

test('bodies keep the live files for it, and a pull imported as bodies counts as exchanged', async () => {
  const { uuid, ignored, results } = await pullIt({ sendImportRequests: true });
  expect(ignored).toContainEqual({
    reason: 'NOT_TEXT',
    count: 2,
    examples: [`${SERVICE}/left/binary.js`, `${SERVICE}/left/new-binary.js`],
  });
  const result = results?.find(({ serviceId }) => serviceId === SERVICE);
  const { left = [] } = JSON.parse(result?.gitBody ?? '{}') as Record<string, { name: string }[]>;
  expect(left.filter(({ name }) => NAMES.includes(name))).toEqual([
    { name: 'ambiguous', source: '// live ambiguous\n' },
    expect.objectContaining({ name: 'binary', source: '// live binary\n', order: 2 }),
    { name: 'linked', source: '// live linked\n' },
    { name: 'other', source: '// remote other\n' },
  ]);

  const { gitBody = '', baseVersion = 0 } = result ?? {};
  const before = await world.server.call(listBases, { params: { uuid } }, { as: world.caller });
  const exchange = before.services[SERVICE]?.exchange ?? null;
  const confirmed = [{ serviceId: SERVICE, body: gitBody, baseVersion, exchange }];
  const imported = await world.server.call(importBodies, { body: { uuid, confirmed } }, { as: world.caller });
  expect(imported.results[0]?.status).toBe('OK');
  expect(await world.liveContent('left/other.js')).toBe('// remote other\n');
  expect(await world.liveContent('left/binary.js')).toBe('// live binary\n');
  const bases = await world.server.call(listBases, { params: { uuid } }, { as: world.caller });
  // A file that could not be examined was not exchanged either.
  expect(bases.services[SERVICE]).toEqual({
    exchange: expect.any(String) as string,
    changed: {},
    added: ['left/binary.js', 'left/new-binary.js'],
    kept: [],
  });
  const body = world.gitRequest('left-out', { services: [SERVICE] });
  const pushed = await world.server.call(push, { body }, { as: world.caller });
  expect(pushed.push[0]?.error?.localizedMessage).toBe(
    'left/binary.js (not UTF-8 text), left/new-binary.js (not UTF-8 text) cannot be pulled: remove or rename them in git, then push again.',
  );

  const stale = await world.server.call(
    importBodies,
    { body: { uuid, confirmed: [{ serviceId: SERVICE, body: '{}', baseVersion }] } },
    { as: world.caller },
  );
  expect(stale.results[0]).toMatchObject({
    status: 'ERROR',
    moved: ['left/binary.meta.js', 'left/other.js'],
  });
});

test('a submit waits until it is known which files cannot be taken', async () => {
  const { db } = world.server.context;
  const { uuid } = await pullIt();
  const ofPull = (change: object) => db.updateTable('pulls').set(change).where('id', '=', uuid).execute();
  const readNone = { uuid, serviceId: SERVICE, filePaths: ['left/binary.js'] };
  await world.server.call(readRemoteFiles, { body: readNone }, { as: world.caller });
  const { unreadable } = await db
    .selectFrom('pulls')
    .select('unreadable')
    .where('id', '=', uuid)
    .executeTakeFirstOrThrow();
  await ofPull({ contentsState: 'PENDING', unreadable: '{}' });
  const baseVersion = await world.liveVersion();
  const body = { uuid, serviceId: SERVICE, baseVersion, folders: [] };
  const submitting = world.server.call(confirmPull, { body }, { as: world.caller });
  expect(await Promise.race([submitting, pullIt().then(() => 'waiting')])).toBe('waiting');
  await ofPull({ contentsState: 'COMPLETE', unreadable: JSON.stringify(unreadable) });
  await submitting;
  const next = await pullIt();
  const bases = await world.server.call(listBases, { params: { uuid: next.uuid } }, { as: world.caller });
  expect(bases.services[SERVICE]?.added).toEqual(['left/binary.js', 'left/new-binary.js']);
});

test('what waits for contents keeps no slow call of its domain waiting', async () => {
  const { db } = world.server.context;
  const { uuid } = await pullIt();
  const ofPull = (change: object) => db.updateTable('pulls').set(change).where('id', '=', uuid).execute();
  const read = { uuid, serviceId: SERVICE, filePaths: ['left/binary.js'] };
  await world.server.call(readRemoteFiles, { body: read }, { as: world.caller });
  await ofPull({ contentsState: 'PENDING' });
  const about = { uuid, serviceId: SERVICE, version: await world.liveVersion() };
  const whole = { params: { uuid }, query: { results: true } };
  // More than the turns of a domain, of either kind.
  const waiting = [1, 2, 3].flatMap(() => [
    world.server.request(examineFiles, { body: about }, { as: world.caller }),
    world.server.request(readRemoteFiles, { body: read }, { as: world.caller }),
    world.server.request(getPull, whole, { as: world.caller }),
  ]);
  const slow = world.server.call(readLocalBodies, { body: {} }, { as: world.caller });
  expect(await Promise.race([slow.then(() => 'slow'), ...waiting])).toBe('slow');
  await ofPull({ contentsState: 'COMPLETE' });
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('whoever leaves while contents are read is not waited for any more', async () => {
  const { db, configuration } = world.server.context;
  const { uuid } = await pullIt();
  const request = { uuid, serviceId: SERVICE, filePaths: ['left/binary.js'] };
  await world.server.call(readRemoteFiles, { body: request }, { as: world.caller });
  await db.updateTable('pulls').set({ contentsState: 'PENDING' }).where('id', '=', uuid).execute();
  const leaving = new AbortController();
  const reading = configuration.remoteFiles.readSeveral(world.caller, request, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
});
