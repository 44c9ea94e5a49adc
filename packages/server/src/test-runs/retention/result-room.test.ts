import { listLimits } from '@atrium/contract/limits/limits';
import { getTestDetails } from '@atrium/contract/test-runs/test-results';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { expect, test } from 'vitest';
import { failingSum, setTheStage, type TestRunStage } from '../../../test/test-run-stage.ts';
import { ROW_BYTES } from './result-room.ts';

const LONG = 'x'.repeat(20_000);
const fails = { failure: { ...failingSum, message: LONG, console: LONG } };

async function usedOf({ call, caller }: TestRunStage): Promise<number> {
  const limits = await call(listLimits, {}, { as: caller });
  return limits.find(({ name }) => name === 'resultBytes')?.used ?? -1;
}

const limitTo = ({ context, caller }: TestRunStage, limit: number) =>
  context.limits.update(caller, caller.domainId, { name: 'resultBytes', limit });

async function runOnce(stage: TestRunStage): Promise<string> {
  const { runId } = await stage.start();
  await stage.execute();
  stage.clock.travel(1000);
  return runId;
}

async function textsOf({ call, caller }: TestRunStage, runId: string) {
  const { failure, console } = await call(
    getTestDetails,
    { params: { runId }, query: { id: 'shop/tests/sum' } },
    { as: caller },
  );
  return { message: failure?.message.length, console: console?.slice(0, 80) };
}

test('past the limit a run keeps what happened, and not what was written', async () => {
  await using stage = await setTheStage({ 'tests/ok': {}, 'tests/sum': fails });
  const whole = await runOnce(stage);
  expect(await textsOf(stage, whole)).toEqual({ message: 20_000, console: LONG.slice(0, 80) });
  const used = await usedOf(stage);
  expect(used).toBeGreaterThan(40_000);
  expect(used).toBeLessThan(42_000);
  await limitTo(stage, used + 10_000);
  const cut = await runOnce(stage);
  expect(await textsOf(stage, cut)).toEqual({
    message: 500,
    console: 'Not kept: the results of test runs of this domain take as much as they may.',
  });
  expect(await stage.read(cut)).toMatchObject({ status: 'FAIL' });
  expect(await usedOf(stage)).toBeLessThan(used + 10_000);
});

test('the oldest runs make room for another; where nothing may go, none starts', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  const runIds: string[] = [];
  for (let count = 0; count < 13; count += 1) runIds.push(await runOnce(stage));
  const { db } = stage.context;
  const left = async () => (await db.selectFrom('testRuns').select('id').orderBy('id').execute()).length;
  await limitTo(stage, await usedOf(stage));
  await runOnce(stage);
  expect(await left()).toBe(13);
  const rows = await db.selectFrom('testRuns').select('id').execute();
  expect(rows.map(({ id }) => id)).not.toContain(runIds[0]);
  await limitTo(stage, ROW_BYTES);
  const refused = await stage.request(runTests, { body: {} }, { as: stage.caller });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toContain('Results of test runs');
  expect(await left()).toBe(10);
});
