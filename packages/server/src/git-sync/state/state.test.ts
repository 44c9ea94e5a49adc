import { rename, rm } from 'node:fs/promises';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { editFiles } from '@atrium/contract/configuration/edit';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { getAutomation, updateAutomation } from '@atrium/contract/connections/automation';
import { createConnection, updateConnection } from '@atrium/contract/connections/connections';
import { listConnectionStates, refreshConnection } from '@atrium/contract/connections/git-state';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME } from '../../../test/git-server.ts';
import { compareJob, lookJob } from '../git-sync.job.ts';

let world: ConfigurationWorld;

beforeAll(async () => {
  world = await startConfigurationWorld();
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const FILE = 'functions/carts/total.js';

/** A connection to a repository with the live configuration, exchanged once. */
async function connect(name: string): Promise<{ id: string; folder: string }> {
  const { server, remote, caller } = world;
  await world.changeLive({ [FILE]: `// ${name}\n` });
  const folder = await world.repositoryOfLive(name);
  const body = { name, gitUrl: remote.url(name), username: GIT_USERNAME, password: GIT_PASSWORD };
  const { id } = await server.call(createConnection, { body }, { as: caller });
  await server.call(push, { body: { connectionId: id, services: [SERVICE] } }, { as: caller });
  await refresh(id);
  return { id, folder };
}

const refresh = (id: string) =>
  world.server.call(refreshConnection, { params: { id } }, { as: world.caller });
const events = async (id: string) =>
  (await world.server.call(getAutomation, { params: { id } }, { as: world.caller })).events;
const runJobs = () => {
  const { jobs, gitSync } = world.server.context;
  return jobs.runDue(
    gitSync.jobs.filter(({ definition }) => [lookJob.name, compareJob.name].includes(definition.name)),
  );
};
const ofService = ({ services }: Awaited<ReturnType<typeof refresh>>) =>
  services.find(({ serviceId }) => serviceId === SERVICE);

describe('the state of a connection', () => {
  it('names the commits that are missing here, and the versions that are missing there', async () => {
    const { id, folder } = await connect('names');
    expect(await refresh(id)).toMatchObject({ branch: 'main', problem: null, commits: [] });
    expect(ofService(await refresh(id))).toMatchObject({ state: 'IN_SYNC', filesAhead: 0, filesBehind: 0 });

    await commitFiles(folder, { [`${SERVICE}/functions/carts/new.js`]: '1;\n' }, { message: 'Add carts' });
    await commitFiles(folder, { 'README.md': 'Other' }, { message: 'Explain' });
    const behind = await refresh(id);
    expect(ofService(behind)).toMatchObject({ state: 'BEHIND', filesAhead: 0, filesBehind: 1, versions: [] });
    expect(behind).toMatchObject({
      commitCount: 2,
      commits: [{ message: 'Explain' }, { message: 'Add carts' }],
    });

    const version = await world.liveVersion();
    const file = {
      folderPath: 'functions/carts',
      name: 'total.js',
      checksum: blobId('// names\n'),
      content: '// here\n',
    };
    const body = { files: [file], message: 'Round totals' };
    await world.server.call(editFiles, { params: { serviceId: SERVICE }, body }, { as: world.caller });
    await runJobs();
    const { connections } = await world.server.call(listConnectionStates, {}, { as: world.caller });
    const both = connections.find(({ connectionId }) => connectionId === id);
    expect(both && ofService(both)).toMatchObject({
      state: 'BOTH',
      filesAhead: 1,
      filesBehind: 1,
      versions: [{ version: version + 1, message: 'Round totals' }],
    });
  });

  it('is in sync after a push from here, without anyone asking', async () => {
    const { id } = await connect('pushed');
    await world.changeLive({ [FILE]: '// changed here\n' });
    expect(ofService(await refresh(id))).toMatchObject({ state: 'AHEAD', filesAhead: 1 });
    await world.server.call(push, { body: { connectionId: id, services: [SERVICE] } }, { as: world.caller });
    await runJobs();
    const { connections } = await world.server.call(listConnectionStates, {}, { as: world.caller });
    const state = connections.find(({ connectionId }) => connectionId === id);
    expect(state && ofService(state)).toMatchObject({ state: 'IN_SYNC' });
    expect((await events(id)).at(0)).toMatchObject({ outcome: 'NONE', isOpen: false });
  });

  const pulls = (id: string) => world.server.call(pull, { body: { connectionId: id } }, { as: world.caller });
  const stateAfterJobs = async (id: string) => {
    await runJobs();
    const { connections } = await world.server.call(listConnectionStates, {}, { as: world.caller });
    const state = connections.find(({ connectionId }) => connectionId === id);
    return state && ofService(state);
  };
  const takeFromGit = async (uuid: string) => {
    const { folderPath, name } = filePlaceOf(FILE);
    const folders = [{ name: folderPath, files: [{ name, action: 'remote' as const }] }];
    const body = { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders };
    await world.server.call(confirmPull, { body }, { as: world.caller });
  };

  it('is read after a pull, and in sync after its submission, without anyone asking', async () => {
    const { id, folder } = await connect('pulled');
    await runJobs();
    await commitFiles(folder, { [`${SERVICE}/${FILE}`]: '// from git\n' }, { message: 'Sum up' });
    expect(await stateAfterJobs(id)).toMatchObject({ state: 'IN_SYNC' });
    const { uuid } = await pulls(id);
    expect(await stateAfterJobs(id)).toMatchObject({ state: 'BEHIND', filesBehind: 1 });
    await takeFromGit(uuid);
    expect(await stateAfterJobs(id)).toMatchObject({ state: 'IN_SYNC' });
  });

  it('does not begin what a push does because a person pulls, and is read after the submission', async () => {
    const { id, folder } = await connect('pulled-by-hand');
    await runJobs();
    const onPush = { params: { id }, body: { onPush: 'PREPARE' as const } };
    await world.server.call(updateAutomation, onPush, { as: world.caller });
    await commitFiles(folder, { [`${SERVICE}/${FILE}`]: '// by hand\n' }, { message: 'Sum up' });
    const before = await events(id);
    const { uuid } = await pulls(id);
    expect(await stateAfterJobs(id)).toMatchObject({ state: 'IN_SYNC' });
    expect(await events(id)).toEqual(before);
    await takeFromGit(uuid);
    expect(await stateAfterJobs(id)).toMatchObject({ state: 'IN_SYNC' });
    expect((await events(id)).at(0)).toMatchObject({ outcome: 'NONE', isOpen: false });
  });

  it('says that the folder of a service is missing in the branch, and is in sync when it is back', async () => {
    const { id, folder } = await connect('folderless');
    expect(ofService(await refresh(id))).toMatchObject({ state: 'IN_SYNC', isFolderMissing: false });
    const tip = (await execGit(folder, 'rev-parse', 'main')).trim();
    const paths = (await execGit(folder, 'ls-tree', '-r', '--name-only', 'main', `${SERVICE}/`)).trim();
    await commitFiles(folder, { 'README.md': 'Moved away' }, { remove: paths.split('\n') });
    const missing = ofService(await refresh(id));
    expect(missing).toMatchObject({ state: 'BEHIND', filesAhead: 0, isFolderMissing: true });
    await execGit(folder, 'update-ref', 'refs/heads/main', tip);
    expect(ofService(await refresh(id))).toMatchObject({ state: 'IN_SYNC', isFolderMissing: false });
  });

  it('calls a repository without a commit empty until it is pushed to', async () => {
    const { server, remote, caller } = world;
    await remote.createRepository('fresh');
    const body = {
      name: 'fresh',
      gitUrl: remote.url('fresh'),
      username: GIT_USERNAME,
      password: GIT_PASSWORD,
    };
    const { id } = await server.call(createConnection, { body }, { as: caller });
    const look = () => server.context.gitSync.states.refresh(caller, id);
    expect(await look()).toMatchObject({ isEmpty: true, state: null });
    await server.call(
      push,
      { body: { connectionId: id, branch: 'main', services: [SERVICE] } },
      { as: caller },
    );
    const pushed = await look();
    expect(pushed).toMatchObject({ isEmpty: false, problem: null });
    expect(ofService(pushed)).toMatchObject({ state: 'IN_SYNC' });
  });

  it('reads another folder or address anew, and calls neither a move of the branch', async () => {
    const { server, remote, caller } = world;
    const { id, folder } = await connect('replaced');
    await commitFiles(folder, { 'README.md': 'Only here' }, { message: 'Explain' });
    const access = { username: GIT_USERNAME, password: GIT_PASSWORD };
    // Past the endpoint, which limits the calls of a minute.
    const look = () => server.context.gitSync.states.refresh(caller, id);
    const change = (place: { gitUrl: string; folder?: string }) =>
      server.call(
        updateConnection,
        { params: { id }, body: { name: 'replaced', ...access, ...place } },
        { as: caller },
      );
    expect(ofService(await look())).toMatchObject({ state: 'IN_SYNC', isFolderMissing: false });
    const known = (await events(id)).length;

    await change({ gitUrl: remote.url('replaced'), folder: 'elsewhere' });
    const inFolder = ofService(await look());
    expect(inFolder).toMatchObject({ state: 'AHEAD', isExchanged: false });
    expect(inFolder?.filesAhead).toBeGreaterThan(1);
    await change({ gitUrl: remote.url('replaced') });
    expect(ofService(await look())).toMatchObject({ state: 'IN_SYNC', isFolderMissing: false });

    const other = await world.repositoryOfLive('replacement');
    await change({ gitUrl: remote.url('replacement') });
    const { commitSha } = await look();
    expect(commitSha).toBe((await execGit(other, 'rev-parse', 'main')).trim());
    expect(commitSha).not.toBe((await execGit(folder, 'rev-parse', 'main')).trim());
    expect(await events(id)).toHaveLength(known);
  });

  it('reads the files only when the branch has moved', async () => {
    const { id } = await connect('still');
    const before = world.remote.requests.length;
    await refresh(id);
    await refresh(id);
    const since = world.remote.requests.slice(before);
    // Each look lists the branches: one request for the host's capabilities, one for the list.
    expect(since.filter((request) => request.startsWith('POST')).length).toBeLessThanOrEqual(2);
  });

  it('tells a force-push, a deleted branch and a renamed repository as what they are, and that it can be read again', async () => {
    const { id, folder } = await connect('moved');
    const first = (await execGit(folder, 'rev-parse', 'main')).trim();
    await commitFiles(folder, { [`${SERVICE}/functions/carts/a.js`]: '1;\n' }, { message: 'A' });
    await refresh(id);
    await execGit(folder, 'update-ref', 'refs/heads/main', first);
    await commitFiles(folder, { [`${SERVICE}/functions/carts/b.js`]: '2;\n' }, { message: 'B' });
    await refresh(id);
    expect((await events(id)).at(0)?.message).toMatch(/^The history of main was rewritten \(force-push\)/);

    const tip = (await execGit(folder, 'rev-parse', 'main')).trim();
    await execGit(folder, 'branch', 'other', 'main');
    await execGit(folder, 'update-ref', '-d', 'refs/heads/main');
    expect(await refresh(id)).toMatchObject({
      unknownSince: expect.any(String),
      problem: expect.stringMatching(/branch/),
      commitSha: tip,
    });
    await refresh(id);
    await execGit(folder, 'update-ref', 'refs/heads/main', tip);
    expect(await refresh(id)).toMatchObject({ unknownSince: null, problem: null });

    await rename(folder, `${folder}.away`);
    expect(await refresh(id)).toMatchObject({ problem: 'There is no repository at this address.' });
    const told = (await events(id)).map(({ message }) => message);
    expect(told.slice(0, 3)).toEqual([
      'There is no repository at this address.',
      'The repository can be read again.',
      expect.stringMatching(/branch/),
    ]);
    await rm(`${folder}.away`, { recursive: true });
  });

  it('is read at a time of its own every 15 minutes, and less often while that fails', async () => {
    const { id, folder } = await connect('timed');
    const { db } = world.server.context;
    const ofThis = () => db.selectFrom('connectionStates').where('connectionId', '=', id);
    const minutesToNext = async () => {
      const { nextLookOn } = await ofThis().select('nextLookOn').executeTakeFirstOrThrow();
      return { at: nextLookOn.getTime() % 900_000, minutes: (nextLookOn.getTime() - Date.now()) / 60_000 };
    };
    const first = await minutesToNext();
    expect(first.minutes).toBeLessThanOrEqual(15);
    await refresh(id);
    expect((await minutesToNext()).at).toBe(first.at);

    await rename(folder, `${folder}.away`);
    await refresh(id);
    expect((await minutesToNext()).minutes).toBeLessThanOrEqual(15);
    const unknownSince = new Date(Date.now() - 86_400_000);
    await db.updateTable('connectionStates').set({ unknownSince }).where('connectionId', '=', id).execute();
    await refresh(id);
    const paused = await minutesToNext();
    expect(paused.at).toBe(first.at);
    expect(paused.minutes).toBeGreaterThan(44);
    expect(paused.minutes).toBeLessThanOrEqual(60);
    await rename(`${folder}.away`, folder);
    await refresh(id);
    expect((await minutesToNext()).minutes).toBeLessThanOrEqual(15);
  });
});
