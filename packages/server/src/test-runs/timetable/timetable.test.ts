import { giveRoles } from '@atrium/contract/accounts/people';
import { searchLog } from '@atrium/contract/audit/log';
import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { deleteRunTime, listRunTimes, saveRunTime } from '@atrium/contract/test-runs/timetable';
import { expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { startScriptedService } from '../../../test/scripted-service.ts';
import { failingSum, setTheStage, type TestRunStage } from '../../../test/test-run-stage.ts';

/** The clock of the stage begins on Saturday, 21 November 2026, at 10:00. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const list = (stage: TestRunStage) => stage.call(listRunTimes, {}, { as: stage.caller });
const runsOf = (stage: TestRunStage) =>
  stage.call(listRecentTestRuns, { query: { size: '30' } }, { as: stage.caller });
const save = (stage: TestRunStage, body: object, as = stage.caller) =>
  stage.request(saveRunTime, { body: { rhythm: 'DAILY', at: '10:30', ...body } }, { as });

test('tests run by themselves at their time, once, as whoever set it, and the run says so', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum, passesOnTry: 2 } });
  const saved = await save(stage, { retries: 1 });
  expect(saved.json()).toMatchObject({
    rhythm: 'DAILY',
    at: '10:30',
    user: 'ada',
    isPaused: false,
    nextAt: '2026-11-21T10:30:00.000Z',
    last: null,
  });
  stage.clock.travel(29 * MINUTE_MS);
  await stage.look();
  expect(await runsOf(stage)).toEqual([]);
  stage.clock.travel(MINUTE_MS);
  await stage.look();
  await stage.look();
  await stage.execute();
  const [run, ...others] = await runsOf(stage);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ isTimetabled: true, userName: 'ada', status: 'OK', retries: 1 });
  expect(await list(stage)).toMatchObject([
    {
      nextAt: '2026-11-22T10:30:00.000Z',
      last: { at: '2026-11-21T10:30:00.000Z', runId: run?.runId, note: null },
    },
  ]);
  expect((await stage.start()).isTimetabled).toBeUndefined();
});

test('however many processes start what is due, there is one run, and a late one is made up for once', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const { id } = (await save(stage, { rhythm: 'HOURLY', at: '00:15' })).json();
  // The platform was away for hours.
  stage.clock.travel(5 * HOUR_MS);
  const start = stage.context.testRuns.jobs.find(
    ({ definition }) => definition.name === 'test-runs.start-due',
  );
  const due = { id, domainId: stage.caller.domainId };
  const signal = AbortSignal.timeout(10_000);
  await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      await start?.run(due, { id: String(index), tryNumber: 0, signal });
    }),
  );
  await stage.look();
  expect(await runsOf(stage)).toHaveLength(1);
  expect(await list(stage)).toMatchObject([
    {
      nextAt: '2026-11-21T15:15:00.000Z',
      last: { at: '2026-11-21T14:15:00.000Z', note: 'Made up for: Atrium did not run at this time.' },
    },
  ]);
});

test('a time is skipped with a note while tests run, and when whoever set it may no longer run them', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const child = await buildChild(stage.context, stage.caller, ['tests.read', 'tests.run']);
  await save(stage, {}, child);
  await stage.start();
  stage.clock.travel(HOUR_MS);
  await stage.look();
  expect(await list(stage)).toMatchObject([
    { last: { runId: null, note: 'Skipped: Tests of this domain are already running.' } },
  ]);
  await stage.execute();
  expect(await runsOf(stage)).toHaveLength(1);

  const taken = { params: { id: child.userId }, body: { roles: [] } };
  await stage.call(giveRoles, taken, { as: stage.caller });
  stage.clock.travel(24 * HOUR_MS);
  await stage.look();
  expect((await list(stage))[0]?.last).toMatchObject({
    at: '2026-11-22T10:30:00.000Z',
    runId: null,
    note: expect.stringContaining('may not run tests'),
  });
});

test('a service that is away is waited for ten minutes, and its tests run alone where they were chosen', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  await save(stage, { serviceIds: ['shop'] });
  expect((await save(stage, { serviceIds: ['nowhere'] })).statusCode).toBe(422);
  stage.service.goAway();
  stage.clock.travel(35 * MINUTE_MS);
  await stage.look();
  expect((await list(stage))[0]).toMatchObject({ nextAt: '2026-11-21T10:30:00.000Z', last: null });
  stage.clock.travel(6 * MINUTE_MS);
  await stage.look();
  expect((await list(stage))[0]).toMatchObject({
    nextAt: '2026-11-22T10:30:00.000Z',
    last: { runId: null, note: expect.stringContaining('shop') },
  });
  await stage.service.comeBack();
  stage.clock.travel(24 * HOUR_MS);
  await stage.look();
  await stage.execute();
  expect(await runsOf(stage)).toMatchObject([{ status: 'OK' }]);
});

test('of several services, one that is away is waited for, too, before the others run without it', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  await using mill = await startScriptedService('mill', { 'tests/b': {} });
  await stage.context.services.register(mill.address);
  const countRuns = async () => {
    await stage.look();
    await stage.execute();
    return (await runsOf(stage)).length;
  };
  await save(stage, {});
  mill.goAway();
  stage.clock.travel(35 * MINUTE_MS);
  expect(await countRuns()).toBe(0);
  await mill.comeBack();
  expect(await countRuns()).toBe(1);
  expect(await runsOf(stage)).toMatchObject([{ status: 'OK', counts: { OK: 2 } }]);

  mill.goAway();
  stage.clock.travel(24 * HOUR_MS);
  expect(await countRuns()).toBe(1);
  stage.clock.travel(6 * MINUTE_MS);
  expect(await countRuns()).toBe(2);
  expect((await runsOf(stage))[0]).toMatchObject({ status: 'OK', counts: { OK: 1 } });
});

test('people who may run tests add, pause, change and delete times, within a limit, and the log says so', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const { context, caller } = stage;
  const reader = await buildChild(context, caller, ['tests.read']);
  const stranger = await buildUser(context);
  const first = (await save(stage, {})).json();
  expect((await save(stage, {}, reader)).statusCode).toBe(403);
  expect((await save(stage, { id: first.id }, stranger)).statusCode).toBe(404);
  const params = { id: first.id };
  expect((await stage.request(deleteRunTime, { params }, { as: stranger })).statusCode).toBe(404);
  expect(await stage.call(listRunTimes, {}, { as: stranger })).toEqual([]);
  expect(await stage.call(listRunTimes, {}, { as: reader })).toHaveLength(1);
  for (const body of [{ at: '24:00' }, { at: '2:30' }, { rhythm: 'NEVER' }, { retries: 4 }])
    expect((await save(stage, body)).statusCode).toBe(400);

  expect((await save(stage, { id: first.id, isPaused: true })).json()).toMatchObject({ nextAt: null });
  stage.clock.travel(HOUR_MS);
  await stage.look();
  expect(await runsOf(stage)).toEqual([]);
  expect((await save(stage, { id: first.id, rhythm: 'WEEKDAYS', at: '01:00' })).json()).toMatchObject({
    nextAt: '2026-11-23T01:00:00.000Z',
  });
  const more = await Promise.all(Array.from({ length: 4 }, (_, hour) => save(stage, { at: `0${hour}:00` })));
  // Two at the same moment may want the same place: one of them is asked to try again.
  for (const { statusCode } of more) expect([200, 409]).toContain(statusCode);
  while ((await list(stage)).length < 5) expect((await save(stage, {})).statusCode).toBe(200);
  expect((await save(stage, {})).json()).toMatchObject({ message: 'A timetable has at most 5 times.' });
  await stage.call(deleteRunTime, { params }, { as: caller });
  expect((await stage.request(deleteRunTime, { params }, { as: caller })).statusCode).toBe(404);

  const { logs } = await stage.call(searchLog, { body: { startAt: '2026-11-01T00:00:00Z' } }, { as: caller });
  const actions = logs.map(({ action }) => action).filter((action) => action.startsWith('test-runs.'));
  expect(actions[0]).toBe('test-runs.delete-time');
  expect(new Set(actions)).toEqual(
    new Set(['test-runs.delete-time', 'test-runs.add-time', 'test-runs.change-time']),
  );
});

test('a time that several people delete at once is deleted once, and the log says so once', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const { caller } = stage;
  const params = { id: (await save(stage, {})).json().id };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => stage.request(deleteRunTime, { params }, { as: caller })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(3);
  const body = { startAt: '2026-01-01T00:00:00.000Z', action: 'test-runs.delete-time' };
  expect((await stage.call(searchLog, { body }, { as: caller })).logs).toHaveLength(1);
});
