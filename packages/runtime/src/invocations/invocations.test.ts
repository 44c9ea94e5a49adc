import { COUNT_DAYS } from '@atrium/contract/service-api/functions/invocation-counts';
import type { InvocationDetails } from '@atrium/contract/service-api/functions/invocations';
import {
  LOG_DAYS,
  MAX_LOGGED_PER_SECOND,
  MAX_LOGGED_TEXT,
} from '@atrium/contract/service-api/functions/invocations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabaseWire } from '../../test/database-wire.ts';
import { ann, createTestDatabase, startTestServices, type TestServices } from '../../test/support.ts';
import type { Context } from '../context.ts';
import type { Caller } from '../host/service-token.ts';

const HD = '/hyper-dispatch';
const DAY_MS = 86_400_000;

let services: TestServices;
// Ids never go back in time, and neither does this clock.
const clock = { now: new Date('2026-11-01T10:00:30Z') };
beforeAll(async () => {
  services = await startTestServices({ now: () => clock.now });
});
afterAll(() => services[Symbol.asyncDispose]());

const SOURCES = {
  ok: 'export default (input) => { console.log("teapot for", input.name); return { ok: true }; }',
  broken: 'export default () => { throw new TypeError("no kettle"); }',
  strange: 'export default () => { console.log("nul \\0, half \\ud800"); throw new Error("\\0"); }',
  long: 'export default () => "x".repeat(100_000)',
};

let domains = 0;
/** A domain of its own, with functions that do well, fail, and say strange things. */
async function newcomer(more: Partial<Caller> = {}): Promise<Caller> {
  domains += 1;
  const as = { ...ann, domainId: `log-${domains}`, ...more };
  const { body } = await services.call('GET', `${HD}/export/metadata`, { as });
  const files = Object.entries(SOURCES).map(([name, content]) => {
    return { name: `${name}.js`, action: 'remote', content };
  });
  const folders = [
    { name: 'functions', files },
    {
      name: 'rules',
      files: [
        {
          name: 'on-tea.meta.js',
          action: 'remote',
          content: "export default { event: 'tea.*', function: 'ok' };",
        },
      ],
    },
  ];
  const change = { baseVersion: body.version, message: '', folders };
  expect((await services.call('POST', `${HD}/import`, { as, body: change })).status).toBe(200);
  return as;
}

/** Lets nothing be deleted from a table. */
async function keep(db: Context['db'], table: string): Promise<void> {
  await sql`create function runtime.keep() returns trigger language plpgsql
    as $$ begin raise 'kept'; end $$`.execute(db);
  await sql`create trigger keep before delete on ${sql.id('runtime', table)}
    execute function runtime.keep()`.execute(db);
}

async function dropKeep(db: Context['db']): Promise<void> {
  await sql`drop function runtime.keep cascade`.execute(db);
}

const invoke = (as: Caller, name: string, body: unknown = {}) =>
  services.call('POST', `${HD}/invoke/${name}`, { as, body });

async function list(as: Caller, query = ''): Promise<InvocationDetails[]> {
  await services.context.invocationLog.flush();
  const { status, body } = await services.call('GET', `${HD}/invocations${query}`, { as });
  expect(status).toBe(200);
  return body.content;
}

test('a call, a failed one and one of an event are in the log, with all that is known of them', async () => {
  const as = await newcomer();
  await invoke(as, 'ok', { name: 'Ada' });
  expect((await invoke(as, 'broken')).status).toBe(422);
  await services.call('POST', `${HD}/events/tea.served`, { as, body: { name: 'Bob' } });
  expect((await invoke(as, 'missing')).status).toBe(404);
  const entries = await list(as);
  expect(entries).toHaveLength(3);
  const byFunction = (name: string, event: string | null) =>
    entries.find((entry) => entry.function === name && entry.event === event)?.id;
  const get = async (id: string | undefined) =>
    (await services.call<InvocationDetails>('GET', `${HD}/invocations/${id}`, { as })).body;
  expect(await get(byFunction('ok', null))).toMatchObject({
    calledOn: clock.now.toISOString(),
    version: 2,
    userId: as.userId,
    source: 'API',
    status: 'OK',
    error: null,
    failure: null,
    input: '{"name":"Ada"}',
    result: '{"ok":true}',
    console: 'teapot for Ada\n',
  });
  expect(await get(byFunction('ok', 'tea.served'))).toMatchObject({ input: '{"name":"Bob"}' });
  expect(await get(byFunction('broken', null))).toMatchObject({
    status: 'FAIL',
    error: 'TypeError: no kettle',
    failure: { name: 'TypeError', stack: [{ file: 'functions/broken.js', line: 1 }] },
  });
});

test('a page of the log has the details of its calls where they are asked for, those of own calls only', async () => {
  const as = await newcomer();
  const child = { ...as, userId: '0197a000-0000-7000-8000-0000000000c4', permissions: ['functions.invoke'] };
  await invoke(as, 'broken', { name: 'Ada' });
  await invoke(child, 'ok', { name: 'Bob' });
  expect(await list(as, '?details=true')).toMatchObject([
    { input: '{"name":"Bob"}', result: '{"ok":true}', console: 'teapot for Bob\n', failure: null },
    { input: '{"name":"Ada"}', failure: { name: 'TypeError', message: 'no kettle' } },
  ]);
  expect(await list(child, '?details=true')).toMatchObject([
    { userId: child.userId, console: 'teapot for Bob\n' },
  ]);
  for (const plain of await list(as)) expect(plain).not.toHaveProperty('console');
  expect(await list(await newcomer(), '?details=true')).toEqual([]);
});

test('who tries a function gets everything at once, pays for it, and finds it in the log', async () => {
  const as = await newcomer();
  const answer = await services.call('POST', `${HD}/invocations`, {
    as,
    body: { function: 'ok', input: '{"name":"Eve"}' },
  });
  expect(answer.body).toMatchObject({
    source: 'CONSOLE',
    result: '{"ok":true}',
    console: 'teapot for Eve\n',
  });
  const failed = await services.call('POST', `${HD}/invocations`, {
    as,
    body: { function: 'broken', input: '' },
  });
  expect([failed.status, failed.body.failure.message]).toEqual([200, 'no kettle']);
  const { body } = await services.call('GET', `${HD}/invocations?source=CONSOLE`, { as });
  expect(body.content).toHaveLength(2);
  const metered = services.usage.filter(({ identity }) => identity.domainId === as.domainId);
  expect(metered.map(({ metric, calls }) => [metric, calls])).toEqual([
    ['invoke', 1],
    ['invoke', 1],
  ]);
  const wrong = await services.call('POST', `${HD}/invocations`, {
    as,
    body: { function: 'ok', input: '{' },
  });
  expect([wrong.status, wrong.body.message]).toEqual([400, 'The body is not JSON.']);
});

test('the log is found by function, status, time and the beginnings of words, and read page by page', async () => {
  const as = await newcomer();
  for (const name of ['Ada', 'Bob', 'Cid']) await invoke(as, 'ok', { name });
  await invoke(as, 'broken');
  const found = async (query: string) => (await list(as, query)).map((entry) => entry.function).sort();
  expect(await found('?function=ok')).toEqual(['ok', 'ok', 'ok']);
  expect(await found('?status=FAIL')).toEqual(['broken']);
  expect(await found('?search=kettl')).toEqual(['broken']);
  expect(await found('?search=TEAPOT%20bob')).toEqual(['ok']);
  expect(await found('?search=%27%3A*%7C%26!()')).toHaveLength(4);
  expect(await found(`?to=${clock.now.toISOString()}`)).toEqual([]);
  expect(await found(`?from=${clock.now.toISOString()}`)).toHaveLength(4);
  // No id is of a time before 1970.
  expect(await found('?from=0001-01-01T00:00:00Z')).not.toHaveLength(0);
  expect(await found('?to=0001-01-01T00:00:00Z')).toEqual([]);
  const all = (await list(as)).map(({ id }) => id);
  const first = await list(as, '?size=3');
  const second = await list(as, `?size=3&before=${first.at(-1)?.id}`);
  expect([...first, ...second].map(({ id }) => id)).toEqual(all);
});

test('another domain sees nothing, and who may not see the log of everyone sees their own calls', async () => {
  const as = await newcomer();
  const stranger = await newcomer();
  const child = {
    ...as,
    userId: '0197a000-0000-7000-8000-0000000000c3',
    permissions: ['functions.invoke'],
  };
  await invoke(as, 'ok');
  await invoke(child, 'ok');
  const [own, ...others] = await list(child);
  expect([own?.userId, others]).toEqual([child.userId, []]);
  expect(await list(as)).toHaveLength(2);
  expect(await list(stranger)).toEqual([]);
  const foreign = (await list(as)).find(({ userId }) => userId === as.userId)?.id;
  for (const caller of [child, stranger]) {
    const { status } = await services.call('GET', `${HD}/invocations/${foreign}`, { as: caller });
    expect(status).toBe(404);
  }
  const counts = await services.call('GET', `${HD}/invocation-counts`, { as: stranger });
  expect(counts.body.content).toEqual([]);
});

test('every call is counted, however many the log keeps', async () => {
  const as = await newcomer();
  const calls = MAX_LOGGED_PER_SECOND + 20;
  await Promise.all(Array.from({ length: calls }, () => invoke(as, 'ok')));
  await invoke(as, 'broken');
  expect(await list(as, '?size=200')).toHaveLength(MAX_LOGGED_PER_SECOND + 1);
  const { body } = await services.call('GET', `${HD}/invocation-counts?days=1`, { as });
  expect(body.content).toMatchObject([
    { function: 'broken', calls: 1, errors: 1 },
    { function: 'ok', calls, errors: 0, p95Ms: expect.any(Number) },
  ]);
});

test('what the database does not take, and what is too long, is made to fit', async () => {
  const as = await newcomer();
  await invoke(as, 'strange');
  await invoke(as, 'long');
  const [strange] = await list(as, '?function=strange');
  const [long] = await list(as, '?function=long');
  const get = async (id = '') => (await services.call('GET', `${HD}/invocations/${id}`, { as })).body;
  expect((await get(strange?.id)).console).toBe('nul \u2400, half \ufffd\n');
  expect((await get(strange?.id)).failure.message).toBe('\u2400');
  expect((await get(long?.id)).result).toHaveLength(MAX_LOGGED_TEXT);
});

test('a log that is full makes room for the newest', async () => {
  // Nine tenths of it are no whole number, as of the default.
  const as = await newcomer({ limits: { logBytes: 5_001 } });
  for (let call = 0; call < 30; call += 1) {
    await invoke(as, 'ok', { name: `number ${call}` });
    clock.now = new Date(clock.now.getTime() + 1);
  }
  await services.context.invocationLog.flush();
  await services.context.invocationLog.flushCuts();
  const kept = await list(as, '?size=200');
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.length).toBeLessThan(25);
  const { body } = await services.call('GET', `${HD}/invocations/${kept[0]?.id}`, { as });
  expect(body.input).toContain('number 29');
  const { logBytes } = (await services.call('GET', `${HD}/storage`, { as })).body;
  expect(logBytes).toBeLessThanOrEqual(5_001);
});

test('days that are over go at once, and their counts stay', async () => {
  const as = await newcomer();
  await invoke(as, 'ok');
  expect(await list(as)).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + (LOG_DAYS + 2) * DAY_MS);
  await invoke(as, 'broken');
  await services.context.invocationLog.flush();
  await services.context.invocationLog.flushDrops();
  expect((await list(as)).map((entry) => entry.function)).toEqual(['broken']);
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'runtime.invocation'::regclass order by name`.execute(services.context.db);
  expect(rows.map(({ name }) => name)).toEqual([
    'runtime.invocation_20261117',
    'runtime.invocation_20261118',
  ]);
  const { body } = await services.call('GET', `${HD}/invocation-counts?days=30`, { as });
  expect(body.content).toMatchObject([{ function: 'broken' }, { function: 'ok', calls: 1 }]);
  const { logBytes } = (await services.call('GET', `${HD}/storage`, { as })).body;
  expect(logBytes).toBeLessThan(1_000);
});

test('an operator has the log kept for fewer days', async () => {
  await using fewer = await startTestServices({ now: () => clock.now, callLogDays: 3 });
  const listed = async () => (await fewer.call('GET', `${HD}/invocations`, { as: ann })).body.content.length;
  const invokeAndWrite = async () => {
    await fewer.call('POST', `${HD}/invoke/greet`, { as: ann, body: {} });
    await fewer.context.invocationLog.flush();
    await fewer.context.invocationLog.flushDrops();
  };
  await invokeAndWrite();
  for (const [days, kept] of [
    [3, 2],
    [1, 2],
  ] as const) {
    clock.now = new Date(clock.now.getTime() + days * DAY_MS);
    await invokeAndWrite();
    expect(await listed(), `${days} days later`).toBe(kept);
  }
});

test('a call does not wait for a log that cannot be written, and is written later', async () => {
  const as = await newcomer();
  await services.context.invocationLog.flush();
  await sql`alter table runtime.invocation rename to away`.execute(services.context.db);
  try {
    expect((await invoke(as, 'ok')).status).toBe(200);
    await expect(services.context.invocationLog.flush()).rejects.toThrow('invocation');
  } finally {
    await sql`alter table runtime.away rename to invocation`.execute(services.context.db);
  }
  expect(await list(as)).toHaveLength(1);
});

test('a call is counted once where its log is full and cannot be cut down', async () => {
  const as = await newcomer({ limits: { logBytes: 1 } });
  const { db, invocationLog } = services.context;
  await keep(db, 'invocation');
  try {
    for (let calls = 0; calls < 2; calls++) {
      await invoke(as, 'ok');
      await invocationLog.flush();
      await invocationLog.flushCuts();
    }
  } finally {
    await dropKeep(db);
  }
  const { body } = await services.call('GET', `${HD}/invocation-counts?days=1`, { as });
  expect(body.content).toMatchObject([{ function: 'ok', calls: 2 }]);
  expect(await list(as)).toHaveLength(2);
  await invoke(as, 'ok');
  await invocationLog.flush();
  await invocationLog.flushCuts();
  // Now it is: nothing fits into it.
  expect(await list(as)).toEqual([]);
});

test('a call is counted once where the database has written it and the answer is lost', async () => {
  const database = await createTestDatabase();
  await using wire = await openDatabaseWire(database.connection);
  {
    await using far = await startTestServices({ connection: wire.connection, now: () => clock.now });
    const { invocationLog } = far.context;
    const call = () => far.call('POST', `${HD}/invoke/greet`, { body: {} });
    // The first write makes sure of the day's partition, and what is old is dropped after it: in transactions of their own.
    for (const _ of ['first', 'second']) {
      await call();
      await invocationLog.flush();
      await invocationLog.flushDrops();
    }
    const lost = wire.loseCommit();
    await call();
    await invocationLog.flush().catch(() => undefined);
    await lost;
    await call();
    await invocationLog.flush();
    const { body } = await far.call('GET', `${HD}/invocation-counts?days=1`);
    expect(body.content).toMatchObject([{ function: 'greet', calls: 4 }]);
    expect((await far.call('GET', `${HD}/invocations`)).body.content).toHaveLength(4);
  }
  await database.drop();
});

test('the last 24 hours are counted by the hour, all functions together, each domain by itself', async () => {
  const as = await newcomer();
  const stranger = await newcomer();
  const latest = async (who: Caller) => {
    await services.context.invocationLog.flush();
    return (await services.call('GET', `${HD}/invocation-counts/latest`, { as: who })).body;
  };
  expect(await latest(as)).toEqual({ calls: 0, errors: 0, p95Ms: null });
  await invoke(as, 'ok');
  await invoke(as, 'broken');
  expect(await latest(as)).toEqual({ calls: 2, errors: 1, p95Ms: expect.any(Number) });
  expect(await latest(stranger)).toMatchObject({ calls: 0 });
  const beginning = clock.now;
  // The hour of both calls is the last of the 24.
  clock.now = new Date(Math.floor(beginning.getTime() / 3_600_000) * 3_600_000 + DAY_MS - 1);
  await invoke(as, 'ok');
  expect(await latest(as)).toMatchObject({ calls: 3, errors: 1 });
  clock.now = new Date(clock.now.getTime() + 1);
  expect(await latest(as)).toMatchObject({ calls: 1, errors: 0 });
  const refused = { ...as, permissions: as.permissions.filter((each) => each !== 'functions.invoke') };
  expect((await services.call('GET', `${HD}/invocation-counts/latest`, { as: refused })).status).toBe(403);
});

test('the last minutes are counted by function, from the log', async () => {
  const as = await newcomer();
  const recent = async (minutes: number, who = as) => {
    await services.context.invocationLog.flush();
    const path = `${HD}/invocation-counts/recent?minutes=${minutes}`;
    return (await services.call('GET', path, { as: who })).body.content;
  };
  await invoke(as, 'ok');
  await invoke(as, 'broken');
  await invoke(as, 'broken');
  expect(await recent(5)).toEqual([
    { function: 'broken', calls: 2, errors: 2, p95Ms: expect.any(Number) },
    { function: 'ok', calls: 1, errors: 0, p95Ms: expect.any(Number) },
  ]);
  expect(await recent(5, await newcomer())).toEqual([]);
  clock.now = new Date(clock.now.getTime() + 10 * 60_000);
  expect(await recent(5)).toEqual([]);
  expect(await recent(15)).toHaveLength(2);
});

test('what is old and cannot be deleted keeps no call from being written, and goes a minute later', async () => {
  const passing = { now: new Date('2026-01-01T10:00:00Z') };
  await using early = await startTestServices({ now: () => passing.now });
  const { db, invocationLog } = early.context;
  const invokeAndCount = async () => {
    await early.call('POST', `${HD}/invoke/greet`, { body: {} });
    await invocationLog.flush();
    await invocationLog.flushDrops();
    const { rows } = await sql<{ calls: number }>`
      select sum(calls)::int as calls from runtime.function_day`.execute(db);
    return rows[0]?.calls;
  };
  const pass = (ms: number) => {
    passing.now = new Date(passing.now.getTime() + ms);
  };
  expect(await invokeAndCount()).toBe(1);
  await keep(db, 'function_day');
  pass((COUNT_DAYS + 1) * DAY_MS);
  expect(await invokeAndCount()).toBe(2);
  await dropKeep(db);
  pass(59_000);
  expect(await invokeAndCount()).toBe(3);
  pass(1_000);
  // Without the first one.
  expect(await invokeAndCount()).toBe(3);
});
