import { searchLog } from '@atrium/contract/audit/log';
import { deleteQuarantine, listQuarantines, upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import { expect, test, vi } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { countWaitingForLocks } from '../../test/locked-table.ts';
import { failingSum, setTheStage, type TestRunStage } from '../../test/test-run-stage.ts';
import { insertProtection } from '../configuration/candidate/protection.repository.ts';

const SUM = 'shop/tests/sum';
const DAY_MS = 86_400_000;

function quarantine(stage: TestRunStage, until = '2026-11-23', as = stage.caller) {
  const body = { id: SUM, reason: 'Waits for the new tax rates', until };
  return stage.request(upsertQuarantine, { body }, { as });
}

async function runOnce(stage: TestRunStage, body = {}) {
  const { runId } = await stage.start(body);
  await stage.execute();
  return stage.read(runId);
}

test('a test in quarantine runs and does not fail the run, until its last day is over', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum }, 'tests/ok': {} });
  expect((await runOnce(stage)).status).toBe('FAIL');
  expect((await quarantine(stage)).json()).toMatchObject({ id: SUM, until: '2026-11-23', user: 'ada' });
  const run = await runOnce(stage);
  expect(run).toMatchObject({ status: 'OK', counts: { OK: 1, FAIL: 1 }, quarantinedFailures: 1 });
  expect(run.servicesTests[0]?.tests[0]).toMatchObject({
    status: 'FAIL',
    quarantine: 'Waits for the new tax rates',
  });

  // The others still fail it.
  stage.service.tests.set('tests/ok', { failure: failingSum });
  expect(await runOnce(stage)).toMatchObject({ status: 'FAIL', quarantinedFailures: 1 });
  stage.service.tests.set('tests/ok', {});

  stage.clock.travel(2 * DAY_MS);
  expect((await runOnce(stage)).status).toBe('OK');
  stage.clock.travel(DAY_MS);
  expect(await runOnce(stage)).toMatchObject({ status: 'FAIL', quarantinedFailures: 0 });
  expect(await stage.call(listQuarantines, {}, { as: stage.caller })).toEqual([]);
});

test('its failure does not stop a run that stops at the first one', async () => {
  await using stage = await setTheStage({
    'tests/sum': { failure: failingSum },
    'tests/ok': {},
    'tests/late': {},
  });
  await runOnce(stage);
  await quarantine(stage);
  const run = await runOnce(stage, { strategy: 'FAIL_ON_FIRST' });
  expect(run).toMatchObject({ status: 'OK', counts: { OK: 2, FAIL: 1 } });

  stage.service.tests.set('tests/ok', { failure: failingSum });
  const stopped = await runOnce(stage, { strategy: 'FAIL_ON_FIRST' });
  expect(stopped).toMatchObject({ status: 'FAIL', counts: { FAIL: 1, SKIPPED: 2 } });
});

test('a test that its service does not run stops such a run, and leaves those in quarantine alone', async () => {
  const ok = 'tests/ok';
  await using stage = await setTheStage({ 'tests/gone': {}, [ok]: {}, 'tests/sum': {} });
  await runOnce(stage);
  await quarantine(stage);
  const runWithout = async (name: string) => {
    const { runId } = await stage.start({ strategy: 'FAIL_ON_FIRST' });
    stage.service.tests.delete(name);
    await stage.execute();
    stage.service.tests.set(name, {});
    const { status, servicesTests } = await stage.read(runId);
    const states = servicesTests.flatMap(({ tests }) =>
      tests.map(({ id, status }) => [id.split('/').at(-1), status]),
    );
    return { status, ...Object.fromEntries(states) };
  };
  expect(await runWithout('tests/gone')).toEqual({
    status: 'FAIL',
    gone: 'FAIL',
    ok: 'OK',
    sum: 'SKIPPED',
  });
  expect(await runWithout('tests/sum')).toMatchObject({ status: 'OK', gone: 'OK', sum: 'FAIL' });
});

test('a service that stays away in such a run is not waited for again for those in quarantine', async () => {
  const flaky = 'tests/a';
  await using stage = await setTheStage({ [flaky]: {}, 'tests/sum': {} }, { retryAfterMs: [1, 1] });
  await runOnce(stage);
  await quarantine(stage);
  stage.service.tests.set(flaky, 'break-always');
  stage.service.begun.length = 0;
  const run = await runOnce(stage, { strategy: 'FAIL_ON_FIRST' });
  expect(run).toMatchObject({ status: 'CANCELED', counts: { CANCELED: 2 } });
  const [group] = run.servicesTests;
  expect(group?.tests.map(({ result }) => result)).toEqual([group?.error, group?.error]);
  expect(new Set(stage.service.begun)).toEqual(new Set([flaky]));
});

test('who may change what is live puts tests into quarantine and takes them out, and the log says so', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum } });
  const { context, caller } = stage;
  const tester = await buildChild(context, caller, ['tests.read', 'tests.run']);
  const stranger = await buildUser(context);
  const administrator = await buildUser(context, { isAdmin: true });
  const request = { query: { id: SUM } };
  expect((await quarantine(stage)).statusCode).toBe(404);
  await runOnce(stage);
  expect((await quarantine(stage, '2026-11-23', tester)).statusCode).toBe(403);
  for (const outsider of [stranger, administrator]) {
    expect((await quarantine(stage, '2026-11-23', outsider)).statusCode).toBe(404);
    expect((await stage.request(deleteQuarantine, request, { as: outsider })).statusCode).toBe(404);
  }
  expect((await quarantine(stage, '2026-11-20')).statusCode).toBe(422);
  expect((await quarantine(stage, '2027-12-01')).statusCode).toBe(422);

  expect((await quarantine(stage)).statusCode).toBe(200);
  expect((await quarantine(stage, '2026-11-30')).statusCode).toBe(200);
  expect(await stage.call(listQuarantines, {}, { as: tester })).toMatchObject([
    { id: SUM, until: '2026-11-30' },
  ]);
  expect(await stage.call(listQuarantines, {}, { as: stranger })).toEqual([]);
  expect((await stage.request(deleteQuarantine, request, { as: tester })).statusCode).toBe(403);
  await stage.call(deleteQuarantine, request, { as: caller });
  expect((await stage.request(deleteQuarantine, request, { as: caller })).statusCode).toBe(404);
  expect((await runOnce(stage)).status).toBe('FAIL');

  const { logs } = await stage.call(searchLog, { body: { startAt: '2026-11-01T00:00:00Z' } }, { as: caller });
  expect(logs.map(({ action }) => action).filter((action) => action.startsWith('test-runs.'))).toEqual([
    'test-runs.end-quarantine',
    'test-runs.quarantine',
    'test-runs.quarantine',
  ]);
});

test('a quarantine that several people end at once is ended once, and the log says so once', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum } });
  await runOnce(stage);
  await quarantine(stage);
  const { db } = stage.context;
  const answers: Promise<{ statusCode: number }>[] = [];
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('testQuarantines').select('testId').forUpdate().execute();
    for (let number = 0; number < 3; number += 1)
      answers.push(stage.request(deleteQuarantine, { query: { id: SUM } }, { as: stage.caller }));
    await vi.waitFor(async () => expect(await countWaitingForLocks(db)).toBe(3), 5000);
  });
  const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(codes.sort((a, b) => a - b)).toEqual([204, 404, 404]);
  const body = { startAt: '2026-01-01T00:00:00.000Z', action: 'test-runs.end-quarantine' };
  expect((await stage.call(searchLog, { body }, { as: stage.caller })).logs).toHaveLength(1);
});

test('where a passed run is demanded, only who may lift the demand puts a test into quarantine', async () => {
  await using stage = await setTheStage({ 'tests/sum': { failure: failingSum } });
  const { context, caller, clock } = stage;
  const writer = await buildChild(context, caller, ['configuration.write']);
  const protector = await buildChild(context, caller, ['configuration.write', 'configuration.protect']);
  await runOnce(stage);
  expect((await quarantine(stage, '2026-11-23', writer)).statusCode).toBe(200);
  const { domainId } = caller;
  await insertProtection(context.db, { domainId, serviceId: 'another-service' }, clock.now());
  const refused = await quarantine(stage, '2026-11-24', writer);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    expect.stringContaining('configuration.protect'),
  ]);
  expect((await quarantine(stage, '2026-11-25', protector)).statusCode).toBe(200);
  // To take one out demands more, not less.
  expect((await stage.request(deleteQuarantine, { query: { id: SUM } }, { as: writer })).statusCode).toBe(
    204,
  );
});
