import { inviteChild } from '@atrium/contract/accounts/children';
import { updateUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';
import { Log } from './log.service.ts';
import { type LogSearch, listAuditEntries, listLogEntries } from './log-entry.repository.ts';

let server: TestApp;
let owner: Caller;
let child: Caller;
let stranger: Caller;
const startAt = '2026-11-21T10:00:00Z';

beforeAll(async () => {
  server = await startTestApp();
  owner = await buildUser(server.context, { username: 'owner' });
  child = await buildUser(server.context, {
    username: 'little',
    domainId: owner.domainId,
    parentId: owner.userId,
  });
  stranger = await buildUser(server.context);
  await server.call(updateUser, { body: { lastName: 'Byron' } }, { as: owner });
  server.clock.travel(60_000);
  const body = { username: 'kid', email: 'kid@example.com', firstName: 'K', lastName: 'I' };
  await server.call(inviteChild, { body }, { as: owner });
  server.clock.travel(60_000);
  await server.call(
    updateUser,
    { body: { lastName: 'Small' } },
    { as: { ...child, impersonatorId: owner.userId } },
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const search = async (body: object, as: Caller = owner) =>
  (await server.call(searchLog, { body: { startAt, ...body } }, { as })).logs;

test('as many of the newest as are asked for', async () => {
  expect((await search({ size: 2 })).map(({ action }) => action)).toEqual([
    'account.update',
    'account.invite',
  ]);
  for (const size of [0, 1001]) {
    const answer = await server.request(searchLog, { body: { startAt, size } }, { as: owner });
    expect(answer.statusCode, String(size)).toBe(400);
  }
});

test('changes are listed newest first: who, as whom, what, before and after', async () => {
  const logs = await search({});
  expect(logs).toMatchObject([
    { action: 'account.update', user: 'little', impersonator: 'owner' },
    { action: 'account.invite', user: 'owner', impersonator: null, domain: 'owner' },
    {
      action: 'account.update',
      message: 'Changed the profile',
      before: { lastName: 'Lovelace' },
      after: { lastName: 'Byron' },
      stackTrace: null,
      createdOn: '2026-11-21T10:00:00.000Z',
      requestId: expect.any(String),
    },
  ]);
  const { now } = await server.call(searchLog, { body: { startAt } }, { as: owner });
  expect(now).toBe('2026-11-21T10:02:00.000Z');
});

test('a search narrows by time, action, user and text', async () => {
  const count = async (body: object) => (await search(body)).length;
  expect(await count({ startAt: '2026-11-21T10:01:00+00:00' })).toBe(2);
  expect(await count({ startAt: Date.parse('2026-11-21T10:02:00Z') })).toBe(1);
  expect(await count({ endAt: '2026-11-21T10:01:30Z' })).toBe(2);
  expect(await count({ action: 'account' })).toBe(3);
  expect(await count({ action: 'account.invite' })).toBe(1);
  expect(await count({ action: 'acc' })).toBe(0);
  expect(await count({ user: 'OWN' })).toBe(2);
  expect(await count({ user: '%' })).toBe(0);
  expect(await count({ text: 'child USER kid' })).toBe(1);
  expect(await count({ text: '_' })).toBe(0);
});

test('another domain sees nothing of it, and a child sees its own changes only', async () => {
  expect(await search({}, stranger)).toEqual([]);
  expect(await search({ user: 'owner' }, stranger)).toEqual([]);
  expect(await search({}, child)).toMatchObject([{ user: 'little' }]);
  expect(await search({ user: 'owner' }, child)).toEqual([]);
  const auditor = await buildChild(server.context, owner, ['audit.read']);
  expect(await search({}, auditor)).toEqual(await search({}));
  expect((await server.request(searchLog, { body: { startAt } })).statusCode).toBe(401);
});

test('a text is looked for in so many entries, and it is said how far back', async () => {
  const { db, clock, accounts } = server.context;
  const log = new Log({ db, clock, people: accounts.people, most: 2 });
  const list = (endAt?: string) =>
    log.list(owner, { startAt, endAt, size: 1000, text: 'changed the PROFILE' });
  const newest = await list();
  expect(newest).toMatchObject({ logs: [{ user: 'little' }], searchedBackTo: '2026-11-21T10:01:00.000Z' });
  const rest = await list(newest.searchedBackTo);
  expect(rest.logs).toMatchObject([{ user: 'owner' }]);
  expect((await search({ text: 'changed the PROFILE' })).length).toBe(2);
});

test('a search without a time, or with a wrong one, is refused', async () => {
  for (const body of [{}, { startAt: 'yesterday' }, { startAt: -1 }]) {
    const answer = await server.request(searchLog, { body }, { as: owner });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ field: 'startAt' }] });
  }
});

test('an entry can neither be changed nor deleted, not even by the program itself', async () => {
  const { db } = server.context;
  const entries = () => db.selectFrom('logEntries').selectAll().orderBy('id').execute();
  const before = await entries();
  expect(before.length).toBeGreaterThan(0);
  const change = db.updateTable('logEntries').set({ message: 'Nothing happened' }).execute();
  await expect(change).rejects.toThrow('cannot be changed');
  await expect(db.deleteFrom('logEntries').execute()).rejects.toThrow('cannot be changed');
  expect(await entries()).toEqual(before);
});

test('a search reads what it returns, or so many entries, however long the log is', async () => {
  const { domainId, userId } = await buildUser(server.context);
  await server.context.db.transaction().execute(async (transaction) => {
    await sql`
      insert into log_entries (id, created_on, domain_id, user_id, action, message)
      select gen_random_uuid(), now() - n * interval '1 minute', ${domainId}, ${userId},
        case when n > 4900 then 'card.create' else 'account.update' end, 'Changed'
        from generate_series(1, 5000) n`.execute(transaction);
    await sql`analyze log_entries`.execute(transaction);
    const countRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
         where relid in (select inhrelid from pg_inherits where inhparent = 'log_entries'::regclass)`.execute(
        transaction,
      );
      return rows[0]?.count ?? Number.NaN;
    };
    const everything = { userIds: undefined, action: undefined, text: undefined, endAt: undefined };
    const search = { ...everything, domainId, startAt: '2020-01-01T00:00:00Z', limit: 10 };
    const readBy = async (work: () => Promise<unknown>) => {
      const before = await countRead();
      await work();
      return (await countRead()) - before;
    };
    const most = 200;
    const list = (body: Partial<LogSearch>) => listLogEntries(transaction, { ...search, ...body }, most);
    const found = async (body: Partial<LogSearch>) => (await list(body)).rows.length;
    // The planner itself looks at some.
    const few = 100;
    const searches: [Partial<LogSearch>, number][] = [
      [{}, 10],
      [{ action: 'billing' }, 0],
      [{ action: 'account' }, 10],
      [{ action: 'card' }, 10],
      [{ userIds: [userId] }, 10],
      [{ text: 'changed' }, 10],
    ];
    for (const [body, count] of searches) {
      let rows = Number.NaN;
      const read = await readBy(async () => (rows = await found(body)));
      expect([body, rows]).toEqual([body, count]);
      // A search with a text finds out first how far it may go.
      expect(read).toBeLessThan(few + ('text' in body ? most : 0));
    }
    const absent = await list({ text: 'xylophone' });
    expect(absent).toEqual({ rows: [], stoppedAt: expect.anything() });
    expect(await readBy(() => list({ text: 'xylophone' }))).toBeLessThan(2 * most + few);
    expect(await found({ text: 'changed', action: 'card', userIds: [userId] })).toBe(10);
    const audit = {
      ...everything,
      domainIds: undefined,
      startAt: search.startAt,
      after: undefined,
      limit: 10,
    };
    const listAudit = (body: object) => listAuditEntries(transaction, { ...audit, ...body }, most);
    expect((await listAudit({ action: 'no.such' })).stoppedAt).toBeDefined();
    expect(await readBy(() => listAudit({ action: 'no.such' }))).toBeLessThan(2 * most + few);
  });
});
