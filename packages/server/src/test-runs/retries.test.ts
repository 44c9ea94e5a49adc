import { getTestHistory } from '@atrium/contract/test-runs/test-history';
import { getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import { cancelTestRun, getJunitReport, runTests } from '@atrium/contract/test-runs/test-runs';
import { expect, test, vi } from 'vitest';
import { failingSum, setTheStage } from '../../test/test-run-stage.ts';
import { testRunJob } from './test-run.job.ts';

const flaky = (passesOnTry: number) => ({ failure: failingSum, passesOnTry, console: 'said', takesMs: 2 });

test('a test that fails is tried again, and the try on which it passed is shown with the failures before', async () => {
  await using stage = await setTheStage({
    'tests/sum': flaky(3),
    'tests/fails': { failure: failingSum },
    'tests/ok': {},
  });
  const { runId } = await stage.start({ retries: 2 });
  await stage.execute();
  const run = await stage.read(runId);
  expect(run).toMatchObject({ status: 'FAIL', retries: 2, passedOnRetry: 1, counts: { OK: 2, FAIL: 1 } });
  expect(run.servicesTests[0]?.tests).toMatchObject([
    { id: 'shop/tests/sum', status: 'OK', tryNumber: 3 },
    { id: 'shop/tests/fails', status: 'FAIL', tryNumber: 3 },
    { id: 'shop/tests/ok', status: 'OK' },
  ]);
  expect(run.servicesTests[0]?.tests[2]).not.toHaveProperty('tryNumber');
  // Every try is run by the service, which meters it.
  const { begun } = stage.service;
  expect(begun).toEqual([
    'tests/sum',
    'tests/fails',
    'tests/ok',
    'tests/sum',
    'tests/fails',
    'tests/sum',
    'tests/fails',
  ]);

  const query = { id: 'shop/tests/sum' };
  const details = await stage.call(getTestDetails, { params: { runId }, query }, { as: stage.caller });
  const failedTry = {
    failure: { kind: 'assertion', message: failingSum.message },
    console: 'said',
    duration: 2,
  };
  expect(details).toMatchObject({ status: 'OK', failure: null, failedTries: [failedTry, failedTry] });
  expect(await stage.call(listPastResults, { query }, { as: stage.caller })).toMatchObject([
    { runId, status: 'OK', tryNumber: 3 },
  ]);
  const { tests } = await stage.call(getTestHistory, {}, { as: stage.caller });
  expect(tests.map(({ results, isFlaky }) => [results, isFlaky])).toEqual([
    ['F', false],
    ['O', false],
    ['o', true],
  ]);
});

test('the report names tries as Surefire does', async () => {
  await using stage = await setTheStage({
    'tests/sum': flaky(2),
    'tests/fails': { failure: { ...failingSum, name: 'TypeError', message: 'gone' } },
  });
  const { runId } = await stage.start({ retries: 1 });
  await stage.execute();
  const { body } = await stage.request(getJunitReport, { params: { runId } }, { as: stage.caller });
  const [, cases = ''] = /(<testcase name="sum"[^]*)<\/testsuite>\n/.exec(body) ?? [];
  expect(cases).toMatchInlineSnapshot(`
    "<testcase name="sum" classname="shop.tests" file="tests/sum.js" time="0.002">
          <flakyFailure message="expected 2 to equal 3" type="AssertionError">
            <stackTrace>AssertionError: expected 2 to equal 3
    expected: 3
    actual: 2
      at default tests/sum.js:3:15</stackTrace>
            <system-out>said</system-out>
          </flakyFailure>
          <system-out>said</system-out>
        </testcase>
        <testcase name="fails" classname="shop.tests" file="tests/fails.js" time="0.001">
          <error message="gone" type="TypeError">TypeError: gone
    expected: 3
    actual: 2
      at default tests/sum.js:3:15</error>
          <rerunError message="gone" type="TypeError">
            <stackTrace>TypeError: gone
    expected: 3
    actual: 2
      at default tests/sum.js:3:15</stackTrace>
          </rerunError>
        </testcase>
      "
  `);
});

test('the report counts a test by its first failure, as its element is named', async () => {
  const firstFailure = { ...failingSum, name: 'TypeError', message: 'gone' };
  await using stage = await setTheStage({ 'tests/fails': { failure: failingSum, firstFailure } });
  const { runId } = await stage.start({ retries: 1 });
  await stage.execute();
  const { body } = await stage.request(getJunitReport, { params: { runId } }, { as: stage.caller });
  expect(body).toContain('<testsuite name="shop" tests="1" failures="0" errors="1"');
  expect(body).toMatch(/<error message="gone"[^]*<rerunFailure message="expected 2/);
});

test('a run that stops at the first failure stops after the last try', async () => {
  await using stage = await setTheStage({
    'tests/a': {},
    'tests/sum': flaky(2),
    'tests/fails': { failure: failingSum },
    'tests/late': {},
  });
  const { runId } = await stage.start({ strategy: 'FAIL_ON_FIRST', retries: 1 });
  await stage.execute();
  expect(await stage.read(runId)).toMatchObject({
    status: 'FAIL',
    counts: { OK: 2, FAIL: 1, SKIPPED: 1 },
    passedOnRetry: 1,
  });
  const { begun } = stage.service;
  expect(begun).toEqual(['tests/a', 'tests/sum', 'tests/sum', 'tests/fails', 'tests/fails']);
});

test('a run that is taken over goes on with the tries that are left, and a cancelled one tries nothing again', async () => {
  await using stage = await setTheStage({ 'tests/sum': flaky(3), 'tests/slow': 'hang' });
  const { runId } = await stage.start({ retries: 2 });
  const first = stage.execute();
  await vi.waitFor(async () => {
    expect((await stage.read(runId)).servicesTests[0]?.tests[0]).toMatchObject({
      status: 'PENDING',
      tryNumber: 2,
    });
  }, 5000);
  stage.service.tests.set('tests/slow', {});
  await stage.context.jobs.send(testRunJob, { runId });
  await stage.execute();
  await first;
  expect(await stage.read(runId)).toMatchObject({ status: 'OK', passedOnRetry: 1 });
  expect(stage.service.begun.filter((id) => id === 'tests/sum')).toHaveLength(3);

  stage.service.tests.set('tests/sum', { failure: failingSum });
  stage.service.tests.set('tests/slow', 'hang');
  const { runId: second } = await stage.start({ retries: 3 });
  const executed = stage.execute();
  await vi.waitFor(async () => {
    expect((await stage.read(second)).servicesTests[0]?.tests[0]?.tryNumber).toBe(2);
  }, 5000);
  await stage.call(cancelTestRun, { params: { runId: second } }, { as: stage.caller });
  await executed;
  const canceled = await stage.read(second);
  expect(canceled).toMatchObject({ status: 'CANCELED', counts: { CANCELED: 2 }, startedTestsCount: 2 });
  // It waited for its next try: what its first one took is told with that.
  const durations = canceled.servicesTests[0]?.tests.map(({ duration }) => duration);
  expect(durations).toEqual([null, expect.any(Number)]);
});

test('a test that passed on a try keeps to the limit, and its service may go away meanwhile', async () => {
  await using stage = await setTheStage({ 'tests/sum': flaky(2), 'tests/breaks': 'break-once' });
  const refused = await stage.request(runTests, { body: { retries: 4 } }, { as: stage.caller });
  expect(refused.statusCode).toBe(400);
  const { runId } = await stage.start({ retries: 1 });
  await stage.execute();
  expect(await stage.read(runId)).toMatchObject({ status: 'OK', counts: { OK: 2 }, passedOnRetry: 1 });
  expect((await stage.start()).retries).toBe(0);
});
