import { listLimits } from '@atrium/contract/limits/limits';
import { cancelTest, getTestDetails } from '@atrium/contract/test-runs/test-results';
import { expect, test, vi } from 'vitest';
import { failingSum, setTheStage, type TestRunStage } from '../../../test/test-run-stage.ts';
import { testRunJob } from '../test-run.job.ts';
import { ROW_BYTES } from './result-room.ts';

const LONG = 'x'.repeat(20_000);
const fails = { failure: { ...failingSum, message: LONG, console: LONG } };
const NOT_KEPT = 'Not kept: it does not fit into what this domain may keep of test results.';

async function usedOf({ call, caller }: TestRunStage): Promise<number> {
  const limits = await call(listLimits, {}, { as: caller });
  return limits.find(({ name }) => name === 'resultBytes')?.used ?? -1;
}

const limitTo = ({ context, caller }: TestRunStage, limit: number) =>
  context.limits.update(caller, caller.domainId, { name: 'resultBytes', limit: Math.floor(limit) });

async function runOnce(stage: TestRunStage): Promise<string> {
  const { runId } = await stage.start();
  await stage.execute();
  stage.clock.travel(1000);
  return runId;
}

async function runTimes(stage: TestRunStage, times: number): Promise<string[]> {
  const runIds: string[] = [];
  while (runIds.length < times) runIds.push(await runOnce(stage));
  return runIds;
}

/** Which of these runs are gone. */
async function lostOf({ context: { db } }: TestRunStage, runIds: readonly string[]): Promise<number[]> {
  const rows = await db.selectFrom('testRuns').select('id').execute();
  return [...runIds.keys()].filter((index) => !rows.some(({ id }) => id === runIds[index]));
}

async function textsOf({ call, caller }: TestRunStage, runId: string, name = 'sum') {
  const query = { id: `shop/tests/${name}` };
  const { failure, console } = await call(getTestDetails, { params: { runId }, query }, { as: caller });
  return { message: failure?.message.length, console: console?.slice(0, 80) };
}

const cut = { message: 500, console: NOT_KEPT };
const whole = { message: 20_000, console: LONG.slice(0, 80) };

test('a full domain runs its tests, and keeps what happened, not what was written', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  expect(await textsOf(stage, await runOnce(stage))).toEqual(whole);
  const used = await usedOf(stage);
  expect(used).toBeGreaterThan(40_000);
  expect(used).toBeLessThan(42_000);
  for (const limit of [used + 10_000, used, ROW_BYTES, 0]) {
    await limitTo(stage, limit);
    const before = await usedOf(stage);
    const runId = await runOnce(stage);
    expect(await stage.read(runId)).toMatchObject({ status: 'FAIL' });
    expect(await textsOf(stage, runId)).toEqual(cut);
    expect((await usedOf(stage)) - before).toBe(ROW_BYTES + cut.message + NOT_KEPT.length);
  }
});

test('only of what was written it says that it was not kept', async () => {
  const quiet = { failure: { ...failingSum, message: LONG } };
  await using stage = await setTheStage({
    'tests/silent': {},
    'tests/brief': { result: 1 },
    'tests/quiet': quiet,
  });
  await limitTo(stage, 0);
  const runId = await runOnce(stage);
  for (const name of ['silent', 'brief']) expect(await textsOf(stage, runId, name)).toEqual({ console: '' });
  expect(await textsOf(stage, runId, 'quiet')).toEqual({ message: 500, console: '' });
  expect(await usedOf(stage)).toBe(3 * ROW_BYTES + '1'.length + 500);
});

test('one run takes no more than its share, however much room there is', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails, 'tests/sum2': fails });
  await limitTo(stage, 20 * 60_000);
  const runId = await runOnce(stage);
  const texts = [await textsOf(stage, runId), await textsOf(stage, runId, 'sum2')];
  expect(texts).toEqual([whole, cut]);
});

test('as many of the oldest runs go as are needed, of those whose size is known', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  const runIds = await runTimes(stage, 14);
  const { db } = stage.context;
  const unknown = [runIds[0] ?? '', runIds[2] ?? ''];
  await db.updateTable('testRuns').set({ resultBytes: 0 }).where('id', 'in', unknown).execute();
  const used = await usedOf(stage);
  // What one run takes, and half of it, is missing at the share of the next one.
  await limitTo(stage, (used - 1.5 * (used / 12)) / 0.95);
  await runOnce(stage);
  expect(await lostOf(stage, runIds)).toEqual([1, 3]);
});

test('runs that cover a submit stay, and those whose submit is being returned', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  const runIds = await runTimes(stage, 14);
  const { db, configuration, clock } = stage.context;
  const { domainId, userId } = stage.caller;
  const tested = async (id = '', hasPassed = true) => {
    await configuration.candidates.create(db, { runId: id, domainId, digest: '', services: [] }, []);
    await configuration.candidates.close(db, { id, domainId, hasPassed });
  };
  await tested(runIds[0]);
  await tested(runIds[1], false);
  const [, , id = ''] = runIds;
  const now = clock.now();
  const times = { startedOn: now, touchedOn: now, endedOn: now, testedOn: now };
  const tests = { tests: 'RETURN', testState: 'STARTED', runId: id, returned: '[]' } as const;
  const submit = { kind: 'SUBMIT', state: 'DONE', phase: 'WRITE', done: 0, ...times, ...tests } as const;
  await db
    .insertInto('submissions')
    .values({ id, domainId, userId, ...submit })
    .execute();
  await configuration.returns.decide(db, { id, domainId, status: 'FAIL', haveAllRun: true });
  const used = await usedOf(stage);
  await limitTo(stage, (used - 1.5 * (used / 14)) / 0.95);
  await runOnce(stage);
  expect(await lostOf(stage, runIds)).toEqual([1, 3]);
});

test('where all that may go would not be enough, one goes for the one that begins', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  const runIds = await runTimes(stage, 13);
  await limitTo(stage, ROW_BYTES);
  expect(await textsOf(stage, await runOnce(stage))).toEqual(cut);
  expect(await lostOf(stage, runIds)).toEqual([0]);
});

test('what is not stored in the end does not count', async () => {
  await using stage = await setTheStage({ 'tests/slow': { untilCanceled: LONG }, 'tests/ok': {} });
  const { runId } = await stage.start();
  const executed = stage.execute();
  const slow = async () => (await stage.read(runId)).servicesTests[0]?.tests[0]?.status;
  await vi.waitFor(async () => expect(await slow()).toBe('RUNNING'), 5000);
  await stage.call(cancelTest, { body: { id: 'shop/tests/slow' } }, { as: stage.caller });
  await executed;
  expect(await stage.read(runId)).toMatchObject({ counts: { CANCELED: 1, OK: 1 } });
  expect(await usedOf(stage)).toBe(2 * ROW_BYTES);
});

test('a run that is taken over goes on with the rest of its share', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails, 'tests/slow': 'hang', 'tests/sum2': fails });
  await limitTo(stage, 20 * 60_000);
  const { runId } = await stage.start();
  const first = stage.execute();
  const ofSum = async () => (await stage.read(runId)).servicesTests[0]?.tests[0]?.status;
  await vi.waitFor(async () => expect(await ofSum()).toBe('FAIL'), 5000);
  stage.service.tests.set('tests/slow', {});
  await stage.context.jobs.send(testRunJob, { runId });
  await stage.execute();
  await first;
  const texts = [await textsOf(stage, runId), await textsOf(stage, runId, 'sum2')];
  expect(texts).toEqual([whole, cut]);
});
