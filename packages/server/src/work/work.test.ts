import { giveRoles } from '@atrium/contract/accounts/people';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { listWork, updateWorkSeen, WORK_DAYS } from '@atrium/contract/work/work';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { failingSum, setTheStage, type TestRunStage } from '../../test/test-run-stage.ts';
import { updateOperationEnded, upsertOperation } from '../configuration/operation.repository.ts';
import type { Caller } from '../http/caller.ts';

let stage: TestRunStage;
beforeAll(async () => {
  stage = await setTheStage({ 'tests/fine': { result: 3 }, 'tests/sum': { failure: failingSum } });
});
afterAll(() => stage[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;

const list = async (as: Caller) => (await stage.call(listWork, {}, { as })).work;
const see = (as: Caller) =>
  stage.call(updateWorkSeen, { body: { until: stage.clock.now().toISOString() } }, { as });

/** An operation that has ended after so long. */
async function operate(
  { domainId, userId }: Caller,
  { tookMs = 1000, error = null }: { tookMs?: number; error?: string | null } = {},
): Promise<string> {
  const { context, clock } = stage;
  const key = { domainId, userId, id: context.random.id() };
  await upsertOperation(context.db, { ...key, kind: 'PUSH', startedOn: clock.now() });
  clock.travel(tookMs);
  const end = { state: error === null ? 'DONE' : 'FAILED', error, now: clock.now() } as const;
  await updateOperationEnded(context.db, 'gitOperations', { ...key, attempt: 1 }, end);
  clock.travel(1000);
  return key.id;
}

test('lists what a person has started, newest first: running with progress, ended with its outcome', async () => {
  const as = await buildUser(stage.context);
  expect(await list(as)).toEqual([]);
  await operate(as, { error: 'The host is away.' });
  const { runId } = await stage.start({}, as);
  expect(await list(as)).toMatchObject([
    { kind: 'TEST_RUN', state: 'RUNNING', endedOn: null, done: 0, total: 2, outcome: null, isNew: false },
    { kind: 'PUSH', state: 'FAILED', outcome: 'The host is away.', isNew: true },
  ]);
  await stage.execute();
  expect((await list(as))[0]).toMatchObject({
    kind: 'TEST_RUN',
    state: 'FAILED',
    runId,
    done: 2,
    outcome: '1 of 2 failed.',
    isNew: true,
  });
});

test('new is what failed or took ten seconds, until the person has looked, and what ends later', async () => {
  const as = await buildUser(stage.context);
  const names = async () => (await list(as)).filter(({ isNew }) => isNew).map(({ id }) => id);
  await operate(as, { tookMs: 9_999 });
  const long = await operate(as, { tookMs: 10_000 });
  const failed = await operate(as, { error: 'No.' });
  expect(await names()).toEqual([failed, long]);
  await see(as);
  expect(await names()).toEqual([]);
  const later = await operate(as, { error: 'No.' });
  expect(await names()).toEqual([later]);
  // Neither an earlier nor a future moment changes what is to come.
  for (const until of ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'])
    await stage.call(updateWorkSeen, { body: { until } }, { as });
  expect(await names()).toEqual([]);
  const last = await operate(as, { error: 'No.' });
  expect(await names()).toEqual([last]);
});

test('what was canceled is in the history, and is not new', async () => {
  const as = await buildUser(stage.context);
  const { runId } = await stage.start({}, as);
  stage.clock.travel(60_000);
  await stage.call(cancelTestRun, { params: { runId } }, { as });
  expect(await list(as)).toMatchObject([{ id: runId, state: 'CANCELED', isNew: false }]);
  await stage.execute();
});

test('everyone has their own work, and sees no more of it than they may', async () => {
  const owner = await buildUser(stage.context);
  const child = await buildChild(stage.context, owner, ['tests.run']);
  const id = await operate(child, { error: 'No.' });
  const { runId } = await stage.start({}, child);
  await stage.execute();
  expect((await list(child)).map((work) => work.id)).toEqual([runId, id]);
  const stranger = await buildUser(stage.context);
  const administrator = await buildUser(stage.context, { isAdmin: true });
  for (const other of [owner, stranger, administrator]) expect(await list(other)).toEqual([]);
  await see(owner);
  expect((await list(child)).map(({ isNew }) => isNew)).toEqual([true, true]);
  // Who may not see tests any more does not see their outcome here either.
  await stage.call(giveRoles, { params: { id: child.userId }, body: { roles: [] } }, { as: owner });
  expect((await list(child)).map((work) => work.id)).toEqual([id]);
});

test('an administrator who acts as a customer sees their work, and marks nothing as seen', async () => {
  const owner = await buildUser(stage.context);
  const administrator = await buildUser(stage.context, { isAdmin: true });
  await operate(owner, { error: 'No.' });
  const acting = { ...owner, impersonatorId: administrator.userId };
  expect(await list(acting)).toMatchObject([{ isNew: true }]);
  const body = { until: stage.clock.now().toISOString() };
  expect((await stage.request(updateWorkSeen, { body }, { as: acting })).statusCode).toBe(403);
  expect(await list(owner)).toMatchObject([{ isNew: true }]);
});

test('after thirty days it is gone, and an operation that has lost its process has failed', async () => {
  const as = await buildUser(stage.context);
  const { db, random } = stage.context;
  const key = { domainId: as.domainId, userId: as.userId, id: random.id() };
  await upsertOperation(db, { ...key, kind: 'PULL', startedOn: stage.clock.now() });
  expect(await list(as)).toMatchObject([{ state: 'RUNNING', endedOn: null, isNew: false }]);
  stage.clock.travel(DAY_MS);
  expect(await list(as)).toMatchObject([
    { state: 'FAILED', outcome: 'It was interrupted. Please start it again.', isNew: true },
  ]);
  await stage.context.configuration.removeExpired();
  expect(await list(as)).toHaveLength(1);
  stage.clock.travel(WORK_DAYS * DAY_MS);
  expect(await list(as)).toEqual([]);
  await stage.context.configuration.removeExpired();
  expect(await db.selectFrom('gitOperations').selectAll().where('userId', '=', as.userId).execute()).toEqual(
    [],
  );
});
