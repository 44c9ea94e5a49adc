import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { getRunEstimate, listRunFailures } from '@atrium/contract/test-runs/run-history';
import { listVersionRuns } from '@atrium/contract/test-runs/version-runs';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { failingSum, setTheStage, type TestRunStage } from '../../test/test-run-stage.ts';

async function runOnce(stage: TestRunStage): Promise<string> {
  const { runId } = await stage.start();
  await stage.execute();
  stage.clock.travel(60_000);
  return runId;
}

const failuresOf = (stage: TestRunStage, runId: string) =>
  stage.call(listRunFailures, { params: { runId } }, { as: stage.caller });

test('a failure says when the test last passed, and since when it fails', async () => {
  await using stage = await setTheStage({ 'tests/sum': {}, 'tests/other': {}, 'tests/late': {} });
  const { service } = stage;
  await runOnce(stage);
  service.version = 9;
  const passed = await runOnce(stage);
  service.version = 10;
  service.tests.set('tests/sum', { failure: failingSum });
  const failed = await runOnce(stage);
  service.version = 11;
  service.tests.set('tests/new', { failure: failingSum });
  const latest = await runOnce(stage);

  expect(await failuresOf(stage, latest)).toEqual([
    {
      id: 'shop/tests/sum',
      lastPassed: { runId: passed, startedAt: '2026-11-21T10:01:00.000Z', version: 9 },
      firstFailed: { runId: failed, startedAt: '2026-11-21T10:02:00.000Z', version: 10 },
      moved: [{ serviceId: 'shop', from: 9, to: 10 }],
    },
    {
      id: 'shop/tests/new',
      lastPassed: null,
      firstFailed: { runId: latest, startedAt: '2026-11-21T10:03:00.000Z', version: 11 },
      moved: [],
    },
  ]);
  // What came later says nothing about an earlier run.
  expect(await failuresOf(stage, failed)).toMatchObject([{ firstFailed: { runId: failed } }]);
  expect(await failuresOf(stage, passed)).toEqual([]);
});

test('a failure names every service that changed since the test passed, whichever took part', async () => {
  await using stage = await setTheStage({ 'tests/sum': {} });
  await using other = await startScriptedService('content', { 'tests/pages': {} });
  await stage.context.services.register(other.address);
  await runOnce(stage);
  stage.service.tests.set('tests/sum', { failure: failingSum });
  // It lists its tests at the version before this one, and does not run them.
  other.version = 10;
  const { runId } = await stage.start({
    servicesTests: [{ serviceId: 'shop', tests: [{ id: 'shop/tests/sum' }] }],
  });
  await stage.execute();
  expect(await failuresOf(stage, runId)).toMatchObject([
    {
      lastPassed: { version: 8 },
      firstFailed: { version: 8 },
      moved: [{ serviceId: 'content', from: 8, to: 9 }],
    },
  ]);

  stage.clock.travel(60_000);
  stage.service.tests.set('tests/sum', {});
  await runOnce(stage);
  stage.service.tests.set('tests/sum', { failure: failingSum });
  stage.service.version = 9;
  other.version = 12;
  const both = [
    { serviceId: 'content', from: 10, to: 12 },
    { serviceId: 'shop', from: 8, to: 9 },
  ];
  expect(await failuresOf(stage, await runOnce(stage))).toMatchObject([{ moved: both }]);
});

test('a test that passed in between fails since after it', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum } });
  await runOnce(stage);
  stage.service.tests.set('tests/sum', {});
  const passed = await runOnce(stage);
  stage.service.tests.set('tests/sum', { failure: failingSum });
  const failed = await runOnce(stage);
  expect(await failuresOf(stage, failed)).toMatchObject([
    { lastPassed: { runId: passed }, firstFailed: { runId: failed } },
  ]);
});

test('an estimate takes what tests took when they last passed, and the pace of the last run', async () => {
  await using stage = await setTheStage({
    'tests/quick': { takesMs: 4 },
    'tests/slow': { takesMs: 40 },
    'tests/fails': { failure: failingSum, takesMs: 6 },
  });
  const estimateOf = (runId: string) =>
    stage.call(getRunEstimate, { params: { runId } }, { as: stage.caller });
  const { runId: first } = await stage.start();
  expect(await estimateOf(first)).toEqual({ tests: {}, pace: null });
  stage.clock.travel(100);
  await stage.execute();
  const { runId } = await stage.start();
  expect(await estimateOf(runId)).toEqual({
    tests: { 'shop/tests/quick': 4, 'shop/tests/slow': 40 },
    pace: 2,
  });
});

test('the latest runs are listed page by page, whatever their day', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push(await runOnce(stage));
    stage.clock.travel(40 * 86_400_000);
  }
  const list = async (query: { size: string; before?: string }, as = stage.caller) => {
    const found = await stage.call(listRecentTestRuns, { query }, { as });
    return found.map(({ runId }) => ids.indexOf(runId));
  };
  expect(await list({ size: '2' })).toEqual([2, 1]);
  expect(await list({ size: '2', before: ids[1] ?? '' })).toEqual([0]);
  expect(await list({ size: '2', before: ids[0] ?? '' })).toEqual([]);
  const stranger = await buildUser(stage.context);
  expect(await list({ size: '2' }, stranger)).toEqual([]);
  expect(await list({ size: '2', before: ids[2] ?? '' }, stranger)).toEqual([]);
});

test('each version of a service has the results of its own tests in the last run at it', async () => {
  await using stage = await setTheStage({ 'tests/sum': {}, 'tests/ok': {} });
  await using other = await startScriptedService('content', { 'tests/pages': { failure: failingSum } });
  await stage.context.services.register(other.address);
  await runOnce(stage);
  const latest = await runOnce(stage);
  stage.service.version = 9;
  stage.service.tests.set('tests/sum', { failure: failingSum });
  const failed = await runOnce(stage);
  stage.service.version = 11;
  const { runId: running } = await stage.start();
  const list = (from: number, to: number, as = stage.caller) => {
    const query = { from: String(from), to: String(to) };
    return stage.call(listVersionRuns, { params: { serviceId: 'shop' }, query }, { as });
  };
  expect(await list(1, 20)).toEqual([
    {
      version: 10,
      runId: running,
      startedAt: '2026-11-21T10:03:00.000Z',
      isRunning: true,
      passed: 0,
      failed: 0,
    },
    {
      version: 9,
      runId: failed,
      startedAt: '2026-11-21T10:02:00.000Z',
      isRunning: false,
      passed: 1,
      failed: 1,
    },
    {
      version: 8,
      runId: latest,
      startedAt: '2026-11-21T10:01:00.000Z',
      isRunning: false,
      passed: 2,
      failed: 0,
    },
  ]);
  expect(await list(9, 9)).toMatchObject([{ version: 9 }]);
  expect(await list(1, 20, await buildUser(stage.context))).toEqual([]);
});

test('a run of some tests says that it is one, and does not take the place of one of all at a version', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum }, 'tests/ok': {} });
  const whole = await runOnce(stage);
  await stage.start({ servicesTests: [{ serviceId: 'shop', tests: [{ id: 'shop/tests/ok' }] }] });
  await stage.execute();
  const recent = await stage.call(listRecentTestRuns, { query: {} }, { as: stage.caller });
  expect(recent.map(({ status, isOfAll }) => [status, isOfAll])).toEqual([
    ['OK', undefined],
    ['FAIL', true],
  ]);
  const listVersions = () =>
    stage.call(
      listVersionRuns,
      { params: { serviceId: 'shop' }, query: { from: '1', to: '20' } },
      { as: stage.caller },
    );
  expect(await listVersions()).toMatchObject([{ runId: whole, passed: 1, failed: 1 }]);

  // A newer one of all counts, also where another service was away, and it is not whole.
  const newer = await runOnce(stage);
  await stage.context.db.updateTable('testRuns').set({ isWhole: false }).where('id', '=', newer).execute();
  expect(await listVersions()).toMatchObject([{ runId: newer }]);
});

test('strangers learn nothing of the failures and the pace of a run', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum } });
  const runId = await runOnce(stage);
  const stranger = await buildUser(stage.context);
  for (const endpoint of [listRunFailures, getRunEstimate]) {
    expect((await stage.request(endpoint, { params: { runId } }, { as: stranger })).statusCode).toBe(404);
  }
});
