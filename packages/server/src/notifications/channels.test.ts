import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import type { ReasonName } from '@atrium/contract/notifications/reasons';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { readMails } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';
import type { Caller } from '../http/caller.ts';
import type { Facts } from './facts.ts';

const TELLING = fileURLToPath(new URL('../../test/telling-process.ts', import.meta.url));
const MINUTE_MS = 60_000;

const facts = (title: string): Facts => ({
  type: 'budget.reached',
  title,
  text: `About ${title}.`,
  tone: 'bad',
  action: { label: 'See usage', path: '/console/usage' },
  data: { title },
});

const start = () => startTestApp({ config: { gitAllowPrivate: true } });

async function addChannel(
  server: TestApp,
  as: Caller,
  {
    kind = 'WEBHOOK' as 'DISCORD' | 'SLACK' | 'TEAMS' | 'WEBHOOK',
    address = '',
    reasons = ['budget'] as ReasonName[],
  },
) {
  const body = { kind, name: kind, address };
  const { id } = await server.call(domainChannels.add, { body }, { as });
  for (const reason of reasons)
    await server.call(domainChannels.setReason, { params: { id, reason }, body: { isOn: true } }, { as });
  return id;
}

const tell = ({ context }: TestApp, { domainId }: Caller, key: string) =>
  context.db
    .transaction()
    .execute((transaction) =>
      context.notifier.tell(transaction, { domainId, reason: 'budget', key, facts: facts(key) }),
    );

/** Runs due jobs, and the job of held notifications. */
async function work({ context: { jobs, notifying, outbox } }: TestApp) {
  await jobs.runDue(notifying.jobs);
  const sendHeld = notifying.jobs.find(({ definition }) => definition.name === 'notifications.send-held');
  await sendHeld?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(10_000) });
  await jobs.runDue(outbox.bindJobs());
}

const bodies = ({ received }: WebhookReceiver) => received.map(({ body }) => JSON.parse(body));

test('each kind of chat gets its own format, and its address is never shown or stored in clear', async () => {
  await using server = await start();
  await using receiver = await startWebhookReceiver();
  const caller = await buildUser(server.context);
  const address = `${receiver.url}/services/T0/B0/verySecretPathX9`;
  for (const kind of ['SLACK', 'TEAMS', 'DISCORD'] as const)
    await addChannel(server, caller, { kind, address });
  await tell(server, caller, 'Budget');
  await tell(server, caller, 'Budget');
  await work(server);
  expect(receiver.received.map(({ path }) => path)).toEqual(
    Array(3).fill('/hook/services/T0/B0/verySecretPathX9'),
  );
  const shapes = bodies(receiver).map((body) => Object.keys(body).sort().join());
  expect(shapes.sort()).toEqual(['allowed_mentions,embeds', 'attachments,type', 'blocks,text']);
  const listed = await server.call(domainChannels.list, {}, { as: caller });
  expect(listed.channels.map((channel) => channel.address)).toEqual(
    Array(3).fill(`${new URL(address).host}/…thX9`),
  );
  const { rows } = await sql`select c::text as stored from notification_channels c`.execute(
    server.context.db,
  );
  const { logs } = { logs: await server.context.db.selectFrom('logEntries').selectAll().execute() };
  for (const text of [
    listed,
    rows,
    logs,
    await sql`select d::text from outbox_deliveries d`.execute(server.context.db),
  ])
    expect(JSON.stringify(text)).not.toContain('verySecretPath');
});

test('private addresses are refused as for every webhook, and what failed is sent again', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const caller = await buildUser(server.context);
  const id = await addChannel(server, caller, { kind: 'SLACK', address: receiver.url });
  await server.call(domainChannels.try, { params: { id } }, { as: caller });
  await work(server);
  expect(receiver.received).toEqual([]);
  const [channel] = (await server.call(domainChannels.list, {}, { as: caller })).channels;
  expect(channel?.deliveries).toMatchObject([
    { status: 'FAILED', error: 'The receiver is at an address that is not allowed on this installation.' },
  ]);
  const deliveryId = channel?.deliveries[0]?.id ?? '';
  const params = { id, deliveryId };
  const again = () => server.request(domainChannels.sendAgain, { params }, { as: caller });
  expect((await again()).json()).toMatchObject({ id: deliveryId, status: 'WAITING' });
  expect((await again()).statusCode).toBe(409);
  const stranger = await buildUser(server.context);
  const asStranger = await server.request(domainChannels.sendAgain, { params }, { as: stranger });
  expect(asStranger.statusCode).toBe(404);
});

test('quiet hours and digests hold notifications back, and send them together, once', async () => {
  await using server = await start();
  await using receiver = await startWebhookReceiver();
  const caller = await buildUser(server.context);
  const id = await addChannel(server, caller, { address: receiver.url });
  const timing = {
    digest: 'HOURLY',
    digestAt: '08:00',
    hasQuietHours: true,
    timeZone: 'Europe/Vienna',
  } as const;
  const body = { ...timing, name: 'At night', quietFrom: '22:00', quietUntil: '07:00' };
  await server.call(domainChannels.save, { params: { id }, body }, { as: caller });
  const until = (iso: string) => server.clock.travel(Date.parse(iso) - server.context.clock.now().getTime());
  until('2026-12-01T20:30:00Z');
  await tell(server, caller, 'first');
  await work(server);
  until('2026-12-01T20:59:00Z');
  await work(server);
  expect(receiver.received).toEqual([]);
  until('2026-12-01T21:00:00Z');
  // Quiet hours begin at 22:00. Notifications due before were sent.
  await work(server);
  await tell(server, caller, 'second');
  await work(server);
  until('2026-12-02T05:59:00Z');
  await work(server);
  expect(receiver.received).toHaveLength(0);
  until('2026-12-02T06:00:00Z');
  await work(server);
  await work(server);
  expect(bodies(receiver)).toMatchObject([
    {
      type: 'notifications',
      data: { notifications: [{ data: { title: 'first' } }, { data: { title: 'second' } }], more: 0 },
    },
  ]);
  const [channel] = (await server.call(domainChannels.list, {}, { as: caller })).channels;
  expect(channel).toMatchObject({ ...body, deliveries: [{ subject: 'digest', status: 'DELIVERED' }] });
});

test('a person gets e-mail, and one whose subject was never a header', async () => {
  await using server = await start();
  const caller = await buildUser(server.context, { username: 'eve' });
  const params = { id: caller.userId, reason: 'budget' as const };
  await server.call(ownChannels.setReason, { params, body: { isOn: true } }, { as: caller });
  await tell(server, caller, 'Budget\r\nBcc: mallory@example.com');
  await work(server);
  const [mail, ...others] = await readMails(server, 'eve@example.com');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Budget Bcc: mallory@example.com');
  expect(mail?.text).toContain('/console/notifications?of=me');
  const own = await server.call(ownChannels.list, {}, { as: caller });
  expect(own.channels).toMatchObject([
    { id: caller.userId, kind: 'EMAIL', address: 'eve@example.com', deliveries: [{ subject: 'budget' }] },
  ]);
});

test('a threshold is told once until the value is lower again', async () => {
  await using server = await start();
  await using receiver = await startWebhookReceiver();
  const caller = await buildUser(server.context);
  const { notifier, db } = server.context;
  const id = await addChannel(server, caller, { address: receiver.url, reasons: ['drift'] });
  const set = (threshold: number) => {
    const params = { id, reason: 'drift' as const };
    return server.request(
      domainChannels.setReason,
      { params, body: { isOn: true, threshold } },
      { as: caller },
    );
  };
  expect((await set(0)).json().message).toBe(
    '"A service differs from git" needs a number between 1 and 720 (hours).',
  );
  expect((await set(2)).statusCode).toBe(204);
  const observe = (value: number) =>
    db
      .transaction()
      .execute((transaction) =>
        notifier.observe(transaction, { domainId: caller.domainId, reason: 'drift' }, [
          { subject: 'content', value, facts: () => facts('differs'), recovery: () => facts('same') },
        ]),
      );
  for (const value of [1, 2, 3, 4, 0, 0, 2]) {
    await observe(value);
    await work(server);
  }
  expect(bodies(receiver).map(({ data }) => data.title)).toEqual(['differs', 'same', 'differs']);
});

test('a process killed while it tells loses nothing, and the receiver knows duplicates by their id', async () => {
  await using server = await start();
  await using receiver = await startWebhookReceiver();
  const caller = await buildUser(server.context);
  await addChannel(server, caller, { address: receiver.url });
  await tell(server, caller, 'kept');
  receiver.answer = undefined;
  const child = spawn(process.execPath, [TELLING], { stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.end(JSON.stringify({ connection: server.connection }));
  await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  receiver.answer = { status: 204 };
  // The job of the killed process is lost, too.
  await sql`delete from jobs.job`.execute(server.context.db);
  // The killed process had the machine's own time.
  server.clock.travel(Date.now() - server.context.clock.now().getTime() + 6 * MINUTE_MS);
  const { outbox, jobs } = server.context;
  const resume = outbox.bindJobs().find(({ definition }) => definition.name === 'outbox.resume');
  await resume?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(10_000) });
  await work(server);
  await tell(server, caller, 'kept');
  await work(server);
  await jobs.runDue(outbox.bindJobs());
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
}, 90_000);
