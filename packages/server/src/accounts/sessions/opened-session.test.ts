import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createAccessKey, deleteAccessKey, updateAccessKey } from '@atrium/contract/access-keys/access-key';
import { removeChild } from '@atrium/contract/accounts/children';
import { endSession, listSessions, type Session } from '@atrium/contract/accounts/sessions';
import {
  createCustomToken,
  encodeSsoToken,
  loginWithToken,
  logout,
  refreshToken,
} from '@atrium/contract/accounts/sign-in';
import { changePassword, getUser } from '@atrium/contract/accounts/user';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { countWaitingForLocks } from '../../../test/locked-table.ts';
import { type Browser, registerPerson, signIn, toBrowser } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

type Headers = Record<string, string>;
const MINUTE_MS = 60_000;

async function customToken(headers: Headers, userId?: string): Promise<string> {
  const answer = await server.request(createCustomToken, { body: { userId } }, { headers });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return encodeSsoToken(answer.json<{ token: string }>().token);
}

const redeem = (token: string) => server.request(loginWithToken, { body: { token } });

/** A session that someone opens, as themselves or as another. */
async function open(headers: Headers, userId?: string): Promise<Browser> {
  // Lists are in the order of the last use.
  server.clock.travel(1000);
  return toBrowser(await redeem(await customToken(headers, userId)));
}

const canRefresh = async ({ cookie }: Browser) =>
  (await server.request(refreshToken, {}, { headers: cookie })).statusCode === 200;

async function expectEnded(browser: Browser): Promise<void> {
  const status = async () => (await server.request(getUser, {}, { headers: browser.bearer })).statusCode;
  await expect.poll(status).toBe(401);
  expect(await canRefresh(browser)).toBe(false);
}

async function list(headers: Headers): Promise<Session[]> {
  return (await server.request(listSessions, {}, { headers })).json<Session[]>();
}

/** A registered parent, signed in, with a child user. */
async function family(name: string) {
  const parent = await registerPerson(server, name);
  const browser = await signIn(server, parent);
  const { userId, domainId } = browser.user;
  const child = await buildUser(server.context, { username: `${name}-child`, domainId, parentId: userId });
  return { parent, browser, child };
}

test('a session as another ends when its opener changes the password, and is listed with both until then', async () => {
  const { parent, browser, child } = await family('iris');
  const asChild = await open(browser.bearer, child.userId);
  const openedBy = { kind: 'user', name: 'iris' };
  expect(await list(asChild.bearer)).toMatchObject([
    { username: 'iris-child', openedBy, isCurrent: true },
    { username: 'iris-child', openedBy: null },
  ]);
  expect(await list(browser.bearer)).toMatchObject([
    { username: 'iris-child', openedBy, isCurrent: false },
    { username: 'iris', openedBy: null, isCurrent: true },
  ]);
  const passwords = { currentPassword: parent.password, password: 'changed by iris' };
  const changed = await server.request(changePassword, { body: passwords }, { headers: browser.bearer });
  expect(changed.statusCode).toBe(204);
  await expectEnded(asChild);
  expect(await canRefresh(browser)).toBe(true);
});

test('it ends with the session it was opened in: by signing out, or by running out', async () => {
  const { parent, browser, child } = await family('abel');
  const asChild = await open(browser.bearer, child.userId);
  const asSelf = await open(browser.bearer);
  await server.request(logout, {}, { headers: browser.cookie });
  await expectEnded(asChild);
  await expectEnded(asSelf);

  const again = await signIn(server, parent);
  const own = await open(again.bearer);
  server.clock.travel(13 * 86_400_000);
  const kept = toBrowser(await server.request(refreshToken, {}, { headers: own.cookie }));
  server.clock.travel(2 * 86_400_000);
  expect(await canRefresh(kept), 'the opener ran out').toBe(false);
});

test('whoever opened a session as another can end it, and a stranger cannot', async () => {
  const { browser, child } = await family('cleo');
  const asChild = await open(browser.bearer, child.userId);
  const [opened] = await list(browser.bearer);
  const params = { id: opened?.id };
  const stranger = await signIn(server, await registerPerson(server, 'dora'));
  expect((await server.request(endSession, { params }, { headers: stranger.bearer })).statusCode).toBe(404);
  expect((await server.request(endSession, { params }, { headers: browser.bearer })).statusCode).toBe(204);
  await expectEnded(asChild);
});

test('a session as another is over after an hour, however much it is used', async () => {
  const { browser, child } = await family('hugo');
  let asChild = await open(browser.bearer, child.userId);
  for (const minutes of [25, 25, 9]) {
    server.clock.travel(minutes * MINUTE_MS);
    asChild = toBrowser(await server.request(refreshToken, {}, { headers: asChild.cookie }));
  }
  server.clock.travel(MINUTE_MS);
  expect(await canRefresh(asChild)).toBe(false);
  expect(await canRefresh(browser)).toBe(true);
});

test('a session that was opened opens no other, and a token made in an ended one opens none', async () => {
  const { browser, child } = await family('nell');
  for (const opened of [await open(browser.bearer), await open(browser.bearer, child.userId)]) {
    const answer = await server.request(createCustomToken, {}, { headers: opened.bearer });
    expect(answer.statusCode).toBe(403);
  }
  const waiting = await customToken(browser.bearer, child.userId);
  await server.request(logout, {}, { headers: browser.cookie });
  expect((await redeem(waiting)).statusCode).toBe(422);
});

test('a session that is opened while its opener ends is not opened', async () => {
  const { browser, child } = await family('otto');
  const token = await customToken(browser.bearer, child.userId);
  const { db, accounts } = server.context;
  const { userId, domainId } = browser.user;
  const begun = await db.transaction().execute(async (transaction) => {
    await accounts.sessions.endAll(transaction, { userId, domainId }, 'the test ends it');
    const redeemed = redeem(token);
    await expect.poll(() => countWaitingForLocks(db)).toBe(1);
    return { redeemed };
  });
  expect((await begun.redeemed).statusCode).toBe(422);
});

test('sessions that are opened at once by the same one do not deadlock with each other', async () => {
  const { browser, child } = await family('rosa');
  const { sessions } = server.context.accounts;
  // Of one person they take turns.
  const tokens = [
    await customToken(browser.bearer, browser.user.userId),
    await customToken(browser.bearer, child.userId),
  ];
  const start = sessions.start.bind(sessions);
  const haveBoth = Promise.withResolvers<void>();
  let started = 0;
  const starting = vi.spyOn(sessions, 'start').mockImplementation(async (...given) => {
    const session = await start(...given);
    started += 1;
    if (started === tokens.length) haveBoth.resolve();
    await haveBoth.promise;
    return session;
  });
  onTestFinished(() => starting.mockRestore());
  const answers = await Promise.all(tokens.map(redeem));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('a password change revokes the tokens that the person issued for others', async () => {
  const { parent, browser, child } = await family('vera');
  const waiting = await customToken(browser.bearer, child.userId);
  const passwords = { currentPassword: parent.password, password: 'changed by vera' };
  await server.request(changePassword, { body: passwords }, { headers: browser.bearer });
  expect((await redeem(waiting)).statusCode).toBe(422);
});

test('a removed child takes along what was opened as them', async () => {
  const { browser, child } = await family('wim');
  const asChild = await open(browser.bearer, child.userId);
  await server.request(removeChild, { params: { id: child.userId } }, { headers: browser.bearer });
  await expectEnded(asChild);
});

test('guesses at the own password are no more in the sessions that one opens', async () => {
  const { parent, browser } = await family('yara');
  const guess = (password: string, { bearer }: Browser) =>
    server.request(
      changePassword,
      { body: { currentPassword: password, password: 'something else' } },
      { headers: bearer },
    );
  for (let count = 0; count < 10; count += 1) {
    expect((await guess('wrong', await open(browser.bearer))).statusCode).toBe(422);
  }
  expect((await guess(parent.password, await open(browser.bearer))).statusCode).toBe(429);
});

async function bearerOfKey(kid: string, privateKey: KeyObject): Promise<Headers> {
  const now = Math.floor(server.clock.now().getTime() / 1000);
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setAudience('atrium')
    .setIssuedAt(now)
    .setExpirationTime(now + 120)
    .sign(privateKey);
  return { authorization: `Bearer ${token}` };
}

test('what an access key opened ends with the key: deleted, changed or expired', async () => {
  const admin = await buildUser(server.context, { username: 'keeper', isAdmin: true });
  const customer = await buildUser(server.context, { username: 'customer' });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const create = (id: string, expiresAt: string | null = null) =>
    server.call(createAccessKey, { body: { id, key, expiresAt } }, { as: admin });

  await create('robot');
  const machine = await bearerOfKey('robot', privateKey);
  const opened = await open(machine);
  const asCustomer = await open(machine, customer.userId);
  const openedBy = { kind: 'accessKey', name: 'robot' };
  expect(await list(opened.bearer)).toMatchObject([
    { username: 'customer', openedBy },
    { username: 'keeper', openedBy, isCurrent: true },
    { username: 'keeper', openedBy: null },
  ]);
  const waiting = await customToken(machine);
  await server.call(deleteAccessKey, { params: { id: 'robot' } }, { as: admin });
  await expectEnded(opened);
  await expectEnded(asCustomer);
  expect((await redeem(waiting)).statusCode).toBe(422);

  await create('other-robot');
  const before = await open(await bearerOfKey('other-robot', privateKey));
  await server.call(updateAccessKey, { params: { id: 'other-robot' }, body: { key } }, { as: admin });
  await expectEnded(before);

  const soon = new Date(server.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
  await create('short-robot', soon);
  const short = await open(await bearerOfKey('short-robot', privateKey));
  server.clock.travel(10 * MINUTE_MS);
  expect(await canRefresh(short)).toBe(false);
});
