import { createHmac } from 'node:crypto';
import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import { MAX_CHANNELS } from '@atrium/contract/notifications/reasons';
import { upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import { cancelTestRun } from '@atrium/contract/test-runs/test-runs';
import { saveRunTime } from '@atrium/contract/test-runs/timetable';
import { expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { readMails } from '../../test/people.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { failingSum, setTheStage as setAnyStage, type TestRunStage } from '../../test/test-run-stage.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';
import type { Caller } from '../http/caller.ts';
import { tellJob } from './tell.job.ts';

/** Receivers of these tests are on this machine. */
const setTheStage = (tests: Parameters<typeof setAnyStage>[0]) =>
  setAnyStage(tests, { config: { gitAllowPrivate: true } });

const SUM = 'shop/tests/sum';
const fails = { failure: failingSum };

async function run(stage: TestRunStage, body = {}): Promise<string> {
  const { runId } = await stage.start(body);
  await stage.execute();
  // Jobs that the end of the run sent are due now.
  await stage.execute();
  stage.clock.travel(60_000);
  return runId;
}

const REASONS = ['tests-failed', 'tests-recovered'] as const;

/** Adds a webhook, and has it told of tests. */
async function add(stage: TestRunStage, address: string, as = stage.caller) {
  const body = { kind: 'WEBHOOK' as const, name: 'Receiver', address };
  const added = await stage.request(domainChannels.add, { body }, { as });
  if (added.statusCode !== 200) return added;
  for (const reason of REASONS) {
    const params = { id: added.json().id, reason };
    await stage.call(domainChannels.setReason, { params, body: { isOn: true } }, { as });
  }
  return added;
}

/** A person chooses whether to get e-mail about tests. */
async function setMail(stage: TestRunStage, isOn: boolean, as: Caller) {
  for (const reason of REASONS)
    await stage.call(ownChannels.setReason, { params: { id: as.userId, reason }, body: { isOn } }, { as });
}

const listed = (stage: TestRunStage, as = stage.caller) => stage.call(domainChannels.list, {}, { as });
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
  await setMail(stage, true, stage.caller);
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
      lastSubmission: null,
    },
  });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);

  // A job that is repeated tells nothing again.
  const { jobs, notifying, db } = stage.context;
  const told = await db.selectFrom('notifications').select(['id', 'domainId']).executeTakeFirstOrThrow();
  await jobs.send(tellJob, told);
  await jobs.runDue(notifying.jobs);
  expect(receiver.received).toHaveLength(1);

  stage.service.tests.set('tests/sum', {});
  await run(stage);
  await run(stage);
  expect(typesOf(receiver)).toEqual(['test-run.first-failure', 'test-run.recovery']);
  const mails = await readMails(stage, await mailOf(stage, stage.caller));
  expect(mails.map(({ subject }) => subject)).toEqual(['Your tests pass again', 'Your tests are failing']);
  expect(mails[1]?.text).toContain(`runId=${failed}`);
  const { channels, mailed } = await listed(stage);
  expect(mailed).toEqual(['ada']);
  expect(channels).toMatchObject([
    {
      id,
      address: receiver.url,
      user: 'ada',
      deliveries: [
        { subject: 'tests-recovered', status: 'DELIVERED', tries: 1, statusCode: 204, error: null },
        { subject: 'tests-failed', status: 'DELIVERED', runId: failed },
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
  expect((await listed(stage)).channels[0]?.deliveries).toMatchObject([
    { status: 'FAILED', tries: 7, statusCode: 503, error: 'The receiver answered with status 503.' },
  ]);
  expect(receiver.received).toHaveLength(7);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(JSON.stringify(await listed(stage))).not.toContain('a secret of the receiver');
});

test('a webhook is tried with a button, its secret is stored sealed, and it is limited in number', async () => {
  await using stage = await setTheStage({ 'tests/sum': {} });
  await using receiver = await startWebhookReceiver();
  const { id, secret } = (await add(stage, receiver.url)).json();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const { db } = stage.context;
  const stored = await db.selectFrom('notificationChannels').select('secret').executeTakeFirstOrThrow();
  expect(stored.secret).not.toContain(secret.slice(6));
  expect(JSON.stringify(await listed(stage))).not.toContain('whsec_');

  const attempt = () => stage.request(domainChannels.try, { params: { id } }, { as: stage.caller });
  expect((await attempt()).json()).toMatchObject({ subject: 'test', status: 'WAITING', runId: null });
  expect((await attempt()).statusCode).toBe(422);
  await stage.execute();
  expect(typesOf(receiver)).toEqual(['notification.test']);
  for (let count = 0; count < 25; count += 1) {
    await attempt();
    await stage.execute();
  }
  expect((await listed(stage)).channels[0]?.deliveries).toHaveLength(20);

  for (const url of ['ftp://a.example', 'nothing', 'https://ada:secret@a.example/'])
    expect((await add(stage, url)).statusCode).toBe(400);
  for (let count = 2; count <= MAX_CHANNELS; count += 1)
    expect((await add(stage, receiver.url)).statusCode).toBe(200);
  expect((await add(stage, receiver.url)).json()).toMatchObject({
    message: 'A domain has at most 8 channels. Delete one that is no longer needed.',
  });
  await stage.call(domainChannels.delete, { params: { id } }, { as: stage.caller });
  expect((await listed(stage)).channels).toHaveLength(MAX_CHANNELS - 1);
});

test('a test whose job has died does not keep another one from being sent', async () => {
  await using stage = await setTheStage({ 'tests/sum': {} });
  await using receiver = await startWebhookReceiver();
  const { id } = (await add(stage, receiver.url)).json();
  const attempt = () => stage.request(domainChannels.try, { params: { id } }, { as: stage.caller });
  expect((await attempt()).statusCode).toBe(200);
  expect((await attempt()).statusCode).toBe(422);
  stage.clock.travel(6 * 60_000);
  expect((await listed(stage)).channels[0]?.deliveries).toMatchObject([
    { status: 'FAILED', tries: 0, error: 'The test could not be sent. Please send another one.' },
  ]);
  expect((await attempt()).json()).toMatchObject({ subject: 'test', status: 'WAITING' });
});

test('who may run tests decides about the channels of the domain, and everyone about their own mail', async () => {
  await using stage = await setTheStage({ 'tests/sum': fails });
  await using receiver = await startWebhookReceiver();
  const { context, caller } = stage;
  const { id } = (await add(stage, receiver.url)).json();
  const child = await buildChild(context, caller, ['tests.read', 'tests.run'], { username: 'bo' });
  const reader = await buildChild(context, caller, ['tests.read']);
  const billing = await buildChild(context, caller, ['billing.read']);
  const stranger = await buildUser(context);
  const params = { id };
  for (const endpoint of [domainChannels.delete, domainChannels.try]) {
    expect((await stage.request(endpoint, { params }, { as: stranger })).statusCode).toBe(404);
    expect((await stage.request(endpoint, { params }, { as: reader })).statusCode).toBe(403);
  }
  // The channel of the domain is not one's own, and the mail of another person is not, either.
  for (const [other, as] of [
    [id, caller],
    [caller.userId, child],
  ] as const)
    expect((await stage.request(ownChannels.try, { params: { id: other } }, { as })).statusCode).toBe(404);
  expect(await listed(stage, stranger)).toEqual({ mailed: [], channels: [] });
  const setReason = (reason: 'budget' | 'tests-failed', as: Caller) =>
    stage.request(ownChannels.setReason, { params: { id: as.userId, reason }, body: { isOn: true } }, { as });
  expect((await setReason('tests-failed', billing)).json().message).toContain('tests.read');
  expect((await setReason('budget', billing)).statusCode).toBe(204);
  const ofDomain = { params: { id, reason: 'budget' as const }, body: { isOn: true } };
  expect((await stage.request(domainChannels.setReason, ofDomain, { as: child })).statusCode).toBe(403);

  await setMail(stage, true, stranger);
  await setMail(stage, true, child);
  await setMail(stage, true, reader);
  await setMail(stage, true, caller);
  await setMail(stage, false, caller);
  expect((await listed(stage, child)).mailed).toContain('bo');
  // A person who has lost the permission is no longer told.
  await context.db.updateTable('users').set({ roles: [] }).where('id', '=', reader.userId).execute();
  context.accounts.permissions.forget(caller.domainId);
  await run(stage);
  const subjects = async (person: Caller) =>
    (await readMails(stage, await mailOf(stage, person))).map(({ subject }) => subject);
  expect(await subjects(child)).toEqual(['Your tests are failing']);
  for (const other of [caller, reader, billing, stranger]) expect(await subjects(other)).toEqual([]);
});
