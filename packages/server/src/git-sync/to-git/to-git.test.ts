import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { updateRole } from '@atrium/contract/accounts/roles';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { editFiles } from '@atrium/contract/configuration/edit';
import { push } from '@atrium/contract/configuration/push';
import { getAutomation, type ToGit, updateAutomation } from '@atrium/contract/connections/automation';
import { updateConnection } from '@atrium/contract/connections/connections';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  inGit,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import {
  ADD,
  adding,
  type ConnectedRepository,
  connectNew,
  lookAt,
  removeStarterTests,
  runConnectionJobs,
  TESTED_ADD,
} from '../../../test/connected-world.ts';
import { buildChild } from '../../../test/factories.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { GIT_USERNAME } from '../../../test/git-server.ts';
import { insertSubmission } from '../../configuration/submission/submission.repository.ts';
import type { Caller } from '../../http/caller.ts';

vi.setConfig({ testTimeout: 90_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await removeStarterTests(world);
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const OTHER = 'functions/sums/other.js';
const BASE = { ...TESTED_ADD, [OTHER]: adding(0) };

async function connect(toGit: ToGit = 'DIRECT', as?: Caller): Promise<ConnectedRepository> {
  const repository = await connectNew(world, { files: BASE, ...(as && { as }) });
  await choose(repository, toGit);
  await runConnectionJobs(world);
  return repository;
}

async function choose({ id }: ConnectedRepository, toGit: ToGit): Promise<void> {
  await world.server.call(updateAutomation, { params: { id }, body: { toGit } }, { as: world.caller });
}

/** A version of the person, as their program would make it. */
async function change(
  files: Record<string, string>,
  message = 'Change',
  as: Caller = world.caller,
): Promise<void> {
  const client = world.server.context.services.getClient(as);
  const folders = Object.entries(files).map(([path, content]) => {
    const { folderPath, name } = filePlaceOf(path);
    return { name: folderPath, files: [{ name, action: 'merge' as const, content }] };
  });
  const body = { baseVersion: await world.liveVersion(), message, folders };
  await client.call(SERVICE, importConfiguration, { body });
}

const look = (repository: ConnectedRepository) => lookAt(world, repository);

async function log({ folder }: ConnectedRepository, branch = 'main'): Promise<string[]> {
  const text = await execGit(folder, 'log', '--reverse', '--format=%an <%ae> %s', branch);
  return text.trim().split('\n');
}
const contentIn = ({ folder }: ConnectedRepository, path = ADD, branch = 'main') =>
  execGit(folder, 'show', `${branch}:${inGit(path)}`);
const stateOf = async (repository: ConnectedRepository) => {
  const { services, ...state } = await repository.refresh();
  return { ...state, service: services.find(({ serviceId }) => serviceId === SERVICE) };
};
const events = async (repository: ConnectedRepository) => (await repository.automation()).events;

test('each version is a commit with its author and message, in order, and only once', async () => {
  const repository = await connect();
  const before = await log(repository);
  const child = await buildChild(world.server.context, world.caller, ['configuration.write']);
  await change({ [ADD]: adding(2) }, 'Add two');
  await change({ [ADD]: adding(3) }, 'Add three\n\nBecause of sums.', child);
  await change({ [ADD]: adding(4) }, '');
  await look(repository);
  const made = (await log(repository)).slice(before.length);
  const version = await world.liveVersion();
  expect(made).toMatchObject([
    expect.stringMatching(/> Add two$/),
    expect.stringMatching(/> Add three$/),
    expect.stringMatching(new RegExp(`> .*version ${version}$`)),
  ]);
  const people = made.map((line) => line.split('>')[0]);
  expect(people[0]).toBe(people[2]);
  expect(people[1]).not.toBe(people[0]);
  expect(await contentIn(repository)).toBe(adding(4));
  expect((await stateOf(repository)).service).toMatchObject({ state: 'IN_SYNC', versions: [] });
  expect((await events(repository)).map(({ message }) => message).slice(0, 3)).toMatchObject([
    expect.stringMatching(new RegExp(`^Pushed version ${version} of .* to main at [0-9a-f]{10}: `)),
    expect.stringMatching(/: Add three$/),
    expect.stringMatching(/: Add two$/),
  ]);
  // The webhook of the own push, and whatever comes again.
  for (const _ of ['again', 'and again']) await look(repository);
  expect(await log(repository)).toHaveLength(before.length + 3);
  expect((await events(repository)).filter(({ message }) => message.startsWith('main moved'))).toEqual([]);
});

test('a change made in the console is pushed without a look at the branch', async () => {
  const repository = await connect();
  const live = await world.liveContent(ADD);
  expect(live).toBe(adding(1));
  const files = [{ ...filePlaceOf(ADD), content: adding(5), checksum: blobId(adding(1)) }];
  const params = { serviceId: SERVICE };
  await world.server.call(editFiles, { params, body: { files } }, { as: world.caller });
  await runConnectionJobs(world);
  expect(await contentIn(repository)).toBe(adding(5));
});

test('a conflict stops the service, is told once, and what a person merges is pushed', async () => {
  const repository = await connect();
  await commitFiles(repository.folder, { [inGit(ADD)]: adding("'git'") }, { message: 'In git' });
  await change({ [ADD]: adding("'here'") }, 'Here');
  const before = (await log(repository)).length;
  await look(repository);
  await look(repository);
  expect(await log(repository)).toHaveLength(before);
  const state = await stateOf(repository);
  expect(state.service).toMatchObject({ state: 'BOTH' });
  expect(state.refusals).toMatchObject([
    {
      serviceName: state.service?.serviceName,
      message: expect.stringContaining(`${ADD}. Pull and merge first`),
    },
  ]);
  const refused = (await events(repository)).filter(({ outcome }) => outcome === 'REFUSED');
  expect(refused).toMatchObject([{ detail: state.refusals[0]?.message }]);
  // A push by hand after the merge, here with the version of git.
  await change({ [ADD]: adding("'git'") }, 'Take git');
  await change({ [OTHER]: adding(9) }, 'Other');
  await look(repository);
  const messages = (await log(repository)).slice(before);
  expect(messages).toMatchObject([expect.stringMatching(/ Other$/)]);
  expect((await stateOf(repository)).refusals).toEqual([]);
});

test('changes of git to other files stay, and the version goes on top of them', async () => {
  const repository = await connect();
  const [removed, added] = ['functions/sums/removed.js', 'functions/sums/added.js'];
  await change({ [removed]: adding(0) }, 'Another file');
  await look(repository);
  await commitFiles(
    repository.folder,
    { [inGit(OTHER)]: adding("'git'"), [inGit(added)]: adding("'git'") },
    { message: 'In git', remove: [inGit(removed)] },
  );
  await change({ [ADD]: adding(80) }, 'Eighty');
  await change({ [ADD]: adding(81) }, 'Eighty-one');
  const before = (await log(repository)).length;
  await look(repository);
  const messages = (await log(repository)).slice(before);
  expect(messages).toMatchObject([expect.stringMatching(/ Eighty$/), expect.stringMatching(/ Eighty-one$/)]);
  expect(await contentIn(repository)).toBe(adding(81));
  for (const path of [OTHER, added]) expect(await contentIn(repository, path)).toBe(adding("'git'"));
  await expect(contentIn(repository, removed)).rejects.toThrow(/does not exist/);
  expect(await world.liveContent(OTHER)).toBe(adding(0));
  // Changes of git wait to be pulled.
  const behind = await stateOf(repository);
  expect(behind).toMatchObject({ refusals: [], service: { state: 'BEHIND', filesAhead: 0, filesBehind: 3 } });
  const { services } = await world.server.call(listConfiguredServices, {}, { as: world.caller });
  expect(services.find(({ serviceId }) => serviceId === SERVICE)).toMatchObject({ ahead: 0, behind: 3 });

  // The same file on both sides is a conflict, and is the only one that is named.
  await change({ [OTHER]: adding("'here'") }, 'Conflict');
  await look(repository);
  expect(await log(repository)).toHaveLength(before + 2);
  expect((await stateOf(repository)).refusals).toMatchObject([
    {
      message: `The remote has changed since the last pull: ${OTHER}. Pull and merge first, then push again.`,
    },
  ]);
  await world.changeLive({ [OTHER]: adding("'git'"), [added]: adding("'git'"), [removed]: null });
  await look(repository);
  expect(await log(repository)).toHaveLength(before + 2);
  expect(await stateOf(repository)).toMatchObject({ refusals: [], service: { state: 'IN_SYNC' } });
});

test('changes of different files on both sides go to git and go live, without a person', async () => {
  const repository = await connect();
  await repository.setOnPush('LIVE');
  await commitFiles(repository.folder, { [inGit(OTHER)]: adding(90) }, { message: 'In git' });
  await change({ [ADD]: adding(91) }, 'Here');
  await look(repository);
  expect(await contentIn(repository)).toBe(adding(91));
  expect(await world.liveContent(OTHER)).toBe(adding(90));
  const lines = await log(repository);
  await look(repository);
  expect(await log(repository)).toEqual(lines);
  expect(await stateOf(repository)).toMatchObject({ refusals: [], service: { state: 'IN_SYNC' } });
});

test('a push by hand and a connection that was chosen never are left alone', async () => {
  const repository = await connect('NEVER');
  await change({ [ADD]: adding(12) });
  await look(repository);
  expect(await contentIn(repository)).toBe(adding(1));
  const body = { connectionId: repository.id, services: [SERVICE], commitMessage: 'By hand' };
  await world.server.call(push, { body }, { as: world.caller });
  await choose(repository, 'DIRECT');
  const before = (await log(repository)).length;
  await look(repository);
  expect(await log(repository)).toHaveLength(before);
});

test('nothing is pushed while something is being submitted, or for a place that was not chosen', async () => {
  const repository = await connect();
  const { context } = world.server;
  const { domainId, userId } = world.caller;
  const id = randomUUID();
  await insertSubmission(context.db, {
    domainId,
    userId,
    impersonatorId: null,
    pageServiceId: null,
    requestId: null,
    permissions: null,
    startedOn: context.clock.now(),
    about: '',
    request: { id, uuid: randomUUID(), services: [], message: undefined, backupKey: id, tests: 'NONE' },
    requestHash: Buffer.from(''),
  });
  await change({ [ADD]: adding(20) }, 'Waits');
  await look(repository);
  expect(await contentIn(repository)).toBe(adding(1));
  await context.db.updateTable('submissions').set({ state: 'DONE' }).where('id', '=', id).execute();
  await context.gitSync.toGit.send({ domainId, connectionId: repository.id }, AbortSignal.timeout(60_000));
  expect(await contentIn(repository)).toBe(adding(20));

  await execGit(repository.folder, 'branch', 'release', 'main');
  const name = repository.folder.split('/').at(-1)?.replace('.git', '') ?? '';
  const body = { name, gitUrl: world.remote.url(name), username: GIT_USERNAME, defaultBranch: 'release' };
  await world.server.call(updateConnection, { params: { id: repository.id }, body }, { as: world.caller });
  // The new branch equals the live configuration, which becomes its base.
  await look(repository);
  await change({ [ADD]: adding(21) });
  await expect
    .poll(
      async () => {
        await look(repository);
        return (await stateOf(repository)).refusals;
      },
      { timeout: 30_000 },
    )
    .toMatchObject([{ serviceName: null, message: expect.stringContaining('Choose it again.') }]);
  expect(await repository.automation()).toMatchObject({ toGit: 'NEVER' });
  expect(await contentIn(repository, ADD, 'release')).toBe(adding(20));
  await choose(repository, 'DIRECT');
  await look(repository);
  expect(await contentIn(repository, ADD, 'release')).toBe(adding(21));
  expect(await contentIn(repository)).toBe(adding(20));
});

test('an owner who may no longer push stops it, and it is told once', async () => {
  const { context } = world.server;
  const child = await buildChild(context, world.caller, ['configuration.exchange', 'configuration.read']);
  const repository = await connect('DIRECT', child);
  const role = { label: 'Reader', permissions: ['configuration.read' as const] };
  const params = { name: child.roles[0] ?? '' };
  await world.server.call(updateRole, { params, body: role }, { as: world.caller });
  await change({ [ADD]: adding(30) });
  await look(repository);
  await look(repository);
  expect(await contentIn(repository)).toBe(adding(1));
  expect((await events(repository)).filter(({ outcome }) => outcome === 'REFUSED')).toMatchObject([
    {
      message: 'Changes made here could not be pushed.',
      detail: expect.stringMatching(/^The person who connected the repository no longer has the permission/),
    },
  ]);
});

test('a host that is away is caught up when it is back', async () => {
  const repository = await connect();
  await rename(repository.folder, `${repository.folder}.away`);
  await change({ [ADD]: adding(40) }, 'Forty');
  await look(repository);
  await rename(`${repository.folder}.away`, repository.folder);
  await look(repository);
  expect(await contentIn(repository)).toBe(adding(40));
  expect((await log(repository)).filter((line) => line.endsWith(' Forty'))).toHaveLength(1);
});

test('a version that is in git already, because its process was killed, is recorded without a commit', async () => {
  const repository = await connect();
  await change({ [ADD]: adding(50) }, 'Fifty');
  // The commit of the killed process; its exchange was not recorded.
  await commitFiles(repository.folder, { [inGit(ADD)]: adding(50) }, { message: 'Fifty' });
  await change({ [ADD]: adding(51) }, 'Fifty-one');
  const before = (await log(repository)).length;
  await look(repository);
  expect((await log(repository)).slice(before)).toMatchObject([expect.stringMatching(/ Fifty-one$/)]);
  await look(repository);
  expect(await log(repository)).toHaveLength(before + 1);
});

test('a push of a person while versions are pushed: nothing is lost, nothing twice', async () => {
  const repository = await connect();
  await change({ [ADD]: adding(60) }, 'Sixty');
  await change({ [ADD]: adding(61) }, 'Sixty-one');
  const { domainId } = world.caller;
  const key = { domainId, connectionId: repository.id };
  const { toGit } = world.server.context.gitSync;
  await Promise.all([
    toGit.send(key, AbortSignal.timeout(60_000)),
    toGit.send(key, AbortSignal.timeout(60_000)),
    commitFiles(repository.folder, { 'README.md': 'At the same time' }, { message: 'Explain' }),
    look(repository),
  ]);
  await look(repository);
  const lines = await log(repository);
  for (const message of ['Sixty', 'Sixty-one'])
    expect(lines.filter((line) => line.endsWith(` ${message}`))).toHaveLength(1);
  expect(await contentIn(repository)).toBe(adding(61));
});

test('a change that is taken back before anyone looked at the push is pushed, too', async () => {
  const repository = await connect();
  const { domainId } = world.caller;
  const { states, toGit } = world.server.context.gitSync;
  const send = () => toGit.send({ domainId, connectionId: repository.id }, AbortSignal.timeout(60_000));
  await change({ [ADD]: adding(70) }, 'Seventy');
  await send();
  expect(await contentIn(repository)).toBe(adding(70));
  await change({ [ADD]: adding(1) }, 'Back');
  // The branch as it was last seen has the same files: they are no longer its newest ones.
  await states.compare(domainId);
  await send();
  expect(await contentIn(repository)).toBe(adding(1));
  await look(repository);
  expect((await stateOf(repository)).service).toMatchObject({ state: 'IN_SYNC' });
});

test('merge requests are refused by name where none can be opened', async () => {
  const repository = await connect('NEVER');
  const params = { id: repository.id };
  const set = (body: object) => world.server.call(updateAutomation, { params, body }, { as: world.caller });
  await expect(set({ toGit: 'REQUEST' })).rejects.toThrow(/Choose the git host under .* first/);
  await set({ toGit: 'REQUEST', reportTo: 'GITLAB' });
  await expect(set({ reportTo: null })).rejects.toThrow(/Merge requests of changes made here/);
  await set({ reportTo: null, toGit: 'DIRECT' });
  const found = await world.server.call(getAutomation, { params }, { as: world.caller });
  expect(found).toMatchObject({ toGit: 'DIRECT', reportTo: null });
});
