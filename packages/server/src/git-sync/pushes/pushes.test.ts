import { searchLog } from '@atrium/contract/audit/log';
import { getPull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { updateConnection } from '@atrium/contract/connections/connections';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  allInGit,
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import {
  ADD,
  adding,
  type ConnectedRepository,
  connectNew,
  connectRepository,
  lookAt,
  runConnectionJobs,
  TESTED_ADD,
} from '../../../test/connected-world.ts';
import { buildChild } from '../../../test/factories.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { GIT_USERNAME } from '../../../test/git-server.ts';

vi.setConfig({ testTimeout: 90_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const connect = (more: Record<string, string> = {}) =>
  connectNew(world, { files: { ...TESTED_ADD, ...more } });

/** Commits, looks, and runs due jobs. Returns the event of the commit. */
async function pushTo(repository: ConnectedRepository, files: Record<string, string>, message = 'Change') {
  const commitSha = await commitFiles(repository.folder, allInGit(files), { message });
  await lookAt(world, repository);
  const { events } = await repository.automation();
  return events.find((event) => event.commitSha === commitSha);
}

test('a push that is to do nothing is only told', async () => {
  const repository = await connect();
  expect(await pushTo(repository, { [ADD]: adding(2) }, 'Add two')).toMatchObject({
    message: expect.stringMatching(/^main moved to [0-9a-f]{10}: Add two$/),
    detail: null,
    outcome: 'NONE',
    pullId: null,
  });
});

test('a push is prepared as a pull: what only git changed is taken, what merges is merged, the rest is to be decided', async () => {
  const lines = 'one\ntwo\nthree\nfour\nfive\n';
  const repository = await connect({ 'functions/sums/a.js': lines, 'functions/sums/b.js': lines });
  await repository.setOnPush('PREPARE');
  await world.changeLive({
    'functions/sums/a.js': lines.replace('one', 'ONE'),
    'functions/sums/b.js': lines.replace('one', 'ONE'),
  });
  const before = await world.liveVersion();
  const pushed = await pushTo(repository, {
    [ADD]: adding(2),
    'functions/sums/a.js': lines.replace('five', 'FIVE'),
    'functions/sums/b.js': lines.replace('one', 'Uno'),
  });
  expect(pushed).toMatchObject({
    outcome: 'PREPARED',
    detail: 'Waits to be reviewed: 1 file from git, 1 merged, 1 to decide.',
    isOpen: false,
  });
  const uuid = pushed?.pullId ?? '';
  const pulled = await world.server.call(getPull, { params: { uuid }, query: {} }, { as: world.caller });
  expect(pulled).toMatchObject({ branch: 'main', commitSha: pushed?.commitSha });
  expect(await world.liveVersion()).toBe(before);
  // Of two pushes in a row the last one waits.
  const second = await pushTo(repository, { [ADD]: adding(3) });
  expect(second).toMatchObject({ outcome: 'PREPARED' });
  const { events } = await repository.automation();
  expect(events.filter(({ pullId }) => pullId !== null)).toHaveLength(1);
});

test('a push goes live if all tests pass with it, once, with author, commit and log', async () => {
  const repository = await connect();
  await repository.setOnPush('LIVE');
  const before = await world.liveVersion();
  const pushed = await pushTo(repository, { [ADD]: adding(5) });
  expect(pushed).toMatchObject({ outcome: 'LIVE', detail: 'All tests pass, and it is live.', isOpen: false });
  expect(await world.liveContent(ADD)).toBe(adding(5));
  expect(await world.liveVersion()).toBe(before + 1);
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.import' };
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  expect(JSON.stringify(logs[0])).toContain(pushed?.commitSha);
  // Whatever comes again changes nothing.
  await lookAt(world, repository);
  expect(await world.liveVersion()).toBe(before + 1);
  const { services } = await repository.refresh();
  expect(services.find(({ serviceId }) => serviceId === SERVICE)).toMatchObject({ state: 'IN_SYNC' });
});

test('a push whose service is away while it is submitted waits for it, and goes live then', async () => {
  const repository = await connect();
  await repository.setOnPush('LIVE');
  const { context } = world.server;
  const { jobs, gitSync, testRuns, services, db } = context;
  const before = await world.liveVersion();
  const commitSha = await commitFiles(repository.folder, allInGit({ [ADD]: adding(9) }));
  const eventOf = async () =>
    (await repository.automation()).events.find((event) => event.commitSha === commitSha);
  await repository.refresh();
  await jobs.runDue(gitSync.jobs);
  await jobs.runDue(testRuns.jobs);
  const address = services.ownProcess;
  services.expectOwnProcess('http://127.0.0.1:9');
  await jobs.runDue(gitSync.jobs);
  expect(await eventOf()).toMatchObject({ isOpen: true, detail: 'It is being submitted.' });
  services.expectOwnProcess(address);
  // The timetable goes on with both a minute later.
  const touchedOn = new Date(context.clock.now().getTime() - 120_000);
  await db.updateTable('submissions').set({ touchedOn }).where('state', '=', 'RUNNING').execute();
  const key = { domainId: world.caller.domainId, id: (await eventOf())?.id ?? '' };
  await gitSync.pushes.take(key, AbortSignal.timeout(60_000));
  expect(await eventOf()).toMatchObject({ outcome: 'LIVE' });
  expect(await world.liveContent(ADD)).toBe(adding(9));
  expect(await world.liveVersion()).toBe(before + 1);
});

test('a push that is seen while the services are away goes live when they are back', async () => {
  const repository = await connect();
  await repository.setOnPush('LIVE');
  const { gitSync, services } = world.server.context;
  const commitSha = await commitFiles(repository.folder, allInGit({ [ADD]: adding(10) }));
  const eventOf = async () =>
    (await repository.automation()).events.find((event) => event.commitSha === commitSha);
  const address = services.ownProcess;
  services.expectOwnProcess('http://127.0.0.1:9');
  await lookAt(world, repository);
  expect(await eventOf()).toMatchObject({ isOpen: true });
  services.expectOwnProcess(address);
  const key = { domainId: world.caller.domainId, id: (await eventOf())?.id ?? '' };
  await gitSync.pushes.take(key, AbortSignal.timeout(60_000));
  await runConnectionJobs(world);
  expect(await eventOf()).toMatchObject({ outcome: 'LIVE' });
});

test('a push that is to be tested waits with its result', async () => {
  const repository = await connect();
  await repository.setOnPush('TEST');
  expect(await pushTo(repository, { [ADD]: adding(6) })).toMatchObject({
    outcome: 'TESTED',
    detail: 'All tests pass with it. It waits to be reviewed.',
    pullId: expect.any(String),
    runId: expect.any(String),
  });
  expect(await pushTo(repository, { [ADD]: adding(-6) })).toMatchObject({
    outcome: 'PREPARED',
    detail: 'Waits to be reviewed. 1 test fails.',
  });
  expect(await world.liveContent(ADD)).toBe(adding(1));
});

test.each([
  ['a test fails', { [ADD]: adding(-1) }, {}, /1 test fails/],
  ['it would discard what was made here', { [ADD]: adding(7) }, { [ADD]: adding(8) }, /person has to decide/],
  [
    'something here is not in git',
    { [ADD]: adding(7) },
    { 'functions/sums/here.js': '1;\n' },
    /Functions has changes that are not in git/,
  ],
  [
    'a function reaches a new host',
    { 'functions/sums/add.meta.js': "export default { fetch: ['api.stripe.com'] };\n" },
    {},
    /sums\/add reaches a new host: api\.stripe\.com/,
  ],
  [
    'a function gets an address',
    { 'functions/sums/add.meta.js': "export default { http: { path: '/add', access: 'public' } };\n" },
    {},
    /sums\/add gets the address \/add/,
  ],
  [
    'a function gets a schedule',
    { 'functions/sums/add.meta.js': "export default { schedule: [{ cron: '0 7 * * *' }] };\n" },
    {},
    /sums\/add runs at 7:00/,
  ],
  [
    'a secret has no value',
    { 'functions/sums/add.meta.js': "export default { secrets: ['STRIPE_KEY'] };\n" },
    {},
    /needs the secret STRIPE_KEY, which has no value/,
  ],
])('a push is prepared instead of going live when %s', async (_, pushed, here, reason) => {
  const repository = await connect({ 'functions/sums/here.js': '0;\n' });
  await repository.setOnPush('LIVE');
  await world.changeLive(here);
  const before = await world.liveVersion();
  const event = await pushTo(repository, pushed);
  expect(event).toMatchObject({ outcome: 'PREPARED', detail: expect.stringMatching(reason) });
  expect(await world.liveVersion()).toBe(before);
});

test('a push from here while the branch moves, and two pushes in a row: nothing is lost, nothing twice', async () => {
  const repository = await connect({ 'functions/sums/other.js': '0;\n' });
  await repository.setOnPush('LIVE');
  // Two commits before anyone looks.
  await commitFiles(repository.folder, allInGit({ [ADD]: adding(10) }));
  const second = await commitFiles(repository.folder, allInGit({ 'functions/sums/other.js': '1;\n' }));
  await Promise.all([repository.refresh(), repository.refresh()]);
  // A third while the second is being tested.
  await world.server.context.jobs.runDue(world.server.context.gitSync.jobs);
  const third = await commitFiles(repository.folder, allInGit({ [ADD]: adding(11) }));
  await lookAt(world, repository);
  const { events } = await repository.automation();
  expect(events.find(({ commitSha }) => commitSha === second)).toMatchObject({
    outcome: 'REPLACED',
    isOpen: false,
  });
  const open = events.filter(({ isOpen }) => isOpen);
  // It waits for the run of the second one.
  if (open.length > 0) {
    await world.server.context.gitSync.pushes.take(
      { domainId: world.caller.domainId, id: open[0]?.id ?? '' },
      AbortSignal.timeout(60_000),
    );
    await runConnectionJobs(world);
  }
  const after = await repository.automation();
  expect(after.events.find(({ commitSha }) => commitSha === third)).toMatchObject({ outcome: 'LIVE' });
  expect(await world.liveContent(ADD)).toBe(adding(11));
  expect(await world.liveContent('functions/sums/other.js')).toBe('1;\n');

  await world.changeLive({ [ADD]: adding(12) });
  const body = { connectionId: repository.id, services: [SERVICE] };
  const [pushed] = await Promise.all([
    world.server.call(push, { body }, { as: world.caller }),
    repository.refresh(),
  ]);
  expect(pushed.push).toMatchObject([{ status: 'OK' }]);
  await runConnectionJobs(world);
  expect(await world.liveContent(ADD)).toBe(adding(12));
  expect((await repository.refresh()).services.find(({ serviceId }) => serviceId === SERVICE)).toMatchObject({
    state: 'IN_SYNC',
  });
});

test('what a push does was chosen for one repository: another one has to be chosen for again', async () => {
  const repository = await connect();
  await repository.setOnPush('LIVE');
  await execGit(repository.folder, 'branch', 'release', 'main');
  const { server, caller, remote } = world;
  const name = repository.folder.split('/').at(-1)?.replace('.git', '') ?? '';
  const body = { name, gitUrl: remote.url(name), username: GIT_USERNAME, defaultBranch: 'release' };
  await server.call(updateConnection, { params: { id: repository.id }, body }, { as: caller });
  await repository.refresh();
  const commitSha = await commitFiles(repository.folder, allInGit({ [ADD]: adding(20) }), {
    branch: 'release',
  });
  await lookAt(world, repository);
  const { events } = await repository.automation();
  expect(events.find((event) => event.commitSha === commitSha)).toMatchObject({
    outcome: 'PREPARED',
    detail: expect.stringContaining('Choose it again.'),
  });
});

test('the owner of a connection who may no longer submit is refused, and it is told', async () => {
  const { server, caller } = world;
  const child = await buildChild(server.context, caller, ['configuration.exchange', 'configuration.read']);
  const repository = await connectRepository(world, 'child', { files: TESTED_ADD, as: child });
  await repository.setOnPush('LIVE');
  expect(await pushTo(repository, { [ADD]: adding(30) })).toMatchObject({
    outcome: 'REFUSED',
    detail:
      'The person who connected the repository no longer has the permission "Change configuration", "Run tests".',
  });
  expect(await world.liveContent(ADD)).toBe(adding(1));
});
