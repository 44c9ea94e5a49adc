import { push } from '@atrium/contract/configuration/push';
import { updateAutomation } from '@atrium/contract/connections/automation';
import { listConnectionStates } from '@atrium/contract/connections/git-state';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
  runConnectionJobs,
} from '../../../test/connected-world.ts';
import { buildGitHostApi } from '../../../test/git-host-api.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';

vi.setConfig({ testTimeout: 120_000 });

const api = buildGitHostApi('GITLAB');
let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept: api.intercept });
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  api.requests.length = 0;
  api.refusal = undefined;
});

const OTHER = 'functions/sums/other.js';

async function connect(): Promise<ConnectedRepository> {
  const files = { [ADD]: adding(1), [OTHER]: adding(0) };
  const repository = await connectNew(world, { files });
  const body = { toGit: 'REQUEST' as const, reportTo: 'GITLAB' as const };
  await world.server.call(updateAutomation, { params: { id: repository.id }, body }, { as: world.caller });
  await runConnectionJobs(world);
  return repository;
}

const look = (repository: ConnectedRepository) => lookAt(world, repository);

async function changeTo(repository: ConnectedRepository, value: number, path = ADD): Promise<void> {
  await world.changeLive({ [path]: adding(value) });
  await look(repository);
}

const git = async ({ folder }: ConnectedRepository, ...args: string[]) =>
  (await execGit(folder, ...args)).trim();
const count = async (repository: ConnectedRepository, range: string) =>
  Number(await git(repository, 'rev-list', '--count', range));
const contentIn = async (repository: ConnectedRepository, branch: string, path = ADD) =>
  `${await git(repository, 'show', `${branch}:${inGit(path)}`)}\n`;

/** Merges a request like the button at the git host. */
async function merge(repository: ConnectedRepository, branch: string, isSquash = false): Promise<void> {
  const tree = await git(repository, 'merge-tree', '--write-tree', 'main', branch);
  const parents = isSquash ? ['-p', 'main'] : ['-p', 'main', '-p', branch];
  const commit = await git(repository, 'commit-tree', tree, ...parents, '-m', 'Merge');
  await git(repository, 'update-ref', 'refs/heads/main', commit);
  const [first] = api.requests.splice(0);
  expect(first).toMatchObject({ from: branch, into: 'main' });
}

const requestOf = async (repository: ConnectedRepository) => {
  const { connections } = await world.server.call(listConnectionStates, {}, { as: world.caller });
  const found = connections.find(({ connectionId }) => connectionId === repository.id);
  return found && { request: found.request, refusals: found.refusals };
};
const isInSync = async (repository: ConnectedRepository) =>
  (await repository.refresh()).services.find(({ serviceId }) => serviceId === SERVICE)?.state === 'IN_SYNC';

test('a change opens one request, the next version is added to it, and a merge ends it', async () => {
  const repository = await connect();
  await changeTo(repository, 2);
  expect(api.requests).toEqual([{ from: 'atrium/main', into: 'main', isOfFork: false }]);
  expect(await contentIn(repository, 'main')).toBe(adding(1));
  expect(await contentIn(repository, 'atrium/main')).toBe(adding(2));
  expect(await requestOf(repository)).toMatchObject({
    request: { number: 7, url: expect.stringContaining('/requests/7') },
    refusals: [],
  });
  const { events } = await repository.automation();
  expect(events.find(({ requestUrl }) => requestUrl !== null)).toMatchObject({
    message: 'Request 7 from atrium/main is open.',
    requestUrl: expect.stringContaining('/requests/7'),
  });
  await changeTo(repository, 3);
  await look(repository);
  expect(api.requests).toHaveLength(1);
  expect(await count(repository, 'main..atrium/main')).toBe(2);
  expect(await contentIn(repository, 'atrium/main')).toBe(adding(3));

  await merge(repository, 'atrium/main');
  await look(repository);
  await look(repository);
  expect(await isInSync(repository)).toBe(true);
  expect(await requestOf(repository)).toMatchObject({ request: null });
  expect(api.requests).toEqual([]);

  // The branch is still there: it goes on from the head of main.
  await commitFiles(repository.folder, { 'README.md': 'Other' });
  await changeTo(repository, 4);
  expect(api.requests).toEqual([{ from: 'atrium/main', into: 'main', isOfFork: false }]);
  expect(await count(repository, 'main..atrium/main')).toBe(1);
  expect(await git(repository, 'show', 'atrium/main:README.md')).toBe('Other');
});

test('after a squash merge the next change starts from the head of main, whether or not the branch was deleted', async () => {
  const repository = await connect();
  await changeTo(repository, 10);
  await changeTo(repository, 11);
  await merge(repository, 'atrium/main', true);
  await look(repository);
  expect(await isInSync(repository)).toBe(true);
  await changeTo(repository, 12);
  expect(api.requests).toEqual([{ from: 'atrium/main-2', into: 'main', isOfFork: false }]);
  expect(await count(repository, 'main..atrium/main-2')).toBe(1);
  await merge(repository, 'atrium/main-2', true);
  for (const branch of ['atrium/main', 'atrium/main-2']) await git(repository, 'branch', '-D', branch);
  // Nobody has looked at main since.
  await changeTo(repository, 13);
  expect(api.requests).toEqual([{ from: 'atrium/main', into: 'main', isOfFork: false }]);
  expect(await count(repository, 'main..atrium/main')).toBe(1);
  expect(await contentIn(repository, 'atrium/main')).toBe(adding(13));
  expect((await requestOf(repository))?.refusals).toEqual([]);
});

test('a version made while the request was squash-merged with others’ changes is not lost', async () => {
  const repository = await connect();
  await changeTo(repository, 20);
  await world.changeLive({ [ADD]: adding(21) });
  await merge(repository, 'atrium/main', true);
  await look(repository);
  expect(api.requests).toEqual([{ from: 'atrium/main-2', into: 'main', isOfFork: false }]);
  expect(await contentIn(repository, 'atrium/main-2')).toBe(adding(21));
  expect(await count(repository, 'main..atrium/main-2')).toBe(1);
});

test('a branch of someone else with that name is left alone', async () => {
  const repository = await connect();
  await git(repository, 'branch', 'atrium/main', 'main');
  await commitFiles(repository.folder, { 'README.md': 'Mine' }, { branch: 'atrium/main' });
  const head = await git(repository, 'rev-parse', 'atrium/main');
  await changeTo(repository, 30);
  expect(await git(repository, 'rev-parse', 'atrium/main')).toBe(head);
  expect(api.requests).toEqual([{ from: 'atrium/main-2', into: 'main', isOfFork: false }]);
});

test('a branch in the way of the name is named', async () => {
  const repository = await connect();
  await git(repository, 'branch', 'atrium', 'main');
  await changeTo(repository, 35);
  expect((await requestOf(repository))?.refusals).toMatchObject([
    { message: expect.stringMatching(/^The repository has a branch "atrium".* Rename or delete it in git/) },
  ]);
});

test('a request that cannot be opened is told once, and opened later', async () => {
  const repository = await connect();
  api.refusal = { status: 403 };
  await changeTo(repository, 40);
  await look(repository);
  expect((await requestOf(repository))?.refusals).toMatchObject([
    {
      serviceName: null,
      message: expect.stringMatching(/^The branch "atrium\/main" is pushed, but .* The token may not/),
    },
  ]);
  const { events } = await repository.automation();
  expect(events.filter(({ outcome }) => outcome === 'REFUSED')).toHaveLength(1);
  api.refusal = undefined;
  await look(repository);
  expect(await requestOf(repository)).toMatchObject({ request: { number: 7 }, refusals: [] });
  expect(await count(repository, 'main..atrium/main')).toBe(1);
});

test('a change on the request branch by a reviewer is a conflict', async () => {
  const repository = await connect();
  await changeTo(repository, 50);
  await commitFiles(repository.folder, { [inGit(ADD)]: adding(51) }, { branch: 'atrium/main' });
  await changeTo(repository, 52);
  expect(await contentIn(repository, 'atrium/main')).toBe(adding(51));
  expect((await requestOf(repository))?.refusals).toMatchObject([{ message: expect.stringContaining(ADD) }]);
  await changeTo(repository, 53, OTHER);
  expect((await repository.automation()).events.filter(({ outcome }) => outcome === 'REFUSED')).toHaveLength(
    1,
  );
});

describe('another service on a request branch that is open', () => {
  const CONTENT = 'content';
  const [TEAS, CUPS] = ['functions/own/teas.js', 'functions/own/cups.js'];
  const listing = (name: string) => `export default [{ id: '${name}' }];\n`;
  const change = async (repository: ConnectedRepository, files: Record<string, string>) => {
    await world.changeLive(files, CONTENT);
    await look(repository);
  };
  const commit = ({ folder }: ConnectedRepository, path: string, content: string) =>
    commitFiles(folder, { [`${CONTENT}/${path}`]: content }, { message: 'In git' });
  const onBranch = async (repository: ConnectedRepository, path: string) =>
    `${await git(repository, 'show', `atrium/main:${CONTENT}/${path}`)}\n`;

  async function connectBoth(): Promise<ConnectedRepository> {
    const repository = await connect();
    await world.changeLive({ [TEAS]: listing('black'), [CUPS]: listing('blue') }, CONTENT);
    const body = { connectionId: repository.id, services: [CONTENT] };
    await world.server.call(push, { body }, { as: world.caller });
    return repository;
  }

  test('keeps what git changed before the branch began', async () => {
    const repository = await connectBoth();
    await commit(repository, TEAS, listing('green'));
    await changeTo(repository, 60);
    await change(repository, { [CUPS]: listing('red') });
    expect(await onBranch(repository, CUPS)).toBe(listing('red'));
    expect(await onBranch(repository, TEAS)).toBe(listing('green'));
    const changed = await git(repository, 'diff', '--name-only', 'main', 'atrium/main');
    expect(changed.split('\n').toSorted()).toEqual([`${CONTENT}/${CUPS}`, inGit(ADD)].toSorted());
  });

  test('takes changes after a later exchange with its target', async () => {
    const repository = await connectBoth();
    await changeTo(repository, 61);
    await commit(repository, TEAS, listing('white'));
    await change(repository, { [TEAS]: listing('white') });
    await change(repository, { [CUPS]: listing('grey') });
    expect(await onBranch(repository, CUPS)).toBe(listing('grey'));
    await change(repository, { [TEAS]: listing('oolong') });
    expect(await onBranch(repository, TEAS)).toBe(listing('oolong'));
    expect((await requestOf(repository))?.refusals).toEqual([]);
  });
});
