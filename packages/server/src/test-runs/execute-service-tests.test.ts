import { expect, test } from 'vitest';
import { setTheStage } from '../../test/test-run-stage.ts';
import { executeServiceTests } from './execute-service-tests.ts';
import { ResultWriter } from './result-writer.ts';
import { updateRunExecution } from './test-run.repository.ts';

const nothing = async () => {};

test('a service is asked for as many tests at once as it takes, and then for the others', async () => {
  await using stage = await setTheStage({ 'tests/gone': {}, 'tests/a': {}, 'tests/b': {}, 'tests/c': {} });
  const { service, caller, clock, context } = stage;
  const { runId } = await stage.start();
  service.tests.delete('tests/gone');
  const run = await updateRunExecution(context.db, runId, clock.now());
  if (run === undefined) throw new Error('The run has ended.');
  const parts = { db: context.db, clock, announce: nothing, onEnd: nothing };
  await executeServiceTests({
    ...parts,
    client: context.services.getClient(caller),
    writer: new ResultWriter(parts, run, 1_000_000, () => {}),
    run,
    serviceId: 'shop',
    executionId: runId,
    stop: new AbortController().signal,
    sources: undefined,
    testsPerCall: 2,
  });
  // What it does not know says nothing of those that it has not been asked for.
  expect((await stage.read(runId)).counts).toEqual({ OK: 3, FAIL: 1 });
  const named = service.asked.map((ids) => ids.map((id) => id.slice('tests/'.length)));
  expect(named).toEqual([
    ['gone', 'a'],
    ['gone', 'b'],
    ['gone', 'c'],
  ]);
});
