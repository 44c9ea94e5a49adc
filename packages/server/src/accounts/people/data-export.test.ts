import { generateKeyPairSync } from 'node:crypto';
import { inviteChild } from '@atrium/contract/accounts/children';
import { EXPORTS_PER_DAY, exportPersonRecord } from '@atrium/contract/accounts/data-export';
import { resetPassword } from '@atrium/contract/accounts/password';
import { startAuthenticator } from '@atrium/contract/accounts/second-factor';
import { setUpBilling } from '@atrium/contract/billing/setup';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { tryFunction } from '@atrium/contract/service-api/functions/invocations';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import type { Hashed, Sealed, Token } from '@atrium/host/database/columns';
import { listExportedTables } from '@atrium/host/database/person-records';
import type { PersonTables } from '@atrium/host/database/person-tables';
import { type Generated, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildInvoice } from '../../../test/invoices.ts';
import { type Browser, person, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { type PlatformApp, startPlatform } from '../../../test/shipped-services.ts';
import { unusedCard } from '../../../test/unused-card.ts';
import type { Caller } from '../../http/caller.ts';
import { queueTables } from '../../jobs/person-record.repository.ts';
import { personTables, toolTables } from '../../person-tables.ts';
import { sealedColumns } from '../../sealed-columns.ts';

type Lists = Record<string, { about: string; records: Record<string, unknown>[] }>;

let server: PlatformApp;
beforeAll(async () => {
  server = await startPlatform();
});
afterAll(() => server[Symbol.asyncDispose]());

const download = (headers: Browser['bearer']) => server.request(exportPersonRecord, {}, { headers });
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function listsOf({ bearer }: Browser): Promise<{ text: string; lists: Lists }> {
  const answer = await download(bearer);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  return { text: answer.body, lists: answer.json<{ lists: Lists }>().lists };
}

test('each column of every table was decided about: it is exported, or a sentence says why not', async () => {
  const { db } = server.context;
  const { rows } = await sql<{ schema: string; name: string; bytes: string[] }>`
    select n.nspname as schema, c.relname as name,
           array(select attname::text from pg_attribute
                  where attrelid = c.oid and attnum > 0 and not attisdropped and atttypid = 'bytea'::regtype) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'runtime')`.execute(db);
  const inSchema = (schema: string) => rows.filter((one) => one.schema === schema);
  const described = Object.keys(personTables).map(snake);
  const ours = inSchema('public').map(({ name }) => name);
  expect(ours.sort()).toEqual([...described, ...Object.keys(toolTables).map(snake)].sort());
  const known = ['job', ...Object.keys(queueTables).map(snake)];
  expect(inSchema('jobs').filter(({ name }) => !known.includes(name))).toEqual([]);
  expect(rows.filter(({ schema }) => schema !== 'public' && schema !== 'jobs')).toEqual([]);

  const exported = await listExportedTables(db, 'public', personTables);
  const exceptions = exported.flatMap(({ except }) => Object.values(except));
  const reasons = [...Object.values(personTables), ...exceptions].filter((one) => typeof one === 'string');
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{10,}\.$/);

  // A new column changes the file: review what it tells a person, then write the file anew with `vitest -u`.
  const lines = exported.map(({ list, columns, except }) => {
    const fields = columns.map((column) => {
      const exception = except[column];
      return typeof exception === 'object' ? `${column} as ${exception.flag}` : column;
    });
    return `${list}: ${fields.sort().join(', ')}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('./exported-columns.txt');

  const secrets = [
    ...sealedColumns.map(({ name }) => name),
    ...inSchema('public').flatMap(({ name, bytes }) => bytes.map((column) => `${name}.${column}`)),
  ];
  expect(secrets.length).toBeGreaterThan(20);
  const values = exported.flatMap(({ table, columns, except }) =>
    columns
      .filter((column) => except[column] === undefined)
      .map((column) => `${snake(table)}.${snake(column)}`),
  );
  expect(values.filter((column) => secrets.includes(column))).toEqual([]);
});

test('exporting a sealed, hashed or token column is a type error', () => {
  interface Tables {
    keys: { id: string; secret: Sealed; hash: Hashed | null; code: Generated<Token>; bytes: Buffer };
  }
  const keys = { list: 'keys', about: 'Keys.', whose: () => sql<boolean>`true`, order: ['id'] as const };
  const without = { secret: 'Sealed.', hash: { flag: 'hasHash' }, code: 'A token.', bytes: 'Bytes.' };
  const tables: PersonTables<Tables>[] = [
    { keys: 'None of it.' },
    { keys: { ...keys, except: without } },
    // @ts-expect-error: All secrets would be exported.
    { keys },
    // @ts-expect-error: `secret` would be exported.
    { keys: { ...keys, except: { hash: 'A hash.', code: 'A token.', bytes: 'Bytes.' } } },
    // @ts-expect-error: `hash` would be exported.
    { keys: { ...keys, except: { secret: 'Sealed.', code: 'A token.', bytes: 'Bytes.' } } },
    // @ts-expect-error: `code` would be exported.
    { keys: { ...keys, except: { secret: 'Sealed.', hash: 'A hash.', bytes: 'Bytes.' } } },
    // @ts-expect-error: `bytes` would be exported.
    { keys: { ...keys, except: { secret: 'Sealed.', hash: 'A hash.', code: 'A token.' } } },
    // @ts-expect-error: There is no such column.
    { keys: { ...keys, except: { ...without, name: 'Not a column.' } } },
  ];
  expect(tables).toHaveLength(8);
});

/** An owner with something in most tables, and a child user in the same domain. */
async function family(name: string) {
  const owner = await registerPerson(server, name);
  const browser = await signIn(server, owner);
  const { bearer: headers } = browser;
  const child = { ...person(`${name}-kid`), firstName: 'Kidname' };
  const { username, email, firstName, lastName } = child;
  await server.request(inviteChild, { body: { username, email, firstName, lastName } }, { headers });
  const token = await readToken(server, email);
  await server.call(resetPassword, { body: { token, password: child.password } });
  const childBrowser = await signIn(server, child);
  return { owner, browser, child, childBrowser };
}

async function use({ bearer: headers, user: { userId } }: Browser): Promise<Caller> {
  const { db } = server.context;
  const { domainId } = await db
    .selectFrom('users')
    .select('domainId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const rights = { roles: [], permissions: PERMISSIONS, isAdmin: false };
  const caller: Caller = { userId, domainId, parentId: null, sessionId: null, ...rights };
  const { token } = await server.call(createTestToken, { body: unusedCard() });
  const address = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
  const body = { card: { token, cardHolderName: 'Ada' }, address };
  expect((await server.request(setUpBilling, { body }, { headers })).statusCode).toBe(200);
  await buildInvoice(server, caller, { cents: 320 });
  expect((await server.request(startAuthenticator, {}, { headers })).statusCode).toBe(200);
  expect((await server.request(runTests, { body: {} }, { headers })).statusCode).toBe(200);
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await server.context.machineKeys.create(caller, { id: `machine-${userId}`, key, userId });
  const call = { body: { function: 'greet', input: '"my input"' } };
  const called = await server.context.services.getClient(caller).call('hyper-dispatch', tryFunction, call);
  expect(called.userId).toBe(userId);
  return caller;
}

/** Whatever the database keeps as bytes, sealed or hashed: in all the ways in which it could be written. */
async function secretsIn(): Promise<string[]> {
  const { db } = server.context;
  const all = await Promise.all([
    db.selectFrom('users').select('passwordHash as secret').execute(),
    db.selectFrom('refreshTokens').select('tokenHash as secret').execute(),
    db.selectFrom('oneTimeTokens').select('tokenHash as secret').execute(),
    db.selectFrom('knownDevices').select('tokenHash as secret').execute(),
    db.selectFrom('authenticators').select('secret').execute(),
    db.selectFrom('cards').select('providerCard as secret').execute(),
    db.selectFrom('freeTierCards').select('fingerprint as secret').execute(),
  ]);
  const values = all.flat().flatMap(({ secret }) => (secret === null ? [] : [secret]));
  return values.flatMap((value) =>
    typeof value === 'string'
      ? [value]
      : [value.toString('hex'), value.toString('base64'), value.toJSON().data.join()],
  );
}

test('a person downloads what is held of them, no secret, and nothing of anyone else', async () => {
  const { owner, browser, child, childBrowser } = await family('ada');
  const caller = await use(browser);
  await server.context.accounts.mails.request(server.context.db, {
    kind: 'password-changed',
    userId: caller.userId,
  });
  // Logged calls are written together, a moment later.
  const logged = () =>
    sql`select input from runtime.invocation where user_id = ${caller.userId}`.execute(server.context.db);
  await expect.poll(async () => (await logged()).rows).toHaveLength(1);
  const { text, lists } = await listsOf(browser);
  const records = (list: string) => lists[list]?.records ?? [];
  expect(records('functionCalls')).toMatchObject([{ input: '"my input"' }]);
  expect(records('account')).toMatchObject([{ username: 'ada', email: owner.email, hasPassword: true }]);
  expect(records('domain')).toMatchObject([{ name: 'ada' }]);
  expect(records('cards')).toMatchObject([{ holderName: 'Ada', last4: expect.stringMatching(/^\d{4}$/) }]);
  expect(records('addresses')).toMatchObject([{ city: 'Wien' }]);
  const [invoice] = records('invoices');
  expect(invoice).toMatchObject({ grandTotalCents: 320, number: expect.stringContaining('test-') });
  expect(invoice?.['pdf']).toBe(`/console/v1/invoice/${String(invoice?.['id'])}/pdf`);
  expect(records('credits').length).toBeGreaterThan(0);
  expect(records('sessions').length).toBeGreaterThan(0);
  expect(records('devices').length).toBeGreaterThan(0);
  expect(records('authenticators')).toHaveLength(1);
  expect(records('accessKeys')).toMatchObject([{ key: expect.stringContaining('PUBLIC KEY') }]);
  expect(records('testRuns')).toHaveLength(1);
  expect(records('log').map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.invite', 'access-key.create', 'account.export']),
  );
  expect(records('mails').map(({ kind }) => kind)).toContain('password-changed');
  for (const { about } of Object.values(lists)) expect(about).toMatch(/\.$/);
  for (const secret of await secretsIn()) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/argon2|PRIVATE KEY/);

  const ofChild = await listsOf(childBrowser);
  expect(ofChild.lists['account']?.records).toMatchObject([{ firstName: 'Kidname', isChildUser: true }]);
  expect(ofChild.lists['domain']?.records).toEqual([]);
  expect(ofChild.lists['invoices']?.records).toEqual([]);
  for (const other of [owner.email, caller.userId, 'Wien', 'my input'])
    expect(ofChild.text).not.toContain(other);
  // What the owner did to the child is the owner's; the child's own data is not in it.
  const kid = childBrowser.user.userId;
  const { log: _, ...others } = lists;
  expect(JSON.stringify(others)).not.toContain(kid);
  expect(text).not.toContain(`"email":"${child.email}","firstName"`);
});

test('it asks who is there, is in the log, and has a limit a day, however many ask at once', async () => {
  const owner = await registerPerson(server, 'bea');
  const browser = await signIn(server, owner);
  const { db } = server.context;
  const { userId, domainId } = browser.user;
  const confirmedOn = (date: Date | null) =>
    db.updateTable('sessions').set({ confirmedOn: date }).where('userId', '=', userId).execute();
  await confirmedOn(null);
  expect((await download(browser.bearer)).json()).toMatchObject({
    status: 403,
    details: { reason: 'CONFIRMATION_NEEDED' },
  });
  await confirmedOn(server.context.clock.now());
  const answers = await Promise.all(
    Array.from({ length: EXPORTS_PER_DAY + 2 }, () => download(browser.bearer)),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: EXPORTS_PER_DAY }, () => 200), 429, 429]);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json().message).toContain('5 times a day');
  const entries = await db
    .selectFrom('logEntries')
    .select(['action', 'message'])
    .where('domainId', '=', domainId)
    .where('action', '=', 'account.export')
    .execute();
  expect(entries).toHaveLength(EXPORTS_PER_DAY);

  const machine = { ...(await buildUser(server.context)), sessionId: null };
  expect((await server.request(exportPersonRecord, {}, { as: machine })).statusCode).toBe(403);
});

test('what is longer than a page is whole, and each record is there once', async () => {
  const owner = await registerPerson(server, 'cleo');
  const browser = await signIn(server, owner);
  const { userId, domainId } = browser.user;
  const { audit, db } = server.context;
  for (let number = 0; number < 1100; number += 1) {
    await audit.record(db, { caller: { userId, domainId }, action: 'limits.update', message: `${number}` });
  }
  const { lists } = await listsOf(browser);
  const many = lists['log']?.records
    .filter(({ action }) => action === 'limits.update')
    .map(({ message }) => message);
  expect(many).toEqual(Array.from({ length: 1100 }, (_, number) => `${number}`));
});

test('nothing is sent while the services cannot be reached, and nobody asks them but the platform', async () => {
  const { bearer: headers } = await signIn(server, await registerPerson(server, 'dora'));
  const { services } = server.context;
  for (const path of ['person', 'person/', '/person', '%70erson', 'Person', 'person?after=%5B0%5D']) {
    const answer = await server.app.inject({ url: `/services/content/${path}`, headers });
    expect(answer.statusCode, path).toBe(403);
  }
  const address = services.ownProcess;
  services.expectOwnProcess(undefined);
  expect((await download(headers)).statusCode).toBe(503);
  services.expectOwnProcess(address);
  expect((await download(headers)).statusCode).toBe(200);
});
