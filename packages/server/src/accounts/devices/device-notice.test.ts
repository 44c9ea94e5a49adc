import { allowKeyRequest, collectKey, createKeyRequest } from '@atrium/contract/access-keys/key-request';
import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { closeAccount } from '@atrium/contract/accounts/account-closing';
import { forgetDevice, type KnownDevice, listDevices } from '@atrium/contract/accounts/devices';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { confirmEmail } from '@atrium/contract/accounts/registration';
import {
  createCustomToken,
  encodeSsoToken,
  login,
  loginWithToken,
  refreshToken,
} from '@atrium/contract/accounts/sign-in';
import { getReportableSignIn, reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { changeEmail, changePassword, getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import {
  type Browser,
  type Person,
  readMails,
  readToken,
  registerPerson,
  SIGN_IN_NOTICE,
  signIn,
  toBrowser,
} from '../../../test/people.ts';
import { addAuthenticator } from '../../../test/second-factors.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { sendMailJob } from '../../mail/send-mail.job.ts';
import { updateUser } from '../people/user.repository.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function notices({ email }: Person) {
  return (await readMails(server, email)).filter(({ subject }) => subject === SIGN_IN_NOTICE);
}

/** The token of the link of the newest notice. */
async function readReportToken(someone: Person): Promise<string> {
  const [mail] = await notices(someone);
  const token = /sign-in-report\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no notice for ${someone.email}`);
  return token;
}

const statusOf = async ({ bearer }: Browser) =>
  (await server.request(getUser, {}, { headers: bearer })).statusCode;
const report = (token: string) => server.request(reportSignIn, { body: { token } });
const tryPassword = async ({ username }: Person, password: string) =>
  (await server.request(login, { body: { username, password } })).statusCode;

/** Someone at home, and someone else who knows their password. */
async function theft(name: string) {
  const owner = await registerPerson(server, name);
  const home = await signIn(server, owner, { 'user-agent': FIREFOX });
  server.clock.travel(60 * 60_000);
  const thief = await signIn(server, owner, { 'user-agent': 'Thief', 'x-forwarded-for': '203.0.113.66' });
  return { owner, home, thief };
}

test('a sign-in on a device that is not known is told by mail, the first one and one at home are not', async () => {
  const ada = await registerPerson(server, 'ada');
  const home = await signIn(server, ada, { 'user-agent': FIREFOX });
  expect(await notices(ada)).toEqual([]);
  await signIn(server, ada, { 'user-agent': FIREFOX, ...home.device });
  await server.request(refreshToken, {}, { headers: home.cookie });
  expect(await notices(ada)).toEqual([]);
  await signIn(server, ada, { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.9' });
  const [notice, ...others] = await notices(ada);
  expect(others).toEqual([]);
  expect(notice?.text).toContain('Firefox on Linux at 203.0.113.9, on November 21, 2026 at 10:00 AM UTC');
});

test('notices of sign-ins are never dropped', async () => {
  const bea = await registerPerson(server, 'bea');
  for (let count = 0; count < 18; count += 1) await signIn(server, bea);
  expect(await notices(bea)).toHaveLength(17);
});

test('the link says what it is about as often as it is opened, and ends nothing by that', async () => {
  const { owner, thief } = await theft('cleo');
  const token = await readReportToken(owner);
  for (const _ of ['a scanner', 'its person']) {
    expect(await server.call(getReportableSignIn, { query: { token } })).toEqual({
      username: 'cleo',
      browser: 'Thief',
      address: '203.0.113.66',
      signedInOn: server.clock.now().toISOString(),
    });
  }
  expect(await statusOf(thief)).toBe(200);
});

test('a report ends the session and what it made, and asks for a new password', async () => {
  const { owner, home, thief } = await theft('dora');
  const { token: custom } = await (async () =>
    (await server.request(createCustomToken, { body: {} }, { headers: thief.bearer })).json())();
  const opened = toBrowser(await server.request(loginWithToken, { body: { token: encodeSsoToken(custom) } }));
  const again = (await server.request(createCustomToken, { body: {} }, { headers: thief.bearer })).json();
  await addAuthenticator(server, thief);
  const key = { label: 'Key of a thief', kind: 'token', permissions: ['people.read'] };
  const made = await server.request(createOwnKey, { body: key }, { headers: thief.bearer });
  const withKey = { headers: { authorization: `Bearer ${made.json().token}` } };
  expect((await server.request(getUser, {}, withKey)).statusCode).toBe(200);
  const [, notice] = await notices(owner);
  const token = /sign-in-report\?token=(\S+)/.exec(notice?.text ?? '')?.[1] ?? '';
  server.clock.travel(1000);
  expect((await report(token)).statusCode).toBe(200);

  await expect.poll(() => statusOf(thief)).toBe(401);
  await expect.poll(() => statusOf(opened)).toBe(401);
  expect((await server.request(getUser, {}, withKey)).statusCode).toBe(401);
  const goesOn = await server.request(refreshToken, {}, { headers: home.cookie });
  expect(goesOn.statusCode).toBe(200);
  const unused = await server.request(loginWithToken, { body: { token: encodeSsoToken(again.token) } });
  expect(unused.statusCode).toBe(422);
  expect(await tryPassword(owner, owner.password)).toBe(422);
  expect((await report(token)).statusCode).toBe(422);

  const [mail] = await readMails(server, owner.email);
  expect(mail?.subject).toBe('Reset your password');
  const password = 'a password that nobody knows';
  await server.call(resetPassword, { body: { token: await readToken(server, owner.email), password } });
  // No second factor of the thief stands in the way.
  const back = await signIn(server, { ...owner, password });
  const body = { startAt: '2026-11-21T00:00:00Z' };
  const { logs } = (await server.request(searchLog, { body }, { headers: back.bearer })).json();
  expect(logs).toContainEqual(
    expect.objectContaining({
      action: 'account.report-sign-in',
      before: expect.objectContaining({ address: '203.0.113.66', userAgent: 'Thief' }),
      after: {
        removedFactors: 1,
        removedKeys: ['Key of a thief'],
        removedIdentities: [],
        removedProviders: [],
        removedInvitations: [],
        suspendedUsers: [],
        otherChanges: [],
        email: owner.email,
      },
    }),
  );
});

test('a thief who changes the password does not take the link away, and the owner who resets it does', async () => {
  const { owner, thief } = await theft('edda');
  const token = await readReportToken(owner);
  const passwords = { currentPassword: owner.password, password: 'the thief knows it' };
  await server.request(changePassword, { body: passwords }, { headers: thief.bearer });
  expect((await report(token)).statusCode).toBe(200);
  expect(await tryPassword(owner, passwords.password)).toBe(422);

  const { owner: fay } = await theft('fay');
  const old = await readReportToken(fay);
  const { mails } = server.context.accounts;
  await mails.request(server.context.db, { kind: 'forgotten', email: fay.email });
  const password = 'a password that nobody knows';
  await server.call(resetPassword, { body: { token: await readToken(server, fay.email), password } });
  expect((await report(old)).statusCode).toBe(422);
  expect(await tryPassword(fay, password)).toBe(200);
});

test('a report ends what else began since: on that device, and on others that were new', async () => {
  const { owner, home, thief } = await theft('iris');
  const token = await readReportToken(owner);
  const again = await signIn(server, owner, thief.device);
  const elsewhere = await signIn(server, owner);
  const atHome = await signIn(server, owner, home.device);
  expect((await report(token)).statusCode).toBe(200);
  for (const browser of [thief, again, elsewhere]) await expect.poll(() => statusOf(browser)).toBe(401);
  expect(await statusOf(atHome)).toBe(200);
});

test('a key that was allowed and not collected is not given after a report, nor after a reset', async () => {
  const label = 'Command line of a thief';
  const allow = async ({ bearer: headers }: Browser) => {
    const asked = await server.call(createKeyRequest, { body: { label, permissions: ['people.read'] } });
    const body = { code: asked.userCode, permissions: ['people.read'] };
    expect((await server.request(allowKeyRequest, { body }, { headers })).statusCode).toBe(204);
    return () => server.call(collectKey, { body: { deviceCode: asked.deviceCode } });
  };
  const { owner: jane, thief } = await theft('jane');
  const reported = await allow(thief);
  await report(await readReportToken(jane));
  expect(await reported()).toEqual({ status: 'over' });

  const { owner: kate, thief: another } = await theft('kate');
  const forgotten = await allow(another);
  await server.call(forgotPassword, { body: { email: kate.email } });
  const password = 'a password that nobody knows';
  await server.call(resetPassword, { body: { token: await readToken(server, kate.email), password } });
  expect(await forgotten()).toEqual({ status: 'over' });
});

test('a report goes back to the address that it was sent to, whatever a thief did with another', async () => {
  const { owner, thief } = await theft('lena');
  const token = await readReportToken(owner);
  const email = 'thief@example.net';
  const request = { headers: thief.bearer };
  const body = { email, password: owner.password };
  expect((await server.request(changeEmail, { body }, request)).statusCode).toBe(200);
  await server.call(confirmEmail, { query: { token: await readToken(server, email) } });
  const own = { username: owner.username, password: 'the thief knows it' };
  const reset = async () => {
    await server.call(forgotPassword, { body: { email } });
    return readToken(server, email);
  };
  await server.call(resetPassword, { body: { token: await reset(), password: own.password } });
  const back = await signIn(server, own);
  const theirs = await readReportToken({ ...owner, email });
  const kept = await reset();
  expect((await report(token)).statusCode).toBe(200);
  await expect.poll(() => statusOf(back)).toBe(401);
  expect((await report(theirs)).statusCode).toBe(422);
  const used = { token: kept, password: 'the thief knows it' };
  expect((await server.request(resetPassword, { body: used })).statusCode).toBe(422);
  const before = (await readMails(server, email)).length;
  await server.call(forgotPassword, { body: { email } });
  expect(await readMails(server, email)).toHaveLength(before);

  const password = 'a password that nobody knows';
  await server.call(resetPassword, { body: { token: await readToken(server, owner.email), password } });
  const { user } = await signIn(server, { ...owner, password });
  expect(user.email).toBe(owner.email);
});

/** Asks for another address, and opens the link that goes there. */
async function moveTo(email: string, { password }: Person, { bearer }: Browser): Promise<void> {
  const asked = await server.request(changeEmail, { body: { email, password } }, { headers: bearer });
  expect(asked.statusCode).toBe(200);
  server.clock.travel(1000);
  await server.call(confirmEmail, { query: { token: await readToken(server, email) } });
  server.clock.travel(1000);
}

const isReportable = async (token: string) =>
  (await server.request(getReportableSignIn, { query: { token } })).statusCode === 200;

test('an owner who takes the address back on an older device leaves a thief no notice to undo it', async () => {
  const { owner, home, thief } = await theft('olga');
  const token = await readReportToken(owner);
  const email = 'thief-of-olga@example.net';
  await moveTo(email, owner, thief);
  const again = await signIn(server, owner, { 'user-agent': 'Thief, anew' });
  const theirs = await readReportToken({ ...owner, email });
  server.clock.travel(1000);
  // The session is the youngest of all; its device is the oldest.
  const back = await signIn(server, owner, home.device);
  await moveTo(owner.email, owner, back);
  expect(await isReportable(theirs)).toBe(false);
  expect((await report(theirs)).statusCode).toBe(422);
  expect(await isReportable(token)).toBe(true);

  const { db, jobs } = server.context;
  const { userId } = again.user;
  const { id: sessionId } = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('userAgent', '=', 'Thief, anew')
    .executeTakeFirstOrThrow();
  await jobs.send(sendMailJob, { area: 'accounts', kind: 'new-device', userId, email, sessionId });
  expect(await notices({ ...owner, email }), 'one whose mail was late').toHaveLength(1);
});

test('a thief takes no notice from the owner by changing the address, on whichever of their devices', async () => {
  const { owner, thief } = await theft('petra');
  const first = await readReportToken(owner);
  server.clock.travel(1000);
  const again = await signIn(server, owner, { 'user-agent': 'Thief, anew' });
  const second = await readReportToken(owner);
  // Without the cookie of the device it gets a new one, which does not make it younger.
  expect((await server.request(refreshToken, {}, { headers: thief.cookie })).statusCode).toBe(200);
  await moveTo('one-of-petra@example.net', owner, again);
  expect([await isReportable(first), await isReportable(second)]).toEqual([true, true]);
  await moveTo('two-of-petra@example.net', owner, thief);
  expect([await isReportable(first), await isReportable(second)]).toEqual([true, false]);
  expect((await report(first)).json()).toMatchObject({ wayBack: 'link' });
  await expect.poll(() => statusOf(again)).toBe(401);
  const [mail] = await readMails(server, owner.email);
  expect(mail?.subject).toBe('Reset your password');
});

test('notices go to the address of their time, however late they are sent', async () => {
  const { owner, thief } = await theft('nina');
  const { db, keyMails } = server.context;
  const { userId, domainId } = thief.user;
  await keyMails.request(db, userId);
  const passwords = { currentPassword: owner.password, password: 'the thief knows it' };
  await server.request(changePassword, { body: passwords }, { headers: thief.bearer });
  const email = 'thief-of-nina@example.net';
  await updateUser(db, { userId, domainId }, { email });
  const late = (await readMails(server, owner.email)).map(({ subject }) => subject);
  const notices = [SIGN_IN_NOTICE, 'Your password was changed', 'An API key was created'];
  expect(late).toEqual(expect.arrayContaining(notices));
  expect(await readMails(server, email)).toEqual([]);
  expect((await report(await readReportToken(owner))).json()).toMatchObject({ wayBack: 'link' });
  const password = 'a password that nobody knows';
  await server.call(resetPassword, { body: { token: await readToken(server, owner.email), password } });
  expect((await signIn(server, { ...owner, password })).user.email).toBe(owner.email);
});

test('a report shuts the thief out also where a closed account has the former address by now', async () => {
  const { owner, thief } = await theft('mona');
  const token = await readReportToken(owner);
  const email = 'thief-of-mona@example.net';
  const body = { email, password: owner.password };
  await server.request(changeEmail, { body }, { headers: thief.bearer });
  await server.call(confirmEmail, { query: { token: await readToken(server, email) } });
  const other = await buildUser(server.context, { username: 'other' });
  const { db } = server.context;
  await db.updateTable('users').set({ email: owner.email }).where('id', '=', other.userId).execute();
  await server.call(closeAccount, { body: { username: 'other' } }, { as: other });
  expect((await report(token)).json()).toMatchObject({ wayBack: 'administrator' });
  await expect.poll(() => statusOf(thief)).toBe(401);
  expect(await tryPassword(owner, owner.password)).toBe(422);
});

test('the link works for a week', async () => {
  const { owner, thief } = await theft('gail');
  const token = await readReportToken(owner);
  server.clock.travel(7 * 86_400_000);
  expect((await report(token)).statusCode).toBe(422);
  const statuses = await server.request(refreshToken, {}, { headers: thief.cookie });
  expect(statuses.statusCode).toBe(200);
});

test('devices are listed, and one that is forgotten is signed out and new again', async () => {
  const { owner, home: first, thief } = await theft('hope');
  const home = await signIn(server, owner, { 'user-agent': FIREFOX, ...first.device });
  const list = async () =>
    (await server.request(listDevices, {}, { headers: home.bearer })).json<KnownDevice[]>();
  const devices = await list();
  expect(devices.toSorted((a, b) => a.browser.localeCompare(b.browser))).toMatchObject([
    { browser: 'Firefox on Linux', isCurrent: true },
    { browser: 'Thief', address: '203.0.113.66', isCurrent: false },
  ]);
  const id = devices.find(({ browser }) => browser === 'Thief')?.id;
  const forget = ({ bearer }: Browser) =>
    server.request(forgetDevice, { params: { id } }, { headers: bearer });
  const stranger = await signIn(server, await registerPerson(server, 'stranger'));
  expect((await forget(stranger)).statusCode).toBe(404);
  server.clock.travel(6 * 60_000);
  expect((await forget(home)).statusCode, 'six minutes after the password').toBe(403);
  const again = await signIn(server, owner, home.device);
  expect((await forget(again)).statusCode).toBe(204);
  await expect.poll(() => statusOf(thief)).toBe(401);
  expect(await list()).toHaveLength(1);
  const before = (await notices(owner)).length;
  await signIn(server, owner, thief.device);
  expect(await notices(owner)).toHaveLength(before + 1);
});
