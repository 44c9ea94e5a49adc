import { checkPasswordReset, forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { confirmEmail, register, resendConfirmation } from '@atrium/contract/accounts/registration';
import { login, refreshToken } from '@atrium/contract/accounts/sign-in';
import { changeEmail, getUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, readMails, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { createAdministrator } from '../people/administrator.ts';
import { OneTimeTokens } from './one-time-token.service.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const reset = (token: string, password: string) =>
  server.request(resetPassword, { body: { token, password } });

test('a forgotten password is replaced through a mail, and all sessions end', async () => {
  const amy = await registerPerson(server, 'amy');
  const browser = await signIn(server, amy);
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: 'AMY@example.com' } });
  const [mail] = await readMails(server, amy.email);
  expect(mail?.text).toMatch(/\nhttp:\/\/127\.0\.0\.1:8080\/console\/reset\?token=[\w-]{43}\n/);

  const token = await readToken(server, amy.email);
  const check = async () => (await server.request(checkPasswordReset, { query: { token } })).statusCode;
  expect(await server.call(checkPasswordReset, { query: { token } })).toEqual({
    username: 'amy',
    invitation: null,
  });
  // However often it is looked at.
  expect([await check(), await check()]).toEqual([200, 200]);
  const short = await reset(token, 'short');
  expect(short.json()).toMatchObject({ status: 400, errors: [{ field: 'password' }] });
  expect((await reset(token, 'a new password')).statusCode).toBe(204);
  expect((await reset(token, 'one more password')).statusCode).toBe(422);
  expect(await check()).toBe(422);

  const access = async () => (await server.request(getUser, {}, { headers: browser.bearer })).statusCode;
  await expect.poll(access).toBe(401);
  expect((await server.request(refreshToken, {}, { headers: browser.cookie })).statusCode).toBe(401);
  expect((await server.request(login, { body: amy })).statusCode).toBe(422);
  await signIn(server, { ...amy, password: 'a new password' });
});

test('a password that is forgotten before the address is confirmed is replaced by a link that confirms it', async () => {
  const early = person('early');
  await server.call(register, { body: early });
  const confirmation = await readToken(server, early.email);
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: early.email } });
  const token = await readToken(server, early.email);
  expect(token).not.toBe(confirmation);
  expect((await reset(token, 'a new password')).statusCode).toBe(204);
  await signIn(server, { ...early, password: 'a new password' });
});

test('a reset link lives one hour, and a used one takes the others with it', async () => {
  const ben = await registerPerson(server, 'ben');
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: ben.email } });
  const expired = await readToken(server, ben.email);
  server.clock.travel(3_600_000 + 1000);
  expect((await reset(expired, 'a new password')).statusCode).toBe(422);

  const tokens: string[] = [];
  for (const _ of [1, 2]) {
    server.clock.travel(1000);
    await server.call(forgotPassword, { body: { email: ben.email } });
    tokens.push(await readToken(server, ben.email));
  }
  expect((await reset(tokens[0] ?? '', 'a new password')).statusCode).toBe(204);
  expect((await reset(tokens[1] ?? '', 'another password')).statusCode).toBe(422);
});

test('a token is good for its own purpose only', async () => {
  const cleo = person('cleo');
  await server.call(register, { body: cleo });
  const token = await readToken(server, cleo.email);
  expect((await reset(token, 'a new password')).statusCode).toBe(422);
  await server.call(confirmEmail, { query: { token } });
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: cleo.email } });
  const forReset = await readToken(server, cleo.email);
  expect((await server.request(confirmEmail, { query: { token: forReset } })).statusCode).toBe(422);
});

test('stored tokens cannot be used as they stand in the database', async () => {
  const dan = await registerPerson(server, 'dan');
  const { cookie } = await signIn(server, dan);
  await server.call(forgotPassword, { body: { email: dan.email } });
  await readMails(server, dan.email);
  const { db } = server.context;
  const oneTime = await db.selectFrom('oneTimeTokens').select('tokenHash').execute();
  const refresh = await db.selectFrom('refreshTokens').select('tokenHash').execute();
  const [, value] = cookie.cookie.split('=');
  for (const { tokenHash } of [...oneTime, ...refresh]) {
    for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) {
      expect(tokenHash.toString(form)).not.toBe(value);
      // 400 where the bytes are no text that can be stored.
      const { statusCode } = await reset(tokenHash.toString(form), 'a new password');
      expect([400, 422]).toContain(statusCode);
    }
  }
});

test('a reset password makes the link to another e-mail address useless', async () => {
  const fay = await registerPerson(server, 'fay');
  const thief = await signIn(server, fay);
  const body = { email: 'thief@elsewhere.example', password: fay.password };
  await server.request(changeEmail, { body }, { headers: thief.bearer });
  const change = await readToken(server, body.email);
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: fay.email } });
  expect((await reset(await readToken(server, fay.email), 'a new password')).statusCode).toBe(204);
  expect((await server.request(confirmEmail, { query: { token: change } })).statusCode).toBe(422);
  const { user } = await signIn(server, { ...fay, password: 'a new password' });
  expect(user).toMatchObject({ email: fay.email, pendingEmail: null });
});

test('links in the mailbox of an address that was left behind are useless', async () => {
  const gus = person('gus');
  await server.call(register, { body: gus });
  const first = await readToken(server, gus.email);
  server.clock.travel(1000);
  await server.call(resendConfirmation, { body: { username: gus.username } });
  await server.call(confirmEmail, { query: { token: await readToken(server, gus.email) } });
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email: gus.email } });
  const forReset = await readToken(server, gus.email);

  const { bearer } = await signIn(server, gus);
  const body = { email: 'gus@elsewhere.example', password: gus.password };
  await server.request(changeEmail, { body }, { headers: bearer });
  await server.call(confirmEmail, { query: { token: await readToken(server, body.email) } });
  expect((await reset(forReset, 'a new password')).statusCode).toBe(422);
  expect((await server.request(confirmEmail, { query: { token: first } })).statusCode).toBe(422);
  expect((await signIn(server, gus)).user.email).toBe(body.email);
});

test('so is a link whose mail is just going there while the address changes', async () => {
  const ida = await registerPerson(server, 'ida');
  const { user, bearer } = await signIn(server, ida);
  const { db } = server.context;
  const tokens = new OneTimeTokens(server.context);
  const body = { email: 'ida@elsewhere.example', password: ida.password };
  await server.request(changeEmail, { body }, { headers: bearer });
  const link = await readToken(server, body.email);
  const inFlight = await db.transaction().execute(async (transaction) => {
    const token = await tokens.issue(transaction, 'reset', user.userId, { email: ida.email });
    await server.call(confirmEmail, { query: { token: link } });
    return token;
  });
  expect((await reset(inFlight, 'a new password')).statusCode).toBe(422);
  await signIn(server, ida);
});

test('the operator gives an administrator another password, and no one else', async () => {
  const { context } = server;
  const { db, clock, random, audit, accounts } = context;
  const parts = { clock, random, audit, passwords: accounts.passwords };
  const grace = { username: 'grace', password: 'correct horse battery' };
  await createAdministrator(db, parts, grace);
  const browser = await signIn(server, grace);
  await accounts.passwordResets.resetAdministrator('Grace', 'staple of another horse');
  const access = async () => (await server.request(getUser, {}, { headers: browser.bearer })).statusCode;
  await expect.poll(access).toBe(401);
  expect((await server.request(login, { body: grace })).statusCode).toBe(422);
  const again = await signIn(server, { ...grace, password: 'staple of another horse' });
  const entry = await db
    .selectFrom('logEntries')
    .select(['userId', 'message'])
    .where('domainId', '=', again.user.domainId)
    .where('action', '=', 'account.reset-password')
    .executeTakeFirst();
  expect(entry).toEqual({ userId: null, message: 'The operator reset the password of grace' });

  await registerPerson(server, 'hal');
  const refused = accounts.passwordResets.resetAdministrator('hal', 'staple of another horse');
  await expect(refused).rejects.toThrow('hal is not an administrator. Only they should know their password');
  const unknown = accounts.passwordResets.resetAdministrator('nobody', 'staple of another horse');
  await expect(unknown).rejects.toThrow('There is no user "nobody".');
});
