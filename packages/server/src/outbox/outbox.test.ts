import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chatKind } from '../../test/chat-kind.ts';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';
import { Outbox } from './outbox.service.ts';

const DELIVERING = fileURLToPath(new URL('../../test/delivering-process.ts', import.meta.url));

async function build(server: TestApp, { url }: Pick<WebhookReceiver, 'url'>) {
  const { db, clock, random, jobs } = server.context;
  const { domainId } = await buildUser(server.context);
  const outbox = new Outbox({ db, clock, random, jobs, kinds: [chatKind(url)] });
  const [deliver, resume] = outbox.bindJobs();
  const receiverId = random.id();
  const enqueue = (event = 'built') =>
    db.transaction().execute((transaction) =>
      outbox.enqueue(transaction, {
        kind: 'chat',
        domainId,
        receiverId,
        event,
        subjectId: null,
        payload: JSON.stringify({ title: event }),
      }),
    );
  const run = (job: typeof deliver, payload: object) =>
    job?.run(payload, { id: '', tryNumber: 0, signal: AbortSignal.timeout(30_000) });
  return {
    outbox,
    domainId,
    receiverId,
    enqueue,
    try: (id: string) => run(deliver, { id, domainId }),
    resume: () => run(resume, {}),
    runDue: () => jobs.runDue(outbox.bindJobs()),
    list: () => outbox.list(domainId, [receiverId]),
  };
}

test('a kind renders its messages, and waits longer after each failed try', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const { enqueue, list, try: attempt } = await build(server, receiver);
  const { id } = await enqueue();
  receiver.answer = { status: 503 };
  const pauses: (number | null)[] = [];
  for (let count = 0; count < 7; count += 1) {
    await attempt(id);
    const [stored] = await list();
    pauses.push(stored?.nextTryOn ? stored.nextTryOn.getTime() - server.clock.now().getTime() : null);
  }
  const minutes = pauses.map((pause) => pause && pause / 60_000);
  expect(minutes).toEqual([0.5, 2, 10, 60, 360, 1440, null]);
  expect(await list()).toMatchObject([{ status: 'FAILED', tries: 7, statusCode: 503 }]);
  expect(receiver.received).toHaveLength(7);
  expect(new Set(receiver.received.map(({ headers }) => headers['message-id']))).toEqual(new Set([id]));
  expect(receiver.received[0]?.body).toBe('*built*');
});

test('what waits is bounded for a domain, and what has ended is kept up to a number', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const full = await build(server, receiver);
  const other = await build(server, receiver);
  for (let count = 0; count < 100; count += 1) await full.enqueue();
  expect(await full.enqueue('late')).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining('100 messages of the domain are already waiting'),
  });
  expect(await other.enqueue()).toMatchObject({ status: 'WAITING' });
  await full.runDue();
  expect(receiver.received).toHaveLength(101);
  await full.enqueue('next');
  await full.runDue();
  expect(receiver.received.at(-1)?.body).toBe('*next*');
  expect(await full.list()).toHaveLength(20);
});

test('messages of a deleted receiver are no longer sent, and those of a closed domain are deleted', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const { db } = server.context;
  const { outbox, domainId, receiverId, enqueue, list, runDue } = await build(server, receiver);
  await enqueue();
  await outbox.deleteReceiver(db, { domainId, receiverId });
  await enqueue('kept');
  await outbox.deleteReceiver(db, { domainId, receiverId: server.context.random.id() });
  await runDue();
  expect(receiver.received.map(({ body }) => body)).toEqual(['*kept*']);
  await outbox.deleteDomain(db, domainId);
  expect(await list()).toEqual([]);
});

test('an ended message is sent again with the same id, and one that waits is not', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const { db } = server.context;
  const { outbox, domainId, receiverId, enqueue, list, runDue, try: attempt } = await build(server, receiver);
  const { id } = await enqueue();
  const place = { id, domainId, receiverId };
  expect(await outbox.sendAgain(db, place)).toBeUndefined();
  receiver.answer = { status: 500 };
  for (let count = 0; count < 7; count += 1) await attempt(id);
  expect(await list()).toMatchObject([{ status: 'FAILED', tries: 7 }]);
  receiver.answer = { status: 204 };
  expect(await outbox.sendAgain(db, { ...place, receiverId: domainId })).toBeUndefined();
  expect(await outbox.sendAgain(db, place)).toMatchObject({ id, status: 'WAITING', tries: 0 });
  await runDue();
  expect(await list()).toMatchObject([{ id, status: 'DELIVERED', tries: 1 }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['message-id']))).toEqual(new Set([id]));
});

test('a delivery whose job was lost is sent again, and one that waits for its time is not', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const { enqueue, list, resume, runDue, try: attempt } = await build(server, receiver);
  const { db } = server.context;
  const { id } = await enqueue();
  await sql`delete from jobs.job`.execute(db);
  await resume();
  await runDue();
  expect(receiver.received).toHaveLength(0);
  server.clock.travel(6 * 60_000);
  for (let count = 0; count < 3; count += 1) await resume();
  await runDue();
  expect(receiver.received).toHaveLength(1);
  expect(await list()).toMatchObject([{ id, status: 'DELIVERED', tries: 1 }]);
  await attempt(id);
  expect(receiver.received).toHaveLength(1);
});

test('a process killed amid a delivery loses no message, and the receiver knows duplicates by their id', async () => {
  await using server = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const { enqueue, list, resume, runDue } = await build(server, receiver);
  const { id } = await enqueue();
  receiver.answer = undefined;
  const child = spawn(process.execPath, [DELIVERING], { stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.end(JSON.stringify({ connection: server.connection, url: receiver.url }));
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await list()).toMatchObject([{ id, status: 'WAITING', tries: 0 }]);
  receiver.answer = { status: 204 };
  server.clock.travel(6 * 60_000);
  await resume();
  await runDue();
  expect(receiver.received.map(({ headers }) => headers['message-id'])).toEqual([id, id]);
  expect(await list()).toMatchObject([{ status: 'DELIVERED', tries: 1 }]);
}, 60_000);
