import { searchLog } from '@atrium/contract/audit/log';
import { deleteVersions, listServiceVersions } from '@atrium/contract/configuration/old-versions';
import { listReturnWishes, type ReturnWish, updateReturnWish } from '@atrium/contract/test-runs/return-wish';
import { getTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import {
  executeRun,
  liveDigests,
  prepareReturned,
  readReturn,
  SERVICES,
  submitBoth,
} from '../../../test/submitted-both.ts';
import { startWishedJob } from '../../test-runs/start-wished.job.ts';

vi.setConfig({ testTimeout: 60_000 });

const GRACE_MS = 20_000;

/** Warnings and errors of the server. */
const logged: unknown[] = [];
let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld(
    {},
    { log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) }) },
  );
  await prepareReturned(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Notes the wish and submits; then the browser is gone. */
async function submitAndLeave(answer: number): Promise<string> {
  const { server, caller } = world;
  const backupKey = server.context.random.id();
  const draft = { pullId: server.context.random.id(), choices: '{"services":{}}' };
  await server.call(updateReturnWish, { body: { backupKey, draft } }, { as: caller });
  await submitBoth(world, answer, backupKey);
  return backupKey;
}

/** As if the submit had been that long ago: the services of this world need the real time. */
async function age(backupKey: string, ms: number): Promise<void> {
  const { db, clock } = world.server.context;
  const createdOn = new Date(clock.now().getTime() - ms);
  const times = { createdOn, importedOn: createdOn };
  await db.updateTable('backups').set(times).where('backupKey', '=', backupKey).execute();
  await db.updateTable('returnWishes').set({ createdOn }).where('backupKey', '=', backupKey).execute();
}

/** As if the clock of the machine that noted the wish were that far ahead. */
async function dateWish(backupKey: string, aheadMs: number): Promise<void> {
  const { db, clock } = world.server.context;
  const createdOn = new Date(clock.now().getTime() + aheadMs);
  await db.updateTable('returnWishes').set({ createdOn }).where('backupKey', '=', backupKey).execute();
}

/** What the platform does every minute. */
async function passMinute(backupKey: string, ms = GRACE_MS): Promise<void> {
  await age(backupKey, ms);
  await runWishedJob();
}

async function runWishedJob(): Promise<void> {
  const { context } = world.server;
  await context.jobs.send(startWishedJob, {});
  await context.jobs.runDue(context.testRuns.jobs);
}

async function findWish(backupKey: string): Promise<ReturnWish | undefined> {
  const wishes = await world.server.call(listReturnWishes, {}, { as: world.caller });
  return wishes.find((wish) => wish.backupKey === backupKey);
}

test('a browser that is gone after the submit changes nothing: the tests run, and what fails is returned', async () => {
  const before = await liveDigests(world);
  const backupKey = await submitAndLeave(-1);
  await passMinute(backupKey, 0);
  expect(await findWish(backupKey)).toMatchObject({ state: 'WAITING', runId: null });
  await passMinute(backupKey);
  const wish = await findWish(backupKey);
  expect(wish).toMatchObject({ state: 'STARTED', runId: expect.any(String) });
  await executeRun(world);
  expect(await readReturn(world, wish?.runId ?? '')).toMatchObject({
    state: 'RETURNED',
    pullId: expect.any(String),
  });
  expect(await liveDigests(world)).toEqual(before);
});

test('the run waits for each service of the submit, and for the end of the last import', async () => {
  const { server, caller } = world;
  const { db, clock, random } = server.context;
  const backupKey = random.id();
  const serviceIds = [...SERVICES];
  await server.call(updateReturnWish, { body: { backupKey, serviceIds } }, { as: caller });
  await submitBoth(world, 41, backupKey, 'content');
  await passMinute(backupKey);
  expect(await findWish(backupKey)).toMatchObject({ state: 'WAITING' });
  await submitBoth(world, 41, backupKey, 'hyper-dispatch');
  await age(backupKey, GRACE_MS);
  // It took long, and has just ended.
  await db
    .updateTable('backups')
    .set({ importedOn: clock.now() })
    .where('backupKey', '=', backupKey)
    .where('serviceId', '=', 'content')
    .execute();
  await runWishedJob();
  expect(await findWish(backupKey)).toMatchObject({ state: 'WAITING' });
  await passMinute(backupKey);
  expect(await findWish(backupKey)).toMatchObject({ state: 'STARTED' });
  await executeRun(world);

  // One that was refused never comes.
  const missed = random.id();
  await server.call(updateReturnWish, { body: { backupKey: missed, serviceIds } }, { as: caller });
  await submitBoth(world, 42, missed, 'content');
  await passMinute(missed, 5 * 60_000);
  expect(await findWish(missed)).toMatchObject({ state: 'STARTED' });
  await executeRun(world);
});

test('while another run is going it waits, and starts when that one ends', async () => {
  const { server, caller } = world;
  const before = await liveDigests(world);
  const other = await server.call(runTests, { body: {} }, { as: caller });
  const backupKey = await submitAndLeave(-2);
  const body = { returnOnFailure: { backupKey } };
  expect((await server.request(runTests, { body }, { as: caller })).statusCode).toBe(409);
  await age(backupKey, GRACE_MS);
  // The end of the other run sends the job, no minute has to pass.
  for (let round = 0; round < 3; round += 1) await executeRun(world);
  expect((await server.call(getTestRun, { params: { runId: other.runId } }, { as: caller })).status).not.toBe(
    'RUNNING',
  );
  const { state, runId } = (await findWish(backupKey)) ?? {};
  expect(state).toBe('STARTED');
  expect(await readReturn(world, runId ?? '')).toMatchObject({ state: 'RETURNED' });
  expect(await liveDigests(world)).toEqual(before);
});

test('what cannot be tested any more is said and logged, and stays', async () => {
  const { server, caller } = world;
  const backupKey = await submitAndLeave(-3);
  await world.changeLive({ 'functions/returned/else.js': '1;\n' });
  const submitted = await liveDigests(world);
  await passMinute(backupKey);
  const wish = await findWish(backupKey);
  expect(wish).toMatchObject({
    state: 'UNTESTED',
    runId: null,
    reason: expect.stringMatching(
      /Someone has changed hyper-dispatch .* The tests did not run, and nothing was returned\.$/,
    ),
  });
  expect(await liveDigests(world)).toEqual(submitted);
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.return-submit-untested' };
  const { logs } = await server.call(searchLog, { body }, { as: caller });
  expect(logs.map(({ message }) => message)).toEqual([wish?.reason]);

  const late = await submitAndLeave(-4);
  await server.call(runTests, { body: {} }, { as: caller });
  await passMinute(late, 3 * 3_600_000 + GRACE_MS);
  expect(await findWish(late)).toMatchObject({
    state: 'UNTESTED',
    reason: expect.stringContaining('three hours'),
  });
  await executeRun(world);
});

test('a version that a submit may be returned to is not deleted, although its run has not started', async () => {
  const { server, caller } = world;
  const find = async () => {
    const listed = await server.call(listServiceVersions, {}, { as: caller });
    return listed.find(({ serviceId }) => serviceId === 'content');
  };
  const { liveVersion: before = 0 } = (await find()) ?? {};
  const backupKey = await submitAndLeave(31);
  expect(await find()).toMatchObject({ liveVersion: before + 1, neededFrom: before });
  const body = { serviceId: 'content', before: before + 1 };
  const refused = await server.request(deleteVersions, { body }, { as: caller });
  expect(refused.json()).toMatchObject({
    status: 422,
    message: expect.stringContaining(`Version ${before} of Content is still needed`),
  });
  await server.call(updateReturnWish, { body: { backupKey, isWanted: false } }, { as: caller });
  expect(await find()).toMatchObject({ neededFrom: before + 1 });
});

test('whoever starts the run themselves has had their wish; one that is taken back or never submitted is none', async () => {
  const { server, caller } = world;
  const started = await submitAndLeave(21);
  const body = { returnOnFailure: { backupKey: started } };
  const { runId } = await server.call(runTests, { body }, { as: caller });
  expect(await findWish(started)).toMatchObject({ state: 'STARTED', runId });
  await executeRun(world);

  const withdrawn = await submitAndLeave(22);
  const away = { backupKey: withdrawn, isWanted: false };
  await server.call(updateReturnWish, { body: away }, { as: caller });
  expect(await findWish(withdrawn)).toBeUndefined();
  // What is submitted next under the same key is waited for, and the submit before it is not taken for it.
  const again = { backupKey: started };
  await server.call(updateReturnWish, { body: again }, { as: caller });
  // Also where the clock of the machine that noted the wish is behind.
  await age(started, GRACE_MS);
  await dateWish(started, -60_000);
  await runWishedJob();
  expect(await findWish(started)).toMatchObject({ state: 'WAITING' });
  await server.call(updateReturnWish, { body: { ...again, isWanted: false } }, { as: caller });
  const never = server.context.random.id();
  await server.call(updateReturnWish, { body: { backupKey: never } }, { as: caller });
  await passMinute(never, 10 * 60_000);
  expect(await findWish(never)).toBeUndefined();
  expect(logged).toContainEqual(
    expect.objectContaining({ backupKey: never, msg: 'A submit that was to be tested never came.' }),
  );
});

test('a submit that another machine dated before its wish is tested all the same', async () => {
  const backupKey = await submitAndLeave(24);
  await age(backupKey, GRACE_MS);
  await dateWish(backupKey, 60_000);
  await runWishedJob();
  expect(await findWish(backupKey)).toMatchObject({ state: 'STARTED' });
  await executeRun(world);
});

test('a wish that the release before noted is compared with the time of its submit', async () => {
  const backupKey = await submitAndLeave(25);
  const { db } = world.server.context;
  await db
    .updateTable('returnWishes')
    .set({ knownBackups: null })
    .where('backupKey', '=', backupKey)
    .execute();
  await age(backupKey, GRACE_MS);
  await dateWish(backupKey, 60_000);
  await runWishedJob();
  expect(await findWish(backupKey)).toMatchObject({ state: 'WAITING' });
  await passMinute(backupKey);
  expect(await findWish(backupKey)).toMatchObject({ state: 'STARTED' });
  await executeRun(world);
});

test('it takes the permission to run tests, and no one else sees or withdraws it', async () => {
  const { server, caller } = world;
  const backupKey = await submitAndLeave(23);
  const writer = await buildChild(server.context, caller, ['configuration.write']);
  const refused = await server.request(updateReturnWish, { body: { backupKey } }, { as: writer });
  expect(refused.statusCode).toBe(403);
  const other = await buildChild(server.context, caller, ['configuration.write', 'tests.run']);
  const taken = await server.request(updateReturnWish, { body: { backupKey } }, { as: other });
  expect(taken.statusCode).toBe(409);
  const stranger = await buildUser(server.context);
  await server.call(updateReturnWish, { body: { backupKey, isWanted: false } }, { as: stranger });
  expect(await server.call(listReturnWishes, {}, { as: stranger })).toEqual([]);
  expect(await findWish(backupKey)).toMatchObject({ state: 'WAITING' });
});
