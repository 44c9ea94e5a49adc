import { getTestHistory } from '@atrium/contract/test-runs/test-history';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { failingSum, setTheStage } from '../../test/test-run-stage.ts';

test('the history has a letter for each test and run, and says which tests are flaky', async () => {
  await using stage = await setTheStage({
    'tests/steady': { takesMs: 4 },
    'tests/moody': { takesMs: 2 },
    'tests/broken': {},
    'tests/disabled': {},
  });
  const { service, caller } = stage;
  const runOnce = async (body = {}) => {
    await stage.start(body);
    await stage.execute();
    stage.clock.travel(60_000);
  };
  await runOnce();
  service.tests.set('tests/moody', { failure: failingSum });
  await runOnce();
  service.version = 9;
  service.tests.set('tests/broken', { failure: failingSum });
  await runOnce({
    servicesTests: [{ serviceId: 'shop', tests: [{ id: 'shop/tests/broken', action: 'RUN' }] }],
  });

  const { runs, tests } = await stage.call(getTestHistory, {}, { as: caller });
  expect(runs.map(({ status }) => status)).toEqual(['OK', 'FAIL', 'FAIL']);
  expect(tests).toEqual([
    { id: 'shop/tests/broken', fullPath: 'tests/broken.js', results: 'OOF', averageMs: 1, isFlaky: false },
    {
      id: 'shop/tests/disabled',
      fullPath: 'tests/disabled.js',
      results: 'SS-',
      averageMs: null,
      isFlaky: false,
    },
    { id: 'shop/tests/moody', fullPath: 'tests/moody.js', results: 'OF-', averageMs: 2, isFlaky: true },
    { id: 'shop/tests/steady', fullPath: 'tests/steady.js', results: 'OO-', averageMs: 4, isFlaky: false },
  ]);

  const stranger = await buildUser(stage.context);
  expect(await stage.call(getTestHistory, {}, { as: stranger })).toEqual({ runs: [], tests: [] });
});

test('a test that passes when it is run again alone is flaky, unless another service has changed', async () => {
  await using stage = await setTheStage({ 'tests/moody': { failure: failingSum } });
  await using other = await startScriptedService('content', { 'tests/pages': {} });
  await stage.context.services.register(other.address);
  const isFlaky = async () => {
    const { tests } = await stage.call(getTestHistory, {}, { as: stage.caller });
    return tests.find(({ id }) => id === 'shop/tests/moody')?.isFlaky;
  };
  await stage.start();
  await stage.execute();
  stage.service.tests.set('tests/moody', {});
  const rerun = async () => {
    stage.clock.travel(60_000);
    await stage.start({ servicesTests: [{ serviceId: 'shop', tests: [{ id: 'shop/tests/moody' }] }] });
    await stage.execute();
  };
  // It lists its tests at the version before this one: the first run tested 8, the second one finds 9.
  other.version = 10;
  await rerun();
  expect(await isFlaky()).toBe(false);
  other.version = 9;
  await rerun();
  expect(await isFlaky()).toBe(true);
});
