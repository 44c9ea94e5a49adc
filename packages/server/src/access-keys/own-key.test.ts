import { createHash, generateKeyPairSync } from 'node:crypto';
import { listAccessKeys } from '@atrium/contract/access-keys/access-key';
import {
  createOwnKey,
  deleteCurrentKey,
  deleteOwnKey,
  listOwnKeys,
} from '@atrium/contract/access-keys/own-key';
import { type CreatedOwnKey, MAX_OWN_KEYS } from '@atrium/contract/access-keys/own-key-fields';
import { closeAccount } from '@atrium/contract/accounts/account-closing';
import { listPeople } from '@atrium/contract/accounts/people';
import { updateRole } from '@atrium/contract/accounts/roles';
import { startAuthenticator } from '@atrium/contract/accounts/second-factor';
import { confirmSession, endSession } from '@atrium/contract/accounts/sessions';
import { createCustomToken } from '@atrium/contract/accounts/sign-in';
import { changeEmail, changePassword, getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { lockCustomer, unlockCustomer } from '@atrium/contract/customers/customer-help';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { Permission } from '@atrium/contract/permissions';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { readMails } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

const DAY_MS = 86_400_000;

let server: TestApp;
let logged = '';
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) });
  server = await startTestApp({ log });
});
afterAll(() => server[Symbol.asyncDispose]());

const draft = (permissions: Permission[] = ['people.read'], more: object = {}) => ({
  label: 'Nightly export',
  kind: 'token' as const,
  permissions,
  ...more,
});

async function tokenOf(
  person: Caller,
  permissions?: Permission[],
  more?: object,
): Promise<CreatedOwnKey & { token: string }> {
  const { key, token = '' } = await server.call(
    createOwnKey,
    { body: draft(permissions, more) },
    { as: person },
  );
  return { key, token };
}

const ask = (endpoint: Endpoint, token: string, parts: Record<string, unknown> = {}) =>
  server.request(endpoint, parts, {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' },
  });
const statusOf = async (token: string, endpoint: Endpoint = listPeople) =>
  (await ask(endpoint, token)).statusCode;

describe('a token', () => {
  test('is shown once, stored as a hash, logged nowhere, and signs in until it is deleted', async () => {
    const person = await buildUser(server.context);
    const { key, token } = await tokenOf(person);
    expect(token).toMatch(/^atr_[\w-]{43}$/);
    expect(key).toMatchObject({
      kind: 'token',
      permissions: ['people.read'],
      lastUsedOn: null,
      isCurrent: false,
    });
    expect(await statusOf(token)).toBe(200);
    const [listed] = await server.call(listOwnKeys, {}, { as: person });
    const now = server.clock.now().toISOString();
    expect(listed).toEqual({ ...key, lastUsedOn: now, lastUsedAddress: '203.0.113.7' });
    expect((await ask(listOwnKeys, token)).json()).toMatchObject([{ id: key.id, isCurrent: true }]);

    const { db } = server.context;
    const row = await db.selectFrom('ownKeys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
    expect(row.tokenHash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
    const entries = await db.selectFrom('logEntries').selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain(token.slice(4));
    expect(logged).toContain(key.id);
    expect(logged).not.toContain(token.slice(4));

    await server.call(deleteOwnKey, { params: { id: key.id } }, { as: person });
    expect(await statusOf(token)).toBe(401);
    expect(await server.call(listOwnKeys, {}, { as: person })).toEqual([]);
    const { logs } = await server.call(
      searchLog,
      { body: { startAt: '2026-11-21T00:00:00Z' } },
      { as: person },
    );
    expect(logs.map(({ message }) => message)).toEqual([
      'Deleted the API key Nightly export',
      'Created the API key Nightly export',
    ]);
  });

  test('ends on its day, and its use is noted once a minute', async () => {
    const person = await buildUser(server.context);
    const { key, token } = await tokenOf(person, undefined, { expiresInDays: 2 });
    const { token: lasting } = await tokenOf(person, undefined, { expiresInDays: null });
    const usedOn = async () =>
      (await server.call(listOwnKeys, {}, { as: person })).find(({ id }) => id === key.id)?.lastUsedOn;
    const first = server.clock.now().toISOString();
    expect(await statusOf(token)).toBe(200);
    server.clock.travel(59_000);
    expect(await statusOf(token)).toBe(200);
    expect(await usedOn()).toBe(first);
    server.clock.travel(1_000);
    expect(await statusOf(token)).toBe(200);
    expect(await usedOn()).toBe(server.clock.now().toISOString());
    server.clock.travel(2 * DAY_MS - 60_001);
    expect(await statusOf(token)).toBe(200);
    server.clock.travel(1);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(lasting)).toBe(200);
  });

  test('does what its person may do at the time, and no more than it was made for', async () => {
    const owner = await buildUser(server.context);
    const child = await buildChild(server.context, owner, ['people.read', 'tests.read']);
    const role = child.roles[0] ?? '';
    const { token } = await tokenOf(child, ['people.read']);
    const { token: other } = await tokenOf(child, ['tests.read']);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 403]);
    const beyond = await server.request(createOwnKey, { body: draft(['billing.pay']) }, { as: child });
    expect([beyond.statusCode, beyond.json().errors]).toEqual([
      400,
      [
        {
          field: 'permissions',
          defaultMessage:
            'You cannot give permissions that you do not have: "See billing" (billing.read), "Pay and manage billing" (billing.pay).',
        },
      ],
    ]);
    const give = (permissions: Permission[]) =>
      server.call(
        updateRole,
        { params: { name: role }, body: { label: 'Auditor', permissions } },
        { as: owner },
      );
    await give(['tests.read']);
    expect(await statusOf(token)).toBe(403);
    await give(['tests.read', 'people.read']);
    expect(await statusOf(token)).toBe(200);
  });

  test('does nothing that only its person may do, or only an administrator', async () => {
    const admin = await buildUser(server.context, { isAdmin: true });
    const { key, token } = await tokenOf(admin);
    const refused: [Endpoint, Record<string, unknown>?][] = [
      [createOwnKey, { body: draft() }],
      [deleteOwnKey, { params: { id: key.id } }],
      [createCustomToken, { body: {} }],
      [changePassword, { body: { currentPassword: 'x', password: 'another password' } }],
      [changeEmail, { body: { email: 'x@example.com', password: 'x' } }],
      [confirmSession, { body: { method: 'password', password: 'x' } }],
      [endSession, { params: { id: admin.sessionId } }],
      [startAuthenticator],
      [closeAccount, { body: { username: 'x' } }],
      [listAccessKeys],
    ];
    for (const [endpoint, parts] of refused) {
      const { statusCode } = await ask(endpoint, token, parts);
      expect(statusCode, `${endpoint.method} ${endpoint.path}`).toBe(403);
    }
    expect((await ask(getUser, token)).json()).toMatchObject({ userId: admin.userId });
    expect(await server.call(listOwnKeys, {}, { as: admin })).toHaveLength(1);
  });

  test('is refused for people who are locked, closed their account or are gone', async () => {
    const admin = await buildUser(server.context, { isAdmin: true });
    const owner = await buildUser(server.context);
    const { token } = await tokenOf(owner);
    const params = { id: owner.domainId };
    await server.call(lockCustomer, { params, body: { reason: 'Unpaid' } }, { as: admin });
    expect(await statusOf(token)).toBe(401);
    await server.call(unlockCustomer, { params }, { as: admin });
    expect(await statusOf(token)).toBe(200);
    const child = await buildChild(server.context, owner, ['people.read']);
    const { token: childToken } = await tokenOf(child);
    const { db, clock } = server.context;
    await db.updateTable('users').set({ removedOn: clock.now() }).where('id', '=', child.userId).execute();
    expect(await statusOf(childToken)).toBe(401);
    const closing = { closedOn: clock.now(), contentEndsOn: clock.now() };
    await db.updateTable('domains').set(closing).where('id', '=', owner.domainId).execute();
    expect(await statusOf(token)).toBe(401);
  });

  test('deletes itself, and no one else signs out that way', async () => {
    const person = await buildUser(server.context);
    const { token } = await tokenOf(person);
    expect((await server.request(deleteCurrentKey, {})).statusCode).toBe(401);
    expect((await server.request(deleteCurrentKey, {}, { as: person })).statusCode).toBe(422);
    expect(await statusOf(token, deleteCurrentKey)).toBe(204);
    expect(await statusOf(token, deleteCurrentKey)).toBe(401);
  });

  test('is no one else’s: strangers, and others of the domain, neither see nor delete it', async () => {
    const owner = await buildUser(server.context);
    const child = await buildChild(server.context, owner, ['people.read', 'people.manage']);
    const { key, token } = await tokenOf(child);
    for (const other of [
      owner,
      await buildUser(server.context),
      await buildUser(server.context, { isAdmin: true }),
    ]) {
      expect(await server.call(listOwnKeys, {}, { as: other })).toEqual([]);
      const answer = await server.request(deleteOwnKey, { params: { id: key.id } }, { as: other });
      expect(answer.statusCode).toBe(404);
    }
    expect(await statusOf(token)).toBe(200);
  });
});

test('a public key of one’s own signs in whoever has its private half, with its permissions', async () => {
  const person = await buildUser(server.context);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const made = await server.call(
    createOwnKey,
    { body: draft(undefined, { kind: 'public-key', key }) },
    { as: person },
  );
  expect(made.token).toBeUndefined();
  expect(made.key.fingerprint).toMatch(/^SHA256:/);
  const sign = (signer: typeof privateKey) => {
    const issued = Math.floor(server.clock.now().getTime() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', kid: made.key.id })
      .setAudience('atrium')
      .setIssuedAt(issued)
      .setExpirationTime(issued + 60)
      .sign(signer);
  };
  expect(await statusOf(await sign(privateKey))).toBe(200);
  expect(await statusOf(await sign(privateKey), createCustomToken)).toBe(403);
  expect(await statusOf(await sign(generateKeyPairSync('ed25519').privateKey))).toBe(401);
  await server.call(deleteOwnKey, { params: { id: made.key.id } }, { as: person });
  expect(await statusOf(await sign(privateKey))).toBe(401);
  const missing = await server.request(
    createOwnKey,
    { body: draft(undefined, { kind: 'public-key' }) },
    { as: person },
  );
  expect(missing.json().errors).toEqual([{ field: 'key', defaultMessage: 'Please provide key.' }]);
});

test('a key asks who it is for, is mailed, and there are only so many', async () => {
  const person = await buildUser(server.context, { username: 'collector' });
  await Promise.all(
    Array.from({ length: MAX_OWN_KEYS + 5 }, () =>
      server.request(createOwnKey, { body: draft() }, { as: person }),
    ),
  );
  expect(await server.call(listOwnKeys, {}, { as: person })).toHaveLength(MAX_OWN_KEYS);
  const over = await server.request(createOwnKey, { body: draft() }, { as: person });
  expect([over.statusCode, over.json().message]).toEqual([
    422,
    'You can have at most 25 API keys. Delete one that you no longer use.',
  ]);
  const mails = await readMails(server, 'collector@example.com');
  expect(mails.filter(({ subject }) => subject === 'An API key was created')).toHaveLength(MAX_OWN_KEYS);
  server.clock.travel(300_000);
  for (const endpoint of [createOwnKey, deleteOwnKey]) {
    const parts = { body: draft(), params: { id: person.userId } };
    const answer = await server.request(endpoint, parts, { as: person });
    expect([answer.statusCode, answer.json().details]).toEqual([403, { reason: 'CONFIRMATION_NEEDED' }]);
  }
});

test('what a key keeps open ends with it', async () => {
  const person = await buildUser(server.context);
  const { key, token } = await tokenOf(person);
  const { isStillSignedIn, verifyBearer } = server.context;
  const signedIn = await verifyBearer(token, '127.0.0.1');
  if (!('caller' in signedIn)) throw new Error('a person’s key signs a person in');
  expect(await isStillSignedIn(signedIn.caller)).toBe(true);
  await server.call(deleteOwnKey, { params: { id: key.id } }, { as: person });
  expect(await isStillSignedIn(signedIn.caller)).toBe(false);
});
