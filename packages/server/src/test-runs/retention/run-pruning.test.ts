import { upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import { expect, test } from 'vitest';
import { failingSum, setTheStage, type TestRunStage } from '../../../test/test-run-stage.ts';
import { pruneRuns } from './run-pruning.job.ts';

const DAY_MS = 86_400_000;
const SUM = 'shop/tests/sum';
const fails = { failure: failingSum };

async function runOn(stage: TestRunStage, ...only: string[]): Promise<string> {
  const tests = only.map((name) => ({ id: `shop/tests/${name}` }));
  const { runId } = await stage.start(
    tests.length > 0 ? { servicesTests: [{ serviceId: 'shop', tests }] } : {},
  );
  await stage.execute();
  stage.clock.travel(DAY_MS);
  return runId;
}

/** Which of these runs are still there after runs older than 30 days were pruned, but for the last one. */
async function keptOf({ context }: TestRunStage, runIds: readonly string[], runDays = 30) {
  const { db, clock, configuration } = context;
  const { candidates, returns } = configuration;
  await pruneRuns({ db, clock, runDays, candidates, returns }, { kept: 1 });
  const rows = await db.selectFrom('testRuns').select('id').execute();
  const results = await db.selectFrom('testResults').select('runId').distinct().execute();
  expect(new Set(results.map(({ runId }) => runId))).toEqual(new Set(rows.map(({ id }) => id)));
  return runIds.map((id) => rows.some((row) => row.id === id));
}

test('old runs go with their results; the last one in which a test passed stays, and so do the latest', async () => {
  await using stage = await setTheStage({ 'tests/sum': {}, 'tests/ok': {} });
  const first = await runOn(stage);
  const sumPassed = await runOn(stage);
  stage.service.tests.set('tests/sum', fails);
  const failed = await runOn(stage, 'sum');
  const whole = await runOn(stage);
  const okPassed = await runOn(stage, 'ok');
  const runs = [first, sumPassed, failed, whole, okPassed];
  expect(await keptOf(stage, runs), 'none is old').toEqual([true, true, true, true, true]);
  stage.clock.travel(60 * DAY_MS);
  expect(await keptOf(stage, runs, 0), 'forever').toEqual([true, true, true, true, true]);
  expect(await keptOf(stage, runs)).toEqual([false, true, false, true, true]);
});

test('what proves a content, and what a quarantine stands on, stays', async () => {
  const reaches = (letter: string) => ({ reaches: ['times.js', letter.repeat(40)] as const });
  await using stage = await setTheStage({ 'tests/ok': reaches('a'), 'tests/sum': fails });
  const proof = await runOn(stage);
  stage.service.tests.set('tests/ok', reaches('b'));
  const failedBefore = await runOn(stage, 'sum');
  const evidence = await runOn(stage, 'sum');
  const body = { id: SUM, reason: 'Waits for the new tax rates', until: '2026-12-30' };
  await stage.call(upsertQuarantine, { body }, { as: stage.caller });
  const passed = await runOn(stage, 'ok');
  const last = await runOn(stage, 'ok');
  stage.clock.travel(60 * DAY_MS);
  const kept = await keptOf(stage, [proof, failedBefore, evidence, passed, last]);
  expect(kept).toEqual([true, false, true, false, true]);
});
