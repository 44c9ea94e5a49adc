import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { getProgress } from '@atrium/contract/configuration/progress';
import { pull } from '@atrium/contract/configuration/pull';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { listWork } from '@atrium/contract/work/work';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { commitFiles } from '../../test/git-repository.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const nextId = () => world.server.context.random.id();

async function listChanges() {
  const { work } = await world.server.call(listWork, {}, { as: world.caller });
  return work.filter(({ kind }) => kind !== 'PULL');
}

/** A submit of two new files, by their folder. */
async function submission(folder: string) {
  const repository = await world.repositoryOfLive(folder);
  await commitFiles(repository, {
    [`${SERVICE}/${folder}/a.js`]: '1;\n',
    [`${SERVICE}/${folder}/b.js`]: '2;\n',
  });
  const { uuid } = await world.server.call(pull, { body: world.gitRequest(folder) }, { as: world.caller });
  const files = ['a.js', 'b.js'].map((name) => ({ name, action: 'remote' as const }));
  return {
    uuid,
    serviceId: SERVICE,
    baseVersion: await world.liveVersion(),
    folders: [{ name: folder, files }],
    progress: nextId(),
  };
}

test('a submit is found again with what it is about and what came out', async () => {
  const { server, caller } = world;
  const body = await submission('found');
  const { version } = await server.call(confirmPull, { body }, { as: caller });
  expect((await listChanges())[0]).toMatchObject({
    id: body.progress,
    kind: 'SUBMIT',
    state: 'DONE',
    about: 'Functions: 2 files',
    outcome: `Version ${version} is live.`,
    pullId: body.uuid,
  });
  const operation = await server.call(getProgress, { params: { id: body.progress } }, { as: caller });
  expect(operation).toMatchObject({ kind: 'SUBMIT', about: 'Functions: 2 files', uuid: body.uuid });
});

test('whoever has left does not stop it, as long as it can be found again', async () => {
  const { server, caller } = world;
  const { serviceSubmissions, versions } = server.context.configuration;
  const { progress, ...body } = await submission('left');
  const options = { signal: AbortSignal.abort(new Error('gone')), ifMatch: undefined };
  await expect(serviceSubmissions.confirm(caller, body, options)).rejects.toThrow('gone');
  const { version } = await serviceSubmissions.confirm(caller, { ...body, progress }, options);
  expect(await world.liveVersion()).toBe(version);
  const place = { serviceId: SERVICE, version: version - 1 };
  const what = { baseVersion: version, progress: nextId() };
  await versions.restore(caller, place, what, options.signal);
  expect(await world.liveVersion()).toBe(version + 1);
});

test('what is live is answered as such, also where its end cannot be noted', async () => {
  const { server, caller } = world;
  const { db } = server.context;
  const body = await submission('noted');
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''disk full''; end'`.execute(
    db,
  );
  await sql`create trigger refuse before update on submissions for each row when (new.ended_on is not null)
    execute function refuse()`.execute(db);
  try {
    const { version } = await server.call(confirmPull, { body }, { as: caller });
    expect(await world.liveVersion()).toBe(version);
  } finally {
    await sql`drop trigger refuse on submissions`.execute(db);
  }
  const operation = await server.call(getProgress, { params: { id: body.progress } }, { as: caller });
  expect(operation).toMatchObject({ state: 'RUNNING', error: null });
});

test('what failed leads back to its pull, and may be tried again under its id', async () => {
  const { server, caller } = world;
  const body = await submission('again');
  await world.changeLive({ 'again/a.js': 'theirs\n' });
  expect((await server.request(confirmPull, { body }, { as: caller })).statusCode).toBe(409);
  expect((await listChanges())[0]).toMatchObject({ state: 'FAILED', pullId: body.uuid, isNew: true });
  const now = { ...body, baseVersion: await world.liveVersion() };
  const { version } = await server.call(confirmPull, { body: now }, { as: caller });
  expect((await listChanges())[0]).toMatchObject({
    id: body.progress,
    state: 'DONE',
    outcome: `Version ${version} is live.`,
  });
  // A finished change is not repeated.
  const repeated = await server.request(confirmPull, { body: now }, { as: caller });
  expect(repeated.json()).toMatchObject({ message: 'This progress id is already in use.' });
});

test('returns to a version and restores are listed, too', async () => {
  const { server, caller } = world;
  const { version } = await server.call(confirmPull, { body: await submission('back') }, { as: caller });
  const place = { serviceId: SERVICE, version: version - 1 };
  const files = [{ folderPath: 'back', name: 'a.js' }];
  await server.call(
    returnToVersion,
    { params: place, body: { baseVersion: version, files, progress: nextId() } },
    { as: caller },
  );
  const backups = await server.call(listBackups, { body: { page: 0, size: 1 } }, { as: caller });
  const id = backups.content[0]?.id ?? '';
  await server.call(restoreBackup, { params: { id }, body: { progress: nextId() } }, { as: caller });
  expect(await listChanges()).toMatchObject([
    {
      kind: 'RETURN',
      state: 'DONE',
      about: `Functions: version ${version}`,
      outcome: `Version ${version + 2} is live.`,
      pullId: null,
    },
    {
      kind: 'RETURN',
      state: 'DONE',
      about: `Functions: 1 file of version ${version - 1}`,
      outcome: `Version ${version + 1} is live.`,
    },
    { kind: 'SUBMIT' },
    ...(await listChanges()).slice(3),
  ]);
});
