import { inviteChild, removeChild } from '@atrium/contract/accounts/children';
import { ownChannels } from '@atrium/contract/notifications/channels';
import { findTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import type { TestStatus } from '@atrium/contract/test-runs/status';
import { cancelTest, getTestDetails, listPastResults } from '@atrium/contract/test-runs/test-results';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import {
  cancelTestRun,
  getCurrentTestRun,
  getJunitReport,
  getLatestTestRun,
  getTestRun,
  getTestRunChanges,
  listTests,
  runTests,
} from '@atrium/contract/test-runs/test-runs';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { countWaitingForLocks } from '../../test/locked-table.ts';
import { failingSum as assertion, setTheStage } from '../../test/test-run-stage.ts';
import { listCanceledTests, updateUnfinishedTests } from './test-result.repository.ts';
import { lockRun } from './test-run.repository.ts';

function statusesOf({ servicesTests }: TestRun): Record<string, TestStatus | null> {
  return Object.fromEntries(
    servicesTests.flatMap(({ tests }) => tests.map(({ id, status }) => [id, status])),
  );
}

describe('a run', () => {
  test('lists, runs and keeps what came out', async () => {
    await using stage = await setTheStage({
      'tests/greets': { result: { text: 'hello' }, console: 'said hello\0\n', takesMs: 7 },
      'tests/sum': { failure: assertion },
      'tests/slow': { failure: { ...assertion, name: 'TimeLimit', message: 'longer than 5 s' } },
      'tests/disabled': {},
      'tests/long': { result: 'x'.repeat(5000) },
    });
    const listed = await stage.call(listTests, {}, { as: stage.caller });
    expect(listed).toMatchObject({ runId: null, status: null, strategy: 'EXECUTE_ALL', userId: null });
    expect(listed.servicesTests[0]?.tests).toHaveLength(5);

    const { runId } = await stage.start();
    expect(await stage.call(getCurrentTestRun, {}, { as: stage.caller })).toMatchObject({
      runId,
      status: 'RUNNING',
      userName: 'ada',
      counts: { PENDING: 4, SKIPPED: 1 },
      startedTestsCount: 0,
      finishedTestsCount: 0,
    });
    await stage.execute();

    const run = await stage.read(runId);
    expect(run).toMatchObject({
      status: 'FAIL',
      counts: { OK: 2, FAIL: 2, SKIPPED: 1 },
      startedTestsCount: 4,
      finishedTestsCount: 4,
    });
    expect(run.servicesTests[0]).toMatchObject({ serviceId: 'shop', version: 8, error: null });
    expect(run.servicesTests[0]?.tests).toMatchObject([
      { id: 'shop/tests/greets', status: 'OK', result: { text: 'hello' }, duration: 7, serviceTag: 'v1.2.0' },
      { id: 'shop/tests/sum', status: 'FAIL', result: 'expected 2 to equal 3', failureKind: 'assertion' },
      { id: 'shop/tests/slow', status: 'FAIL', failureKind: 'timeout' },
      { id: 'shop/tests/disabled', status: 'SKIPPED', duration: null },
      { id: 'shop/tests/long', status: 'OK', isResultCut: true },
    ]);
    expect(await stage.call(getCurrentTestRun, {}, { as: stage.caller })).toBeUndefined();
    expect(await stage.call(getLatestTestRun, {}, { as: stage.caller })).toEqual(run);

    const details = (id: string) =>
      stage.call(getTestDetails, { params: { runId }, query: { id } }, { as: stage.caller });
    expect(await details('shop/tests/sum')).toMatchObject({
      version: 8,
      failure: { kind: 'assertion', expected: '3', actual: '2', place: { file: 'tests/sum.js', line: 3 } },
    });
    expect(await details('shop/tests/greets')).toMatchObject({ console: 'said hello␀\n', failure: null });
    expect((await details('shop/tests/long')).result).toBe('x'.repeat(5000));
    const query = { id: 'shop/tests/sum' };
    expect(await stage.call(listPastResults, { query }, { as: stage.caller })).toMatchObject([
      { runId, status: 'FAIL', message: 'expected 2 to equal 3', version: 8 },
    ]);
  });

  test('passes what a test returned on as it was written, without parsing it', async () => {
    const written = '{"mark": 1.0, "long": 12345678901234567890, "mark": [1E2] }';
    await using stage = await setTheStage({ 'tests/exact': { resultText: written } });
    const parse = vi.spyOn(JSON, 'parse');
    const { runId } = await stage.start();
    await stage.execute();
    const { body } = await stage.request(getTestRun, { params: { runId } }, { as: stage.caller });
    const parsed = parse.mock.calls.filter(([text]) => text.includes('"mark"'));
    parse.mockRestore();
    expect(body).toContain(`"status":"OK","result":${written},`);
    expect(parsed).toEqual([]);
  });

  test('answers with what changed since a revision', async () => {
    await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': {} });
    const { runId, revision } = await stage.start();
    const changes = (since: number) =>
      stage.call(getTestRunChanges, { params: { runId }, query: { since } }, { as: stage.caller });
    expect((await changes(revision)).tests).toEqual([]);
    await stage.execute();
    const after = await changes(revision);
    expect(after.tests.map(({ status }) => status)).toEqual(['OK', 'OK']);
    expect(after).toMatchObject({ status: 'OK', versions: { shop: 8 } });
    expect((await changes(after.revision)).tests).toEqual([]);
  });

  test('is one at a time in a domain, and runs only what is asked for', async () => {
    await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': {}, 'tests/c': {} });
    const servicesTests = [
      { serviceId: 'shop', tests: [{ id: 'shop/tests/c' }, { id: 'shop/tests/a', action: 'SKIP' as const }] },
    ];
    const { runId } = await stage.start({ servicesTests });
    const second = await stage.request(runTests, { body: {} }, { as: stage.caller });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ details: { runId } });
    await stage.execute();
    expect(statusesOf(await stage.read(runId))).toEqual({ 'shop/tests/a': 'SKIPPED', 'shop/tests/c': 'OK' });
    expect(stage.service.begun).toEqual(['tests/c']);
    const past = async (id: string) =>
      (await stage.call(listPastResults, { query: { id } }, { as: stage.caller })).map(
        ({ status }) => status,
      );
    expect(await past('shop/tests/c')).toEqual(['OK']);
    expect(await past('shop/tests/a')).toEqual([]);
  });

  test('is started once however many ask at the same moment', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => stage.request(runTests, { body: {} }, { as: stage.caller })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  test('is started once for one Idempotency-Key', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const headers = { 'idempotency-key': 'k1' };
    const start = (body: object) => stage.request(runTests, { body }, { as: stage.caller, headers });
    const first = await start({ strategy: 'EXECUTE_ALL' });
    await stage.execute();
    const again = await start({ strategy: 'EXECUTE_ALL' });
    expect(again.json().runId).toBe(first.json().runId);
    expect((await start({ strategy: 'FAIL_ON_FIRST' })).statusCode).toBe(422);
  });

  test('is the same one for the same Idempotency-Key sent twice at once, and another one days later', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const headers = { 'idempotency-key': 'k2' };
    const start = () => stage.request(runTests, { body: {} }, { as: stage.caller, headers });
    const answers = await Promise.all([start(), start(), start()]);
    const ids = answers.map((answer) => answer.json().runId);
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
    await stage.execute();
    stage.clock.travel(25 * 3_600_000);
    const later = await start();
    expect([later.statusCode, later.json().runId === ids[0]]).toEqual([200, false]);
  });

  test('refuses an Idempotency-Key that it could only keep in part', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const start = (key: string) =>
      stage.request(runTests, { body: {} }, { as: stage.caller, headers: { 'idempotency-key': key } });
    const refused = await start('k'.repeat(201));
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'Idempotency-Key must have 1 to 200 characters.',
    ]);
    expect((await start('k'.repeat(200))).statusCode).toBe(200);
  });

  test('refuses tests that are not there, and a run of nothing', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const ask = (id: string, action: 'RUN' | 'SKIP') =>
      stage.request(
        runTests,
        { body: { servicesTests: [{ serviceId: 'shop', tests: [{ id, action }] }] } },
        { as: stage.caller },
      );
    expect((await ask('shop/tests/gone', 'RUN')).statusCode).toBe(409);
    expect((await ask('shop/tests/a', 'SKIP')).statusCode).toBe(422);
    stage.service.goAway();
    expect((await stage.request(runTests, { body: {} }, { as: stage.caller })).statusCode).toBe(503);
  });

  test('stops at the first failure and skips the rest', async () => {
    await using stage = await setTheStage({
      'tests/a': {},
      'tests/b': { failure: assertion },
      'tests/c': {},
      'tests/d': 'hang',
    });
    const { runId } = await stage.start({ strategy: 'FAIL_ON_FIRST' });
    await stage.execute();
    const run = await stage.read(runId);
    expect(run.status).toBe('FAIL');
    expect(run.counts).toEqual({ OK: 1, FAIL: 1, SKIPPED: 2 });
    expect(run).toMatchObject({ startedTestsCount: 2, finishedTestsCount: 2 });
  });
});

describe('cancelling', () => {
  test('takes effect at once, also on one test, and the service is told', async () => {
    await using stage = await setTheStage({ 'tests/a': 'hang', 'tests/b': 'hang', 'tests/c': {} });
    const { runId } = await stage.start();
    const executed = stage.execute();
    const isRunning = async () => expect((await stage.read(runId)).counts.RUNNING).toBe(1);
    await vi.waitFor(isRunning, 5000);
    expect(stage.service.begun).toEqual(['tests/a']);
    await stage.call(cancelTest, { body: { id: 'shop/tests/a' } }, { as: stage.caller });
    const again = await stage.request(cancelTest, { body: { id: 'shop/tests/a' } }, { as: stage.caller });
    expect(again.statusCode).toBe(409);
    const body = { id: 'shop/tests/b', runId: crypto.randomUUID() };
    const ofAnotherRun = await stage.request(cancelTest, { body }, { as: stage.caller });
    expect(ofAnotherRun.json()).toMatchObject({ status: 409, message: 'This run has already ended.' });
    await vi.waitFor(() => expect(stage.service.begun).toEqual(['tests/a', 'tests/b']), 1000);
    await vi.waitFor(isRunning, 1000);
    const started = performance.now();
    await stage.call(cancelTestRun, { params: { runId } }, { as: stage.caller });
    await executed;
    await vi.waitFor(() => expect(stage.service.aborted).toBe(1), 1000);
    expect(performance.now() - started).toBeLessThan(1000);
    const run = await stage.read(runId);
    expect(run.status).toBe('CANCELED');
    expect(Object.values(statusesOf(run))).toEqual(['CANCELED', 'CANCELED', 'CANCELED']);
    const durations = run.servicesTests.flatMap(({ tests }) => tests.map(({ duration }) => duration));
    expect(durations).toEqual([expect.any(Number), expect.any(Number), null]);
    expect(run).toMatchObject({ startedTestsCount: 2, finishedTestsCount: 0 });
    const late = await stage.request(cancelTestRun, { params: { runId } }, { as: stage.caller });
    expect(late.statusCode).toBe(409);
  });
});

test('a test that ends in the moment in which it is cancelled stays as it ended', async () => {
  await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': {} });
  const { db } = stage.context;
  const { runId, revision } = await stage.start();
  const ends = { revision, now: stage.clock.now() };
  const testA = { serviceId: 'shop', testId: 'tests/a' };
  const canceled = Promise.withResolvers<number>();
  await db.transaction().execute(async (transaction) => {
    await lockRun(transaction, runId);
    void stage
      .request(cancelTest, { body: { id: 'shop/tests/a' } }, { as: stage.caller })
      .then(({ statusCode }) => canceled.resolve(statusCode));
    await vi.waitFor(async () => expect(await countWaitingForLocks(db)).toBe(1), 5000);
    await updateUnfinishedTests(transaction, runId, ends, { status: 'OK' }, testA);
  });
  expect(await canceled.promise).toBe(409);
  const run = await stage.read(runId);
  expect([run.revision, statusesOf(run)]).toEqual([
    revision,
    { 'shop/tests/a': 'OK', 'shop/tests/b': 'PENDING' },
  ]);
});

describe('when something goes away', () => {
  test('a service that breaks off is asked again for the rest', async () => {
    await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': 'break-once', 'tests/c': {} });
    const { runId } = await stage.start();
    await stage.execute();
    expect((await stage.read(runId)).counts).toEqual({ OK: 3 });
    expect(stage.service.begun).toEqual(['tests/a', 'tests/b', 'tests/b', 'tests/c']);
  });

  test('a service that is away for a moment is waited for', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const { runId } = await stage.start();
    stage.service.goAway();
    const executed = stage.execute();
    setTimeout(() => void stage.service.comeBack(), 500);
    await executed;
    expect((await stage.read(runId)).status).toBe('OK');
  });

  test('tests of a service that stays away have not failed, and the run says what it waited for', async () => {
    await using stage = await setTheStage(
      { 'tests/a': {}, 'tests/b': 'break-always' },
      { retryAfterMs: [1, 1, 1] },
    );
    const wanted = { id: stage.caller.userId, reason: 'tests-failed' as const };
    await stage.call(ownChannels.setReason, { params: wanted, body: { isOn: true } }, { as: stage.caller });
    const { runId, revision: since } = await stage.start();
    await stage.execute();
    const run = await stage.read(runId);
    expect(run).toMatchObject({ status: 'CANCELED', counts: { OK: 1, CANCELED: 1 } });
    const [group] = run.servicesTests;
    expect(group?.error).toMatch(/stopped before it had sent all results|cannot be reached/);
    const of = { params: { runId }, query: { since } };
    const changes = await stage.call(getTestRunChanges, of, { as: stage.caller });
    expect(changes).toMatchObject({ status: 'CANCELED', errors: { shop: group?.error } });
    expect(group?.tests[1]).toMatchObject({ status: 'CANCELED', result: group?.error });
    expect(stage.service.begun.filter((id) => id === 'tests/b').length).toBeGreaterThan(1);
    const { db } = stage.context;
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([]);
    // No person canceled them: a service that is away is not asked to end each of them.
    expect(await listCanceledTests(db, runId, 0)).toEqual([]);
  });

  test('tests that a service does not know any more fail with a reason', async () => {
    await using stage = await setTheStage({ 'tests/a': {}, 'tests/b': {} });
    const { runId } = await stage.start();
    stage.service.tests.delete('tests/b');
    await stage.execute();
    const run = await stage.read(runId);
    expect(run.counts).toEqual({ OK: 1, FAIL: 1 });
    expect(run).toMatchObject({ startedTestsCount: 1, finishedTestsCount: 1 });
    expect(run.servicesTests[0]?.tests[1]?.result).toMatch(/did not run this test/);
  });

  test('tests have not failed that did not run for hours, or whose person is gone', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const { context, caller } = stage;
    const ended = async ({ runId }: { runId: string }) => {
      await stage.execute();
      const { status, counts, servicesTests } = await stage.read(runId);
      return [status, counts, servicesTests[0]?.tests[0]?.result];
    };
    const late = await stage.start();
    stage.clock.travel(2 * 3_600_000 + 1);
    expect(await ended(late)).toEqual(['CANCELED', { CANCELED: 1 }, 'The run took too long and was ended.']);
    const child = await buildUser(context, { domainId: caller.domainId, parentId: caller.userId });
    const ofChild = await stage.start({ userId: child.userId });
    await stage.call(removeChild, { params: { id: child.userId } }, { as: caller });
    expect(await ended(ofChild)).toEqual([
      'CANCELED',
      { CANCELED: 1 },
      'The user whom the tests act as no longer exists.',
    ]);
    expect(stage.service.begun).toEqual([]);
  });

  test('a second execution takes over and the first one writes nothing more', async () => {
    await using stage = await setTheStage({ 'tests/a': 'hang', 'tests/b': {} });
    const { runId } = await stage.start();
    const first = stage.execute();
    await vi.waitFor(() => expect(stage.service.begun).toEqual(['tests/a']), 5000);
    stage.service.tests.set('tests/a', { result: 'by the second' });
    const { testRunJob } = await import('./test-run.job.ts');
    await stage.context.jobs.send(testRunJob, { runId });
    await stage.execute();
    await first;
    const run = await stage.read(runId);
    expect(run.counts).toEqual({ OK: 2 });
    expect(run.servicesTests[0]?.tests[0]?.result).toBe('by the second');
  });

  test('a run that nobody executes is found and executed', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const { runId } = await stage.start();
    // The queue has lost the job.
    await stage.context.jobs.runDue(
      stage.context.testRuns.jobs
        .filter(({ definition }) => definition.name === 'test-runs.execute')
        .map((handler) => ({ ...handler, run: async () => {} })),
    );
    stage.clock.travel(60_000);
    const watch = stage.context.testRuns.jobs.find(
      ({ definition }) => definition.name === 'test-runs.resume',
    );
    await watch?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(1000) });
    await stage.execute();
    expect((await stage.read(runId)).status).toBe('OK');
  });

  test('a run that waits for its turn is not sent a second time', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    await stage.start();
    stage.clock.travel(60_000);
    const jobNamed = (name: string) =>
      stage.context.testRuns.jobs.find((job) => job.definition.name === name);
    const [execution, watch] = [jobNamed('test-runs.execute'), jobNamed('test-runs.resume')];
    const look = () => watch?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(1000) });
    await look();
    await look();
    expect(await stage.context.jobs.runDue(execution === undefined ? [] : [execution])).toBe(1);
  });
});

describe('who may', () => {
  test('run as a child user, and as nobody else', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const { context, caller } = stage;
    const child = await buildUser(context, {
      domainId: caller.domainId,
      parentId: caller.userId,
      username: 'bo',
      roles: ['ROLE_DEV'],
    });
    const colleague = await buildUser(context, { domainId: caller.domainId });
    const stranger = await buildUser(context);
    for (const { userId } of [colleague, stranger]) {
      const refused = await stage.request(runTests, { body: { userId } }, { as: caller });
      expect(refused.statusCode).toBe(404);
    }
    // A child cannot act as its parent.
    const upwards = await stage.request(runTests, { body: { userId: caller.userId } }, { as: child });
    expect(upwards.statusCode).toBe(404);
    stage.service.users.length = 0;
    const run = await stage.start({ userId: child.userId });
    expect(run).toMatchObject({ userId: child.userId, userName: 'bo' });
    await stage.execute();
    // Listed by the one who asked, run by the child.
    expect(stage.service.users).toEqual([caller.userId, child.userId]);
  });

  test('see and cancel runs: the people of the domain', async () => {
    await using stage = await setTheStage({ 'tests/a': {} });
    const { runId } = await stage.start();
    const stranger = await buildUser(stage.context);
    const query = { id: 'shop/tests/a' };
    for (const answer of [
      await stage.request(getTestRun, { params: { runId } }, { as: stranger }),
      await stage.request(getTestRunChanges, { params: { runId }, query: { since: '0' } }, { as: stranger }),
      await stage.request(cancelTestRun, { params: { runId } }, { as: stranger }),
      await stage.request(getTestDetails, { params: { runId }, query }, { as: stranger }),
      await stage.request(getJunitReport, { params: { runId } }, { as: stranger }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect(await stage.call(getCurrentTestRun, {}, { as: stranger })).toBeUndefined();
    expect(await stage.call(listPastResults, { query }, { as: stranger })).toEqual([]);
    expect((await stage.request(listTests, {})).statusCode).toBe(401);
  });
});

test('runs are found by the day they started on', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const ids: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    ids.push((await stage.start()).runId);
    await stage.execute();
    stage.clock.travel(86_400_000);
  }
  const find = async (fromDate: string, toDate: string) => {
    const found = await stage.call(findTestRuns, { body: { fromDate, toDate } }, { as: stage.caller });
    return found.map(({ runId }) => ids.indexOf(runId));
  };
  expect(await find('2026-11-21T00:00:00Z', '2026-11-23T23:59:59Z')).toEqual([2, 1, 0]);
  expect(await find('2026-11-22T00:00:00+01:00', '2026-11-22T23:59:59+01:00')).toEqual([1]);
  expect(await find('2026-11-22T00:00:00Z', '2026-11-22T09:59:59Z')).toEqual([]);
  expect(await find('2026-11-22T00:00:00Z', '2026-11-22T10:00:00Z')).toEqual([1]);
  const body = { fromDate: '2026-11-22T00:00:00Z', toDate: '2026-11-21T00:00:00Z' };
  const wrong = await stage.request(findTestRuns, { body }, { as: stage.caller });
  expect(wrong.statusCode).toBe(400);
});

test('a run as JUnit XML', async () => {
  await using stage = await setTheStage({
    'tests/orders/creates': { result: 1, takesMs: 5 },
    'tests/sum': { failure: { ...assertion, message: 'expected "a" <to> equal\u0001 b' } },
    'tests/disabled': {},
  });
  const { runId } = await stage.start();
  await stage.execute();
  const answer = await stage.request(getJunitReport, { params: { runId } }, { as: stage.caller });
  expect(answer.headers['content-type']).toContain('application/xml');
  expect(answer.body.replace(runId, 'RUN').replace(stage.caller.userId, 'USER')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="Atrium" tests="3" failures="1" errors="0" skipped="1" time="0.000">
      <testsuite name="shop" tests="3" failures="1" errors="0" skipped="1" time="0.006" timestamp="2026-11-21T10:00:00">
        <properties>
          <property name="runId" value="RUN"/>
          <property name="userId" value="USER"/>
          <property name="configurationVersion" value="8"/>
          <property name="serviceTag" value="v1.2.0"/>
        </properties>
        <testcase name="creates" classname="shop.tests.orders" file="tests/orders/creates.js" time="0.005"/>
        <testcase name="sum" classname="shop.tests" file="tests/sum.js" time="0.001">
          <failure message="expected &quot;a&quot; &lt;to&gt; equal� b" type="AssertionError">AssertionError: expected &quot;a&quot; &lt;to&gt; equal� b
    expected: 3
    actual: 2
      at default tests/sum.js:3:15</failure>
        </testcase>
        <testcase name="disabled" classname="shop.tests" file="tests/disabled.js" time="0.000">
          <skipped message="SKIPPED"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test('the JUnit XML of many tests is read and sent in pieces, each test in its place', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `tests/many/t${String(at).padStart(3, '0')}`);
  await using stage = await setTheStage(
    Object.fromEntries(names.map((name) => [name, { result: 1, console: `said by ${name}` }])),
  );
  const { runId } = await stage.start();
  await stage.execute();
  const answer = await stage.request(getJunitReport, { params: { runId } }, { as: stage.caller });
  expect(answer.headers).not.toHaveProperty('content-length');
  expect(answer.headers['content-disposition']).toContain(runId);
  const cases = names.map((name) => {
    const id = name.slice('tests/many/'.length);
    const attributes = `name="${id}" classname="shop.tests.many" file="${name}.js" time="0.001"`;
    return `    <testcase ${attributes}>\n      <system-out>said by ${name}</system-out>\n    </testcase>\n`;
  });
  const [, written] = /<\/properties>\n([^]*) {2}<\/testsuite>\n<\/testsuites>\n$/.exec(answer.body) ?? [];
  expect(written).toBe(cases.join(''));
});

test('to cancel what has ended is refused, and nothing is logged as an error', async () => {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
  await using stage = await setTheStage({ 'tests/a': {} }, { log });
  const { runId } = await stage.start();
  await stage.execute();
  const refused = await stage.request(cancelTestRun, { params: { runId } }, { as: stage.caller });
  expect(refused.json()).toMatchObject({ status: 409, message: 'This run has already ended.' });
  expect(errors).toEqual([]);
});

test('no test runs as a child user who has not accepted the invitation', async () => {
  await using stage = await setTheStage({ 'tests/a': {} });
  const body = { username: 'bo', email: 'bo@example.com', firstName: 'Bo', lastName: 'Marin' };
  const { userId } = await stage.call(inviteChild, { body }, { as: stage.caller });
  const refused = await stage.request(runTests, { body: { userId } }, { as: stage.caller });
  expect(refused.json()).toMatchObject({
    status: 422,
    message: 'Tests cannot run as bo, who has not accepted the invitation yet.',
  });
});
