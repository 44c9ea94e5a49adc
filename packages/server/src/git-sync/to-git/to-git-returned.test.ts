import { pull } from '@atrium/contract/configuration/pull';
import { getSubmission, submitPull } from '@atrium/contract/configuration/submission';
import { updateAutomation } from '@atrium/contract/connections/automation';
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
  removeStarterTests,
  runConnectionJobs,
  TESTED_ADD,
} from '../../../test/connected-world.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { executeRun } from '../../../test/submitted-both.ts';

vi.setConfig({ testTimeout: 90_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await removeStarterTests(world);
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const OTHER = 'functions/sums/other.js';
const BASE = { ...TESTED_ADD, [OTHER]: adding(0) };

async function connect(): Promise<ConnectedRepository> {
  const repository = await connectNew(world, { files: BASE });
  const params = { id: repository.id };
  await world.server.call(updateAutomation, { params, body: { toGit: 'DIRECT' } }, { as: world.caller });
  await runConnectionJobs(world);
  return repository;
}

/** Submits changes of git, with other contents for merged files, to be returned if a test fails. */
async function submit({ id: connectionId }: ConnectedRepository, merged?: number): Promise<string> {
  const { server, caller } = world;
  const { random } = server.context;
  const { uuid } = await server.call(pull, { body: { connectionId } }, { as: caller });
  const add =
    merged === undefined
      ? { action: 'remote' as const }
      : { action: 'merge' as const, content: adding(merged) };
  const files = [
    { name: 'add.js', ...add },
    { name: 'other.js', action: 'remote' as const },
  ];
  const folders = [{ name: 'functions/sums', files }];
  const services = [{ serviceId: SERVICE, baseVersion: await world.liveVersion(), folders }];
  const body = { id: random.id(), uuid, backupKey: random.id(), services, tests: 'RETURN' as const };
  const { services: outcomes, tests } = await server.call(submitPull, { body }, { as: caller });
  expect([outcomes.map(({ error }) => error), tests]).toEqual([[null], 'STARTED']);
  return body.id;
}

/** The job of the connection, as after its pause. */
async function send({ id: connectionId }: ConnectedRepository): Promise<void> {
  const key = { domainId: world.caller.domainId, connectionId };
  await world.server.context.gitSync.toGit.send(key, AbortSignal.timeout(60_000));
}

const testsOf = async (id: string) =>
  (await world.server.call(getSubmission, { params: { id } }, { as: world.caller })).tests;
const log = async ({ folder }: ConnectedRepository) =>
  (await execGit(folder, 'log', '--format=%s', 'main')).trim().split('\n');
const contentIn = ({ folder }: ConnectedRepository, path: string) =>
  execGit(folder, 'show', `main:${inGit(path)}`);
const stateIn = async (repository: ConnectedRepository) =>
  (await repository.refresh()).services.find(({ serviceId }) => serviceId === SERVICE)?.state;

/** Pushes as a colleague does. */
const commit = ({ folder }: ConnectedRepository, value: number) =>
  commitFiles(folder, { [inGit(ADD)]: adding(value), [inGit(OTHER)]: adding(7) }, { message: 'In git' });

test('a submit that tests may return is pushed once they have passed', async () => {
  const repository = await connect();
  await commit(repository, 5);
  const id = await submit(repository, 6);
  await send(repository);
  expect((await log(repository))[0]).toBe('In git');
  await executeRun(world);
  expect(await testsOf(id)).toBe('KEPT');
  await send(repository);
  expect(await contentIn(repository, ADD)).toBe(adding(6));
  expect(await stateIn(repository)).toBe('IN_SYNC');
});

test('a submit that tests returned leaves git as it is, and later versions are pushed', async () => {
  const repository = await connect();
  await commit(repository, -5);
  const before = await log(repository);
  const id = await submit(repository);
  await send(repository);
  await executeRun(world);
  expect(await testsOf(id)).toBe('RETURNED');
  expect(await world.liveContent(ADD)).toBe(adding(1));
  await send(repository);
  expect(await log(repository)).toEqual(before);
  expect(await stateIn(repository)).toBe('BEHIND');
  const later = 'functions/sums/later.js';
  await world.changeLive({ [later]: adding(3) });
  await send(repository);
  expect(await log(repository)).toHaveLength(before.length + 1);
  expect(await contentIn(repository, later)).toBe(adding(3));
  expect(await contentIn(repository, ADD)).toBe(adding(-5));
});

test('a run whose end is lost is not waited for longer than a run takes', async () => {
  const repository = await connect();
  await commit(repository, 5);
  const id = await submit(repository, 6);
  const { db, clock } = world.server.context;
  const testedOn = new Date(clock.now().getTime() - 4 * 3_600_000);
  await db.updateTable('submissions').set({ testedOn }).where('id', '=', id).execute();
  await send(repository);
  expect(await contentIn(repository, ADD)).toBe(adding(6));
});
