import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createAccessKey, deleteAccessKey, updateAccessKey } from '@atrium/contract/access-keys/access-key';
import { OTHER_ADMINISTRATORS_KEY } from '@atrium/contract/access-keys/access-key-fields';
import { allowKeyRequest, createKeyRequest } from '@atrium/contract/access-keys/key-request';
import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { countWaitingForLocks } from '../../test/locked-table.ts';
import { readMails, registerPerson, SIGN_IN_NOTICE, signIn } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { lockUser } from '../accounts/people/user.repository.ts';
import { updateSessionsEnded } from '../accounts/sessions/session.repository.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let admin: Caller;
let count = 0;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  admin = await buildUser(server.context, { isAdmin: true });
});
afterAll(() => server[Symbol.asyncDispose]());

function draft(userId?: string) {
  count += 1;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { privateKey, body: { id: `machine-${count}`, key, ...(userId !== undefined && { userId }) } };
}

async function sign(id: string, privateKey: KeyObject) {
  const issued = Math.floor(server.clock.now().getTime() / 1000);
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: id })
    .setAudience('atrium')
    .setIssuedAt(issued)
    .setExpirationTime(issued + 120)
    .sign(privateKey);
  return { headers: { authorization: `Bearer ${token}` } };
}

const listIds = async () => (await server.context.machineKeys.list()).map(({ id }) => id);

test('whoever is signed in confirms who they are before a key is added, replaced or deleted; a machine does not', async () => {
  const { privateKey, body } = draft();
  const { id, key } = body;
  await server.call(createAccessKey, { body }, { as: admin });
  server.clock.travel(5 * 60_000);
  for (const answer of [
    await server.request(createAccessKey, { body: draft().body }, { as: admin }),
    await server.request(updateAccessKey, { params: { id }, body: { key } }, { as: admin }),
    await server.request(deleteAccessKey, { params: { id } }, { as: admin }),
  ]) {
    expect([answer.statusCode, answer.json().details]).toEqual([403, { reason: 'CONFIRMATION_NEEDED' }]);
  }
  const machine = await sign(id, privateKey);
  const added = draft();
  expect((await server.request(createAccessKey, { body: added.body }, machine)).statusCode).toBe(200);
  expect((await server.request(deleteAccessKey, { params: { id: added.body.id } }, machine)).statusCode).toBe(
    204,
  );
});

test('a key signs in another administrator only if they add or replace it themselves', async () => {
  const other = await buildUser(server.context, { isAdmin: true });
  const { body } = draft(other.userId);
  const { id, key } = body;
  const refused = await server.request(createAccessKey, { body }, { as: admin });
  expect([refused.statusCode, refused.json().message]).toEqual([422, OTHER_ADMINISTRATORS_KEY]);
  expect(await server.call(createAccessKey, { body }, { as: other })).toMatchObject({
    userId: other.userId,
    isOfAdministrator: true,
  });
  const replace = (next: string) =>
    server.request(updateAccessKey, { params: { id }, body: { key: next } }, { as: admin });
  const replaced = await replace(draft().body.key);
  expect([replaced.statusCode, replaced.json().message]).toEqual([422, OTHER_ADMINISTRATORS_KEY]);
  expect((await replace(key)).statusCode).toBe(200);
  expect((await server.request(deleteAccessKey, { params: { id } }, { as: admin })).statusCode).toBe(204);
});

test('whoever a key signs in as sees in their log what became of it', async () => {
  const user = await buildUser(server.context, { username: 'otto' });
  const { body } = draft(user.userId);
  const { id } = body;
  const added = await server.call(createAccessKey, { body }, { as: admin });
  expect(added).toMatchObject({ username: 'otto', isOfAdministrator: false });
  await server.call(updateAccessKey, { params: { id }, body: { key: draft().body.key } }, { as: admin });
  await server.call(deleteAccessKey, { params: { id } }, { as: admin });
  for (const { domainId } of [user, admin]) {
    const entries = await server.context.db
      .selectFrom('logEntries')
      .select(['action', 'userId', 'message'])
      .where('domainId', '=', domainId)
      .where('action', 'like', 'access-key.%')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'access-key.create', userId: admin.userId, message: `Added access key ${id}` },
      { action: 'access-key.change', userId: admin.userId, message: `Changed access key ${id}` },
      { action: 'access-key.delete', userId: admin.userId, message: `Deleted access key ${id}` },
    ]);
  }
});

test('the log says until when a key was valid and is now', async () => {
  const [sooner, later] = ['2026-12-01T00:00:00.000Z', '2027-12-01T00:00:00.000Z'];
  const { id, key } = draft().body;
  await server.call(createAccessKey, { body: { id, key, expiresAt: sooner } }, { as: admin });
  for (const expiresAt of [later, undefined, null]) {
    await server.call(updateAccessKey, { params: { id }, body: { key, expiresAt } }, { as: admin });
  }
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select(['before', 'after'])
    .where('message', 'like', `% access key ${id}`)
    .orderBy('id')
    .execute();
  const ends = entries.map(({ before, after }) =>
    [before, after].map((state) => (state as { expiresAt?: string | null } | null)?.expiresAt),
  );
  expect(ends).toEqual([
    [undefined, sooner],
    [sooner, later],
    [later, later],
    [later, null],
  ]);
});

test('the keys that someone added or replaced in another person’s session go with it, and no others', async () => {
  const person = await registerPerson(server, 'gina');
  const { db } = server.context;
  await db.updateTable('users').set({ isAdmin: true }).where('username', '=', 'gina').execute();
  const user = await buildUser(server.context);
  const [kept, replaced, own, foreign] = [draft(), draft(), draft(), draft(user.userId)];
  const home = { headers: (await signIn(server, person)).bearer };
  for (const { body } of [kept, replaced]) {
    expect((await server.request(createAccessKey, { body }, home)).statusCode).toBe(200);
  }
  server.clock.travel(3_600_000);
  const thief = { headers: (await signIn(server, person)).bearer };
  for (const { body } of [own, foreign]) {
    expect((await server.request(createAccessKey, { body }, thief)).statusCode).toBe(200);
  }
  const exchange = (id: string, key: string) =>
    server.request(updateAccessKey, { params: { id }, body: { key } }, thief);
  expect((await exchange(replaced.body.id, draft().body.key)).statusCode).toBe(200);
  // Only when it expires.
  expect((await exchange(kept.body.id, kept.body.key)).statusCode).toBe(200);

  const notice = (await readMails(server, person.email)).find(({ subject }) => subject === SIGN_IN_NOTICE);
  const token = /sign-in-report\?token=(\S+)/.exec(notice?.text ?? '')?.[1];
  expect((await server.request(reportSignIn, { body: { token } })).statusCode).toBe(200);
  const left = await listIds();
  expect([kept, replaced, own, foreign].map(({ body }) => left.includes(body.id))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const entries = await db
    .selectFrom('logEntries')
    .select('action')
    .where('domainId', '=', user.domainId)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([{ action: 'access-key.create' }, { action: 'access-key.delete' }]);
});

test('a key of any kind that is asked for while its session is reported is refused', async () => {
  const { db, clock } = server.context;
  const stored = draft();
  await server.call(createAccessKey, { body: stored.body }, { as: admin });
  const { userCode } = await server.call(createKeyRequest, {
    body: { label: 'Command line', permissions: ['people.read'] },
  });
  const label = 'Nightly export';
  const own = { label, kind: 'token' as const, permissions: ['people.read' as const] };
  const added = draft();
  const begun = await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, admin);
    const replaced = { params: { id: stored.body.id }, body: { key: draft().body.key } };
    const calls = [
      server.request(createOwnKey, { body: own }, { as: admin }),
      server.request(
        allowKeyRequest,
        { body: { code: userCode, permissions: ['people.read'] } },
        { as: admin },
      ),
      server.request(createAccessKey, { body: added.body }, { as: admin }),
      server.request(updateAccessKey, replaced, { as: admin }),
    ];
    await expect.poll(() => countWaitingForLocks(db)).toBe(calls.length);
    await updateSessionsEnded(transaction, admin, {}, { on: clock.now(), because: 'its person reported it' });
    return { calls };
  });
  const answers = await Promise.all(begun.calls);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401));
  expect(await listIds()).not.toContain(added.body.id);
  expect(await server.context.ownKeys.list(admin)).toEqual([]);
});
