import { listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { getRunEstimate, listRunFailures } from '@atrium/contract/test-runs/run-history';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
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
    },
    {
      id: 'shop/tests/new',
      lastPassed: null,
      firstFailed: { runId: latest, startedAt: '2026-11-21T10:03:00.000Z', version: 11 },
    },
  ]);
  // What came later says nothing about an earlier run.
  expect(await failuresOf(stage, failed)).toMatchObject([{ firstFailed: { runId: failed } }]);
  expect(await failuresOf(stage, passed)).toEqual([]);
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

test('strangers learn nothing of the failures and the pace of a run', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum } });
  const runId = await runOnce(stage);
  const stranger = await buildUser(stage.context);
  for (const endpoint of [listRunFailures, getRunEstimate]) {
    expect((await stage.request(endpoint, { params: { runId } }, { as: stranger })).statusCode).toBe(404);
  }
});
