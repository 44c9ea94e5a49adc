import {
  type ChangeSearch,
  cancelChangeSearch,
  findChange,
  getChangeSearch,
  MAX_RUNNING_SEARCHES,
} from '@atrium/contract/test-runs/change-search';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { setTheStage } from '../../../test/test-run-stage.ts';
import type { Caller } from '../../http/caller.ts';
import { changeSearchJob } from './change-search.job.ts';
import { executeSearch } from './execute-search.ts';

vi.setConfig({ testTimeout: 60_000 });

const ID = `${SERVICE}/tests/found/adds`;

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await world.changeLive({
    'functions/add.js': 'export default ({ a, b }) => a + b;\n',
    'tests/found/adds.js':
      "export default async ({ call, expect }) => { expect(await call('add', { a: 1, b: 2 })).to.equal(3); };\n",
    'tests/found/flickers.js': 'export default () => { if (Math.random() < 0.5) throw new Error("no"); };\n',
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const runDue = () => world.server.context.jobs.runDue(world.server.context.testRuns.jobs);

async function run(id = ID): Promise<string> {
  const body = { servicesTests: [{ serviceId: SERVICE, tests: [{ id }] }] };
  const { runId } = await world.server.call(runTests, { body }, { as: world.caller });
  await runDue();
  return runId;
}

const start = (runId: string, as: Caller = world.caller, id = ID) =>
  world.server.request(findChange, { params: { runId }, body: { id } }, { as });
const find = (runId: string, id = ID): Promise<ChangeSearch | undefined> =>
  world.server.call(getChangeSearch, { params: { runId }, query: { id } }, { as: world.caller });

/** The test passes, then versions are made of which one breaks it, then it fails. */
async function breakIt(): Promise<{ runId: string; broken: number }> {
  await run();
  for (let round = 0; round < 5; round += 1)
    await world.changeLive({ 'functions/other.js': `// ${round}\n` });
  await world.changeLive({ 'functions/add.js': 'export default ({ a, b }) => a - b;\n' });
  const broken = await world.liveVersion();
  for (let round = 5; round < 8; round += 1)
    await world.changeLive({ 'functions/other.js': `// ${round}\n` });
  return { runId: await run(), broken };
}

const mend = () => world.changeLive({ 'functions/add.js': 'export default ({ a, b }) => a + b;\n' });

test('finds the version that broke a test, without touching what is live', async () => {
  const { runId, broken } = await breakIt();
  const live = await world.liveVersion();
  expect(await find(runId)).toBeUndefined();
  const started = (await start(runId)).json();
  expect(started).toMatchObject({ status: 'RUNNING', versions: 9, left: 9, runs: 0, maxRuns: 12 });
  // Asked again while it runs, it is the same search.
  expect((await start(runId)).json()).toMatchObject({ startedAt: started.startedAt });
  await runDue();
  const found = await find(runId);
  expect(found).toMatchObject({
    status: 'FOUND',
    found: { serviceId: SERVICE, version: broken, before: broken - 1, ranBefore: true, isConfirmed: true },
  });
  expect(found?.runs).toBeLessThanOrEqual(12);
  expect(await world.liveVersion()).toBe(live);
  await mend();
});

test('finds a version of another service that the test reaches', async () => {
  const id = `${SERVICE}/tests/found/colours`;
  const colours = (names: string) =>
    world.changeLive({ 'collections/colours.js': `export default [${names}];\n` }, 'content');
  await world.changeLive(
    {
      'collections/colours.meta.js': 'export default { schema: true };\n',
      'collections/colours.js': "export default [{ id: 'red' }, { id: 'blue' }];\n",
    },
    'content',
  );
  await world.changeLive({
    'tests/found/colours.js':
      "export default async ({ content, expect }) => { expect((await content.find('colours')).totalElements).to.be.above(1); };\n",
  });
  await run(id);
  await colours("{ id: 'red' }, { id: 'green' }");
  await world.changeLive({ 'functions/other.js': '// harmless\n' });
  await colours("{ id: 'red' }");
  const broken = await world.liveVersion('content');
  await world.changeLive({ 'functions/other.js': '// harmless, too\n' });
  const runId = await run(id);
  expect((await start(runId, world.caller, id)).json()).toMatchObject({ status: 'RUNNING', versions: 4 });
  await runDue();
  expect(await find(runId, id)).toMatchObject({
    status: 'FOUND',
    found: { serviceId: 'content', version: broken, before: broken - 1, isConfirmed: true },
  });
});

test('goes on with what was tried when its process was killed', async () => {
  const { runId, broken } = await breakIt();
  await start(runId);
  const { context } = world.server;
  const { id } = await context.db
    .selectFrom('changeSearches')
    .select('id')
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  const killed = new AbortController();
  const parts = { ...context, findActor: () => Promise.resolve(world.caller) };
  // It dies when it asks for the next run: what was tried before is kept.
  let runs = 0;
  const dying = {
    ...parts,
    findActor: () => {
      runs += 1;
      if (runs > 3) killed.abort(new Error('killed'));
      return Promise.resolve(world.caller);
    },
  };
  await expect(executeSearch(dying, id, killed.signal)).rejects.toThrow('killed');
  expect(await find(runId)).toMatchObject({ status: 'RUNNING', runs: 3 });
  await runDue();
  expect(await find(runId)).toMatchObject({ status: 'FOUND', found: { version: broken } });
  await mend();
});

test('is canceled, and can be started again', async () => {
  const { runId } = await breakIt();
  await start(runId);
  const request = { params: { runId }, body: { id: ID } };
  const canceled = await world.server.call(cancelChangeSearch, request, { as: world.caller });
  expect(canceled).toMatchObject({ status: 'CANCELED', finishedAt: expect.any(String) });
  await runDue();
  expect(await find(runId)).toMatchObject({ status: 'CANCELED', runs: 0 });
  expect((await world.server.request(cancelChangeSearch, request, { as: world.caller })).statusCode).toBe(
    409,
  );
  expect((await start(runId)).json()).toMatchObject({ status: 'RUNNING' });
  await runDue();
  expect(await find(runId)).toMatchObject({ status: 'FOUND' });
  await mend();
});

test('a domain has a few searches at a time, and its turn among the others', async () => {
  const names = Array.from({ length: MAX_RUNNING_SEARCHES + 2 }, (_, number) => `tests/many/${number}`);
  const all = names.map((name) => `${SERVICE}/${name}`);
  const write = (source: string) =>
    world.changeLive(Object.fromEntries(names.map((name) => [`${name}.js`, source])));
  const runAll = async () => {
    const body = { servicesTests: [{ serviceId: SERVICE, tests: all.map((id) => ({ id })) }] };
    const { runId } = await world.server.call(runTests, { body }, { as: world.caller });
    await runDue();
    return runId;
  };
  await write('export default () => {};\n');
  await runAll();
  await write("export default () => { throw new Error('no'); };\n");
  const runId = await runAll();

  const responses = await Promise.all(all.map((id) => start(runId, world.caller, id)));
  const started = all.filter((_, index) => responses[index]?.statusCode === 200);
  const refused = all.filter((_, index) => responses[index]?.statusCode === 409);
  expect([started.length, refused.length]).toEqual([MAX_RUNNING_SEARCHES, 2]);
  const [first = '', [next = '']] = [started[0], refused];
  // One that runs already is no further one.
  expect((await start(runId, world.caller, first)).json()).toMatchObject({ status: 'RUNNING' });
  expect((await start(runId, world.caller, next)).json()).toMatchObject({
    status: 409,
    message: expect.stringContaining('Wait until one ends, or cancel one'),
  });
  const request = { params: { runId }, body: { id: first } };
  await world.server.call(cancelChangeSearch, request, { as: world.caller });
  expect((await start(runId, world.caller, next)).json()).toMatchObject({ status: 'RUNNING' });

  const { rows } = await sql<{ group: string | null }>`
    select distinct group_id as "group" from jobs.job
    where name = ${changeSearchJob.name} and state = 'created'`.execute(world.server.context.db);
  expect(rows).toEqual([{ group: world.caller.domainId }]);
  // However many one domain has, there is room for another.
  expect(changeSearchJob.concurrencyOfOne).toBeLessThan(changeSearchJob.concurrency);
  await runDue();
  expect(await find(runId, next)).toMatchObject({ status: 'FOUND' });
});

test('what cannot be searched is refused with its reason', async () => {
  const passed = await run();
  expect((await start(passed)).json()).toMatchObject({
    status: 422,
    message: 'This test did not fail in this run.',
  });
  await using stage = await setTheStage({
    'tests/sum': { failure: { name: 'Error', message: 'no', stack: [], console: '' } },
  });
  const { runId } = await stage.start();
  await stage.execute();
  const request = { params: { runId }, body: { id: 'shop/tests/sum' } };
  const never = await stage.request(findChange, request, { as: stage.caller });
  expect(never.json()).toMatchObject({ status: 422, message: expect.stringContaining('never passed') });

  stage.service.tests.set('tests/sum', { result: 3 });
  await stage.start();
  await stage.execute();
  stage.service.tests.set('tests/sum', { failure: { name: 'Error', message: 'no', stack: [], console: '' } });
  const again = await stage.start();
  await stage.execute();
  const foreign = { params: { runId: again.runId }, body: { id: 'shop/tests/sum' } };
  const refused = await stage.request(findChange, foreign, { as: stage.caller });
  expect(refused.json()).toMatchObject({
    status: 422,
    message: 'shop cannot run its tests at an earlier version.',
  });
});

test('is for those who may run tests of the domain', async () => {
  const { server, caller } = world;
  const { runId } = await breakIt();
  expect((await start(runId, await buildUser(server.context))).statusCode).toBe(404);
  const reader = await buildChild(server.context, caller, ['tests.read']);
  expect((await start(runId, reader)).statusCode).toBe(403);
  const query = { params: { runId }, query: { id: ID } };
  expect((await server.request(getChangeSearch, query, { as: reader })).statusCode).toBeLessThan(300);
  const runner = await buildChild(server.context, caller, ['tests.run']);
  expect((await start(runId, runner)).statusCode).toBe(200);
  await runDue();
  expect(await find(runId)).toMatchObject({ status: 'FOUND' });
  await mend();
});
