import { closeAccount } from '@atrium/contract/accounts/account-closing';
import { inviteChild } from '@atrium/contract/accounts/children';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { endSession, listSessions } from '@atrium/contract/accounts/sessions';
import {
  createCustomToken,
  encodeSsoToken,
  login,
  loginWithToken,
  logout,
  refreshToken,
} from '@atrium/contract/accounts/sign-in';
import { changeEmail, changePassword } from '@atrium/contract/accounts/user';
import { type LogEntry, searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { person, readMails, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { createAdministrator } from './administrator.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const startAt = '2026-11-21T00:00:00Z';

/** What the log of a person's domain holds besides sign-ins, oldest first. */
async function readLog(headers: Record<string, string>): Promise<LogEntry[]> {
  return (await readWholeLog(headers)).filter(({ action }) => action !== 'account.sign-in');
}

async function readWholeLog(headers: Record<string, string>): Promise<LogEntry[]> {
  const answer = await server.request(searchLog, { body: { startAt } }, { headers });
  return answer.json<{ logs: LogEntry[] }>().logs.toReversed();
}

test('every change of an account is in the log with its request, and with what was before and after', async () => {
  const may = person('may');
  const tick = () => server.clock.travel(1000);
  await server.call(register, { body: may });
  tick();
  await server.call(confirmEmail, { query: { token: await readToken(server, may.email) } });
  tick();
  const first = await signIn(server, may, { 'user-agent': 'Phone' });
  tick();
  const body = { email: 'may@elsewhere.example', password: may.password };
  await server.request(changeEmail, { body }, { headers: first.bearer });
  tick();
  await server.call(confirmEmail, { query: { token: await readToken(server, body.email) } });
  tick();
  const { bearer } = await signIn(server, may);
  const sessions = await server.request(listSessions, {}, { headers: bearer });
  const phone = sessions
    .json<{ id: string; userAgent: string }[]>()
    .find(({ userAgent }) => userAgent === 'Phone');
  await server.request(endSession, { params: { id: phone?.id } }, { headers: bearer });
  tick();
  const passwords = { currentPassword: may.password, password: 'another password' };
  await server.request(changePassword, { body: passwords }, { headers: bearer });
  await readMails(server, body.email);
  tick();
  await server.call(forgotPassword, { body: { email: body.email } });
  const reset = { token: await readToken(server, body.email), password: 'one more password' };
  await server.call(resetPassword, { body: reset });
  tick();
  const again = await signIn(server, { ...may, password: reset.password });
  const kid = { username: 'kid', email: 'kid@example.com', firstName: 'K', lastName: 'I' };
  await server.request(inviteChild, { body: kid }, { headers: again.bearer });
  tick();
  const accepted = { token: await readToken(server, kid.email), password: 'password of kid' };
  await server.call(resetPassword, { body: accepted });
  tick();
  const admin = await buildUser(server.context, { username: 'root', isAdmin: true });
  const forMay = { body: { userId: again.user.userId } };
  const { token } = await server.call(createCustomToken, forMay, { as: admin });
  await server.call(loginWithToken, { body: { token: encodeSsoToken(token) } });

  const log = await readLog(again.bearer);
  expect(log).toMatchObject([
    { action: 'account.register', user: 'may', after: { username: 'may', email: may.email } },
    { action: 'account.confirm-email', before: { email: may.email }, after: { email: may.email } },
    {
      action: 'account.change-email',
      before: { email: may.email, pendingEmail: null },
      after: { email: may.email, pendingEmail: body.email },
    },
    { action: 'account.confirm-email', before: { email: may.email }, after: { email: body.email } },
    { action: 'account.end-session', user: 'may', before: { id: phone?.id, userAgent: 'Phone' } },
    { action: 'account.change-password' },
    { action: 'account.reset-password' },
    { action: 'account.invite', after: { username: 'kid' } },
    { action: 'account.accept-invitation', user: 'kid' },
    { action: 'account.sign-in-as', user: 'root' },
  ]);
  const requestIds = log.map(({ requestId }) => requestId);
  expect(requestIds).toEqual(log.map(() => expect.any(String)));
  expect(new Set(requestIds).size).toBe(log.length);
});

test('an administrator made on the command line is in the log of the platform’s domain', async () => {
  const { db, clock, random, audit, accounts } = server.context;
  const parts = { clock, random, audit, passwords: accounts.passwords };
  const grace = { username: 'grace', password: 'password of grace' };
  await createAdministrator(db, parts, grace);
  const { bearer } = await signIn(server, grace);
  expect(await readLog(bearer)).toMatchObject([
    { action: 'account.create-admin', user: '', after: { username: 'grace', isAdmin: true } },
  ]);
});

test('no administrator is made on the command line with the username of a closed account', async () => {
  const { db, clock, random, audit, accounts } = server.context;
  const parts = { clock, random, audit, passwords: accounts.passwords };
  const closed = await buildUser(server.context, { username: 'hedy' });
  await server.call(closeAccount, { body: { username: 'hedy' } }, { as: closed });
  const created = createAdministrator(db, parts, { username: 'Hedy', password: 'chosen by an operator' });
  await expect(created).rejects.toThrow('A user "Hedy" already exists.');
});

test('an administrator’s password that is guessed first is refused on the command line, too', async () => {
  const { db, clock, random, audit, accounts } = server.context;
  const parts = { clock, random, audit, passwords: accounts.passwords };
  for (const password of ['password1', 'Hedy.Lamarr', 'hedy.lamarr@localhost']) {
    await expect(createAdministrator(db, parts, { username: 'hedy.lamarr', password })).rejects.toThrow(
      'ATRIUM_ADMIN_PASSWORD is easy to guess.',
    );
  }
  expect(
    (await server.request(login, { body: { username: 'hedy.lamarr', password: 'password1' } })).statusCode,
  ).toBe(422);
});

test('a sign-out with the access token alone ends its session, and one that ends nothing is refused', async () => {
  const program = await registerPerson(server, 'program');
  const { bearer, cookie } = await signIn(server, program);
  expect((await server.request(logout, {}, { headers: bearer })).statusCode).toBe(200);
  expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(401);
  const unknown = { authorization: 'Bearer made-up' };
  expect((await server.request(logout, {}, { headers: unknown })).statusCode).toBe(401);
});

test('sign-ins, refused ones, stopped guesses and sign-outs are in the log, and no password is', async () => {
  const lou = await registerPerson(server, 'lou');
  server.clock.travel(1000);
  const phone = await signIn(server, lou, { 'user-agent': 'Phone' });
  server.clock.travel(1000);
  const guess = (username: string, password: string) =>
    server.request(
      login,
      { body: { username, password } },
      { headers: { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Guesser' } },
    );
  for (let count = 0; count < 12; count += 1) {
    server.clock.travel(1000);
    await guess(count % 2 === 0 ? lou.username : lou.email, 'a secret guess');
  }
  await guess('a-password-in-the-wrong-field', 'a secret guess');
  server.clock.travel(1000);
  await server.request(logout, {}, { headers: phone.cookie });
  server.clock.travel(1000);
  const { bearer } = await signIn(server, lou);
  const log = (await readWholeLog(bearer)).slice(2);
  const after = { address: '203.0.113.77', browser: 'Guesser' };
  // At the same time as the last guess that was refused by its password.
  const stopped = log.filter(({ action }) => action === 'account.sign-in-stopped');
  expect(stopped).toMatchObject([{ user: '', after }]);
  expect(log.filter((entry) => !stopped.includes(entry))).toMatchObject([
    { action: 'account.sign-in', user: 'lou', message: 'Signed in with Phone at 127.0.0.1' },
    ...Array.from({ length: 10 }, () => ({
      action: 'account.sign-in-refused',
      user: '',
      message: 'Refused a sign-in as lou: wrong password, with Guesser at 203.0.113.77',
      after,
    })),
    { action: 'account.sign-out', user: 'lou', before: { userAgent: 'Phone' } },
    { action: 'account.sign-in', user: 'lou' },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/secret guess|wrong-field|password of lou/);
});
