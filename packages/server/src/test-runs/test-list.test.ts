import { DatabaseAwayError } from '@atrium/host/database/errors';
import { expect, test } from 'vitest';
import { startScriptedService } from '../../test/scripted-service.ts';
import { setTheStage } from '../../test/test-run-stage.ts';
import { listAllTests, listRunnable } from './test-list.ts';

test('a service whose tests cannot be told apart or stored keeps no others from running', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  await using mill = await startScriptedService('mill', { 'tests/b': {} });
  await stage.context.services.register(mill.address);
  for (const id of ['tests/a', 'tests/\0', 'tests/\ud800', 't'.repeat(3000)]) {
    stage.service.alsoListed = [id];
    const { runId } = await stage.start();
    await stage.execute();
    const { status, servicesTests } = await stage.read(runId);
    expect(status).toBe('OK');
    const outcomes = servicesTests.map(({ serviceId, tests, error }) => [serviceId, tests.length, error]);
    expect(outcomes).toEqual([
      ['mill', 1, null],
      ['shop', 0, 'Service shop answered something that its contract does not allow.'],
    ]);
  }
});

test('what fails in the platform is no reason why a service lists no tests', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const failure = new DatabaseAwayError('connect ECONNREFUSED 10.0.3.7:5432');
  const listed = listAllTests(stage.context.services, stage.caller, async () => {
    throw failure;
  });
  await expect(listed).rejects.toBe(failure);
});

test('the list is a run object with every field of the specification', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const listed = await listRunnable(stage.context.services, stage.caller);
  expect(listed).toMatchObject({
    runId: null,
    status: null,
    strategy: 'EXECUTE_ALL',
    userId: null,
    userName: null,
    startedAt: null,
    duration: null,
    startedTestsCount: 0,
    finishedTestsCount: 0,
    servicesTests: [{ serviceId: 'shop', tests: [{ status: null, result: null, duration: null }] }],
  });
});
