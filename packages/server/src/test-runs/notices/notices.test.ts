import { createHmac } from 'node:crypto';
import {
  addWebhook,
  deleteWebhook,
  getNotices,
  setNoticeMail,
  tryWebhook,
} from '@atrium/contract/test-runs/notices';
import { upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { saveRunTime } from '@atrium/contract/test-runs/timetable';
import { expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { readMails } from '../../../test/people.ts';
import { startScriptedService } from '../../../test/scripted-service.ts';
import { failingSum, setTheStage as setAnyStage, type TestRunStage } from '../../../test/test-run-stage.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import type { Caller } from '../../http/caller.ts';
import { notifyJob } from './notice.job.ts';

/** Receivers of these tests are on this machine. */
const setTheStage = (tests: Parameters<typeof setAnyStage>[0]) =>
  setAnyStage(tests, { config: { gitAllowPrivate: true } });

const SUM = 'shop/tests/sum';
const fails = { failure: failingSum };

async function run(stage: TestRunStage, body = {}): Promise<string> {
  const { runId } = await stage.start(body);
  await stage.execute();
  // What the end of the run has sent is due now.
  await stage.execute();
  stage.clock.travel(60_000);
  return runId;
}

const add = async (stage: TestRunStage, url: string, as = stage.caller) =>
  stage.request(addWebhook, { body: { url } }, { as });
const notices = (stage: TestRunStage, as = stage.caller) => stage.call(getNotices, {}, { as });
const typesOf = ({ received }: WebhookReceiver) => received.map(({ body }) => JSON.parse(body).type);

async function mailOf(stage: TestRunStage, { userId }: Caller): Promise<string> {
  const { email } = await stage.context.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

test('the first failure and the recovery are told once, by mail and by a signed message', async () => {
  await using stage = await setTheStage({ 'tests/sum': {}, 'tests/ok': {} });
  await using receiver = await startWebhookReceiver();
  const { id, secret } = (await add(stage, receiver.url)).json();
  await stage.call(setNoticeMail, { body: { isMailed: true } }, { as: stage.caller });
  await run(stage);
  expect(receiver.received).toEqual([]);

  stage.service.tests.set('tests/sum', fails);
  const failed = await run(stage);
  await run(stage);
  const [message, ...others] = receiver.received;
  expect(others).toEqual([]);
  const { headers = {}, body = '' } = message ?? {};
  expect(JSON.parse(body)).toEqual({
    type: 'test-run.first-failure',
    timestamp: expect.any(String),
    data: {
      runId: failed,
      status: 'FAIL',
      counts: { OK: 1, FAIL: 1 },
      quarantinedFailures: 0,
      passedOnRetry: 0,
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
      url: expect.stringContaining(`/console/test-runner-dashboard?runId=${failed}`),
    },
  });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);

  // A job that is repeated tells nothing again.
  const { jobs, testRuns } = stage.context;
  await jobs.send(notifyJob, { runId: failed, domainId: stage.caller.domainId });
  await jobs.runDue(testRuns.jobs);
  expect(receiver.received).toHaveLength(1);

  stage.service.tests.set('tests/sum', {});
  await run(stage);
  await run(stage);
  expect(typesOf(receiver)).toEqual(['test-run.first-failure', 'test-run.recovery']);
  const mails = await readMails(stage, await mailOf(stage, stage.caller));
  expect(mails.map(({ subject }) => subject)).toEqual(['Your tests pass again', 'Your tests are failing']);
  expect(mails[1]?.text).toContain(`runId=${failed}`);
  expect((await notices(stage)).webhooks).toMatchObject([
    {
      id,
      url: receiver.url,
      user: 'ada',
      deliveries: [
        { kind: 'recovery', status: 'DELIVERED', tries: 1, statusCode: 204, error: null },
        { kind: 'first-failure', status: 'DELIVERED', runId: failed },
      ],
    },
  ]);
});

test('runs of some tests, canceled ones and failures in quarantine change nothing', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails, 'tests/ok': {} });
  await using receiver = await startWebhookReceiver();
  await add(stage, receiver.url);
  await run(stage, { servicesTests: [{ serviceId: 'shop', tests: [{ id: SUM }] }] });
  const { runId } = await stage.start();
  await stage.call(cancelTestRun, { params: { runId } }, { as: stage.caller });
  const body = { id: SUM, reason: 'Waits for the new tax rates', until: '2026-11-23' };
  await stage.call(upsertQuarantine, { body }, { as: stage.caller });
  await run(stage);
  expect(receiver.received).toEqual([]);
  stage.service.tests.set('tests/ok', fails);
  // All tests, named one by one as the console does.
  const tests = [{ id: SUM }, { id: 'shop/tests/ok' }];
  await run(stage, { servicesTests: [{ serviceId: 'shop', tests }] });
  expect(typesOf(receiver)).toEqual(['test-run.first-failure']);
});

test('a service that cannot list its tests hides no failure, and nothing has recovered without it', async () => {
  await using stage = await setTheStage({ 'tests/sum': {} });
  await using other = await startScriptedService('content', { 'tests/pages': {} });
  await stage.context.services.register(other.address);
  await using receiver = await startWebhookReceiver();
  await add(stage, receiver.url);
  await run(stage);
  other.goAway();
  stage.service.tests.set('tests/sum', fails);
  await run(stage);
  await run(stage);
  expect(typesOf(receiver)).toEqual(['test-run.first-failure']);
  stage.service.tests.set('tests/sum', {});
  await run(stage);
  expect(typesOf(receiver), 'it may be the other one that fails').toEqual(['test-run.first-failure']);
  await other.comeBack();
  await run(stage);
  expect(typesOf(receiver)).toEqual(['test-run.first-failure', 'test-run.recovery']);
});

test('timetabled runs of some services are compared with those of the same ones', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  await using other = await startScriptedService('content', { 'tests/pages': {} });
  await stage.context.services.register(other.address);
  await using receiver = await startWebhookReceiver();
  await add(stage, receiver.url);
  const runHourly = async () => {
    stage.clock.travel(3_600_000);
    await stage.look();
    await stage.execute();
    await stage.execute();
  };
  const body = { rhythm: 'HOURLY' as const, at: '00:30', serviceIds: ['shop'] };
  await stage.call(saveRunTime, { body }, { as: stage.caller });
  await runHourly();
  await runHourly();
  expect(typesOf(receiver)).toEqual(['test-run.first-failure']);
  stage.service.tests.set('tests/sum', {});
  await run(stage);
  expect(typesOf(receiver), 'a run of all services has not failed before').toEqual([
    'test-run.first-failure',
  ]);
  await runHourly();
  await runHourly();
  expect(typesOf(receiver)).toEqual(['test-run.first-failure', 'test-run.recovery']);
});

test('a message that does not arrive is tried again with the same id, and given up in the end', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  await using receiver = await startWebhookReceiver();
  await add(stage, receiver.url);
  receiver.answer = { status: 503, body: 'a secret of the receiver' };
  await run(stage);
  const { outbox, db } = stage.context;
  const sender = outbox.bindJobs().find(({ definition }) => definition.name === 'outbox.deliver');
  const { id, domainId } = await db
    .selectFrom('outboxDeliveries')
    .select(['id', 'domainId'])
    .executeTakeFirstOrThrow();
  // Whatever the queue has for later, and more: nothing is sent after the last try.
  for (let count = 0; count < 8; count += 1)
    await sender?.run({ id, domainId }, { id, tryNumber: 0, signal: AbortSignal.timeout(5000) });
  expect((await notices(stage)).webhooks[0]?.deliveries).toMatchObject([
    { status: 'FAILED', tries: 6, statusCode: 503, error: 'The receiver answered with status 503.' },
  ]);
  expect(receiver.received).toHaveLength(6);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(JSON.stringify(await notices(stage))).not.toContain('a secret of the receiver');
});

test('a webhook is tried with a button, its secret is stored sealed, and it is limited in number', async () => {
  await using stage = await setTheStage({ 'tests/sum': {} });
  await using receiver = await startWebhookReceiver();
  const { id, secret } = (await add(stage, receiver.url)).json();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const { db } = stage.context;
  const stored = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow();
  expect(stored.secret).not.toContain(secret.slice(6));
  expect(JSON.stringify(await notices(stage))).not.toContain('whsec_');

  const attempt = () => stage.request(tryWebhook, { params: { id } }, { as: stage.caller });
  expect((await attempt()).json()).toMatchObject({ kind: 'test', status: 'WAITING', runId: null });
  expect((await attempt()).statusCode).toBe(422);
  await stage.execute();
  expect(typesOf(receiver)).toEqual(['test-run.test']);
  for (let count = 0; count < 25; count += 1) {
    await attempt();
    await stage.execute();
  }
  expect((await notices(stage)).webhooks[0]?.deliveries).toHaveLength(20);

  for (const url of ['ftp://a.example', 'nothing', 'https://ada:secret@a.example/'])
    expect((await add(stage, url)).statusCode).toBe(400);
  expect((await add(stage, receiver.url)).statusCode).toBe(200);
  expect((await add(stage, receiver.url)).statusCode).toBe(200);
  expect((await add(stage, receiver.url)).json()).toMatchObject({
    message: 'A domain has at most 3 webhooks.',
  });
  await stage.call(deleteWebhook, { params: { id } }, { as: stage.caller });
  expect((await notices(stage)).webhooks).toHaveLength(2);
});

test('a test whose job has died does not keep another one from being sent', async () => {
  await using stage = await setTheStage({ 'tests/sum': {} });
  await using receiver = await startWebhookReceiver();
  const { id } = (await add(stage, receiver.url)).json();
  const attempt = () => stage.request(tryWebhook, { params: { id } }, { as: stage.caller });
  expect((await attempt()).statusCode).toBe(200);
  expect((await attempt()).statusCode).toBe(422);
  stage.clock.travel(6 * 60_000);
  expect((await notices(stage)).webhooks[0]?.deliveries).toMatchObject([
    { status: 'FAILED', tries: 0, error: 'The test could not be sent. Please send another one.' },
  ]);
  expect((await attempt()).json()).toMatchObject({ kind: 'test', status: 'WAITING' });
});

test('who may run tests decides about their own mail and the webhooks, and no one of another domain does', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  await using receiver = await startWebhookReceiver();
  const { context, caller } = stage;
  const { id } = (await add(stage, receiver.url)).json();
  const child = await buildChild(context, caller, ['tests.read', 'tests.run'], { username: 'bo' });
  const reader = await buildChild(context, caller, ['tests.read']);
  const stranger = await buildUser(context);
  const params = { id };
  for (const endpoint of [deleteWebhook, tryWebhook]) {
    expect((await stage.request(endpoint, { params }, { as: stranger })).statusCode).toBe(404);
    expect((await stage.request(endpoint, { params }, { as: reader })).statusCode).toBe(403);
  }
  expect(await notices(stage, stranger)).toEqual({ isMailed: false, mailed: [], webhooks: [] });
  await stage.call(setNoticeMail, { body: { isMailed: true } }, { as: stranger });
  await stage.call(setNoticeMail, { body: { isMailed: true } }, { as: child });
  await stage.call(setNoticeMail, { body: { isMailed: true } }, { as: caller });
  await stage.call(setNoticeMail, { body: { isMailed: false } }, { as: caller });
  expect(await notices(stage, child)).toMatchObject({ isMailed: true, mailed: ['bo'] });
  await run(stage);
  const subjects = async (person: Caller) =>
    (await readMails(stage, await mailOf(stage, person))).map(({ subject }) => subject);
  expect(await subjects(child)).toEqual(['Your tests are failing']);
  expect(await subjects(caller)).toEqual([]);
  expect(await subjects(stranger)).toEqual([]);
});
