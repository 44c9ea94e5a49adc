import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { responseCompiler } from '@atrium/host/http/bodies/json-text';
import { checkedValidatorCompiler } from '@atrium/host/http/bodies/text-check';
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { registerPerson, signIn } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';
import { installSignIn } from '../http/sign-in-hook.ts';
import { eventsRoutes } from './events.routes.ts';

let server: TestApp;
let address: string;
beforeAll(async () => {
  server = await startTestApp();
  // Subscribers that exist when listening begins get "ready" again.
  await vi.waitUntil(() => server.context.notifications.isConnected, 10_000);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server[Symbol.asyncDispose]());

/** A browser window that listens; `heard` grows as events arrive. */
async function listen(authorization: string) {
  const stopping = new AbortController();
  const response = await fetch(`${address}/console/v1/events`, {
    headers: { authorization },
    signal: stopping.signal,
  });
  const heard: string[] = [];
  const ended = (async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard.push(...text.split('\n\n').filter((block) => block.startsWith('event:')));
    }
  })().catch(() => {});
  return { response, heard, ended, stop: () => stopping.abort() };
}

async function bearer(caller: Caller): Promise<string> {
  return `Bearer ${(await server.context.tokens.issueAccessToken(caller)).token}`;
}

const event = (type: string, data: unknown) => `event: ${type}\ndata: ${JSON.stringify(data)}`;

test('events reach everybody of a domain, or one user of it, and nobody else', async () => {
  const owner = await buildUser(server.context);
  const child = await buildUser(server.context, { domainId: owner.domainId, parentId: owner.userId });
  const stranger = await buildUser(server.context);
  const windows = await Promise.all(
    [owner, child, stranger].map(async (caller) => listen(await bearer(caller))),
  );
  const [atOwner, atChild, atStranger] = windows.map(({ heard }) => heard);
  expect(windows[0]?.response.headers.get('content-type')).toContain('text/event-stream');
  const { events } = server.context;
  await events.publish(owner.domainId, 'test-run', { runId: 'for the domain' });
  await events.publish(owner.domainId, 'operation', { id: 'for the child' }, { userId: child.userId });
  await events.publish(null, 'health', { serviceId: 'for all' });
  const ready = event('ready', {});
  const all = event('health', { serviceId: 'for all' });
  const domain = event('test-run', { runId: 'for the domain' });
  await expect.poll(() => atOwner).toEqual([ready, domain, all]);
  await expect.poll(() => atChild).toEqual([ready, domain, event('operation', { id: 'for the child' }), all]);
  await expect.poll(() => atStranger).toEqual([ready, all]);
  for (const window of windows) window.stop();
});

test('an event of a transaction is told when it is committed, and never when it is not', async () => {
  const owner = await buildUser(server.context);
  const window = await listen(await bearer(owner));
  const { db, events } = server.context;
  const publish = (runId: string, isFailing: boolean) =>
    db.transaction().execute(async (transaction) => {
      await events.publish(owner.domainId, 'test-run', { runId }, { transaction });
      if (isFailing) throw new Error('undone');
    });
  await expect(publish('undone', true)).rejects.toThrow('undone');
  await publish('done', false);
  await expect.poll(() => window.heard).toEqual([event('ready', {}), event('test-run', { runId: 'done' })]);
  window.stop();
});

test('HEAD is told what a stream would be, and ends', async () => {
  const owner = await buildUser(server.context);
  const response = await fetch(`${address}/console/v1/events`, {
    method: 'HEAD',
    headers: { authorization: await bearer(owner) },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
});

test('a stranger without a token hears nothing', async () => {
  expect((await fetch(`${address}/console/v1/events`)).status).toBe(401);
});

/** Streams whose heart beats so often that a test need not wait for it. */
async function startStreams(
  isStillSignedIn: typeof server.context.isStillSignedIn,
  verifyBearer = server.context.verifyBearer,
  whenStopping = () => {},
) {
  const { context } = server;
  const app = fastify();
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(responseCompiler);
  installSignIn(app, verifyBearer);
  eventsRoutes(app, context.events, isStillSignedIn, 20);
  app.addHook('preClose', async () => whenStopping());
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const open = (authorization: string) => fetch(`${base}/console/v1/events`, { headers: { authorization } });
  return { app, open, [Symbol.asyncDispose]: () => app.close() };
}

test('a stream that opens while the server stops ends at once', async () => {
  const { context } = server;
  const owner = await buildUser(context);
  const [asked, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const verify: typeof context.verifyBearer = async (...token) => {
    asked.resolve();
    await stopping.promise;
    return context.verifyBearer(...token);
  };
  const streams = await startStreams(context.isStillSignedIn, verify, stopping.resolve);
  const response = streams.open(await bearer(owner));
  await asked.promise;
  const closed = streams.app.close();
  expect(await (await response).text()).toBe('');
  await closed;
});

test('a stream ends with the key or the session that opened it', async () => {
  const { context } = server;
  await using streams = await startStreams(context.isStillSignedIn);

  const owner = await buildUser(context);
  const made = await context.ownKeys.create(owner, {
    label: 'k',
    kind: 'token',
    key: '',
    permissions: ['tests.read'],
    expiresInDays: 1,
  });
  const withKey = await streams.open(`Bearer ${made.token ?? ''}`);
  const browser = await signIn(server, await registerPerson(server, 'streamer'));
  const withSession = await streams.open(browser.bearer.authorization);
  await context.ownKeys.delete(owner, made.key.id);
  await context.accounts.sessions.endAll(context.db, browser.user, 'test');
  for (const response of [withKey, withSession]) expect(await response.text()).toContain('event: ready');
});

test('a database that is away for a moment ends no stream, and not the process', async () => {
  let asked = 0;
  await using streams = await startStreams(async () => {
    asked += 1;
    if (asked === 1) throw new Error('terminating connection due to administrator command');
    return asked < 3;
  });
  const text = await (await streams.open(await bearer(await buildUser(server.context)))).text();
  expect([asked, text.match(/: still here/g)?.length]).toEqual([3, 2]);
});

test('an event that is too large is refused where it is made', async () => {
  const { events } = server.context;
  await expect(events.publish(null, 'billing', 'x'.repeat(8_000))).rejects.toThrow('too large');
});

test('a lost connection to the database is found again, and listeners are told to read anew', async () => {
  const owner = await buildUser(server.context);
  const window = await listen(await bearer(owner));
  const { db, events, notifications } = server.context;
  await expect.poll(() => notifications.isConnected).toBe(true);
  const { rows } = await sqlKillListeners(db);
  expect(rows.length).toBeGreaterThan(0);
  await expect.poll(() => window.heard.length, { timeout: 10_000 }).toBe(2);
  await events.publish(owner.domainId, 'billing', {});
  await expect.poll(() => window.heard.at(-1)).toBe(event('billing', {}));
  window.stop();
});

test('while the process cannot listen, ended sessions are refused all the same', async () => {
  const person = await registerPerson(server, 'unheard');
  const browser = await signIn(server, person);
  await server.context.notifications.stop();
  const { sessions } = server.context.accounts;
  await sessions.endAll(server.context.db, browser.user, 'test');
  const answer = await fetch(`${address}/auth/v1/user`, { headers: browser.bearer });
  expect(answer.status).toBe(401);
  await server.context.notifications.start();
  await vi.waitUntil(() => server.context.notifications.isConnected, 10_000);
  expect((await fetch(`${address}/auth/v1/user`, { headers: browser.bearer })).status).toBe(401);
});

test('a stop of the server ends streams and unused connections instead of waiting for them', async () => {
  await using other = await startTestApp();
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = other.app.server.address() as AddressInfo;
  const owner = await buildUser(other.context);
  const { token } = await other.context.tokens.issueAccessToken(owner);
  const response = await fetch(`http://127.0.0.1:${port}/console/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reading = response.text();
  // Browsers open spare connections, on which nothing is ever sent.
  const unused = connect(port, '127.0.0.1').resume();
  await once(other.app.server, 'connection');
  const ended = once(unused, 'close');
  await other.app.close();
  await ended;
  expect(await reading).toContain('event: ready');
});

async function sqlKillListeners(db: TestApp['context']['db']) {
  return sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'atrium listener' and datname = current_database()`.execute(db);
}
