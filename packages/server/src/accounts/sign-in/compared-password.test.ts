import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { login } from '@atrium/contract/accounts/sign-in';
import { reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { changeEmail, changePassword } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Person,
  readMails,
  readToken,
  registerPerson,
  SIGN_IN_NOTICE,
  signIn,
} from '../../../test/people.ts';
import { CHEAP_HASHES, startTestApp, type TestApp } from '../../../test/support.ts';
import { Passwords } from './password.service.ts';

let server: TestApp;
const passwords = new Passwords({ cost: CHEAP_HASHES });
const { matches } = passwords;
const comparing = vi.spyOn(passwords, 'matches');
beforeAll(async () => {
  server = await startTestApp({ passwords });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The next comparison takes until the work is done. */
function whileComparing(work: () => Promise<unknown>): void {
  comparing.mockImplementationOnce(async (...given) => {
    const isSame = await matches.apply(passwords, given);
    await work();
    return isSame;
  });
}

/** With the link of a mail, as whoever has the mailbox does. */
async function resetOf({ email }: Person): Promise<() => Promise<void>> {
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email } });
  const token = await readToken(server, email);
  return () => server.call(resetPassword, { body: { token, password: 'chosen by its owner' } });
}

const openSessions = ({ username }: Person) =>
  server.context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.id')
    .where('users.username', '=', username)
    .where('sessions.endedOn', 'is', null)
    .execute();

test('a password that is reset while it is compared opens no session', async () => {
  const amy = await registerPerson(server, 'amy');
  whileComparing(await resetOf(amy));
  expect((await server.request(login, { body: amy })).statusCode).toBe(422);
  expect(await openSessions(amy)).toEqual([]);
});

test('nor does one whose sign-in is reported, or whose person is removed', async () => {
  const ben = await registerPerson(server, 'ben');
  await signIn(server, ben);
  server.clock.travel(1000);
  await signIn(server, ben);
  const notice = (await readMails(server, ben.email)).find(({ subject }) => subject === SIGN_IN_NOTICE);
  const token = /[?&]token=(\S+)/.exec(notice?.text ?? '')?.[1] ?? '';
  whileComparing(() => server.call(reportSignIn, { body: { token } }));
  expect((await server.request(login, { body: ben })).statusCode).toBe(422);

  const cid = await registerPerson(server, 'cid');
  whileComparing(async () => {
    const removedOn = server.clock.now();
    const { db } = server.context;
    await db.updateTable('users').set({ removedOn }).where('username', '=', cid.username).execute();
  });
  expect((await server.request(login, { body: cid })).statusCode).toBe(422);
  expect(await openSessions(cid)).toEqual([]);
});

test('a session that ends while it replaces the password does not replace the one of a reset', async () => {
  const dot = await registerPerson(server, 'dot');
  const { bearer } = await signIn(server, dot);
  const body = { currentPassword: dot.password, password: 'chosen by a thief' };
  whileComparing(await resetOf(dot));
  expect((await server.request(changePassword, { body }, { headers: bearer })).statusCode).toBe(401);
  await signIn(server, { ...dot, password: 'chosen by its owner' });
});

test('nor does it ask for another address, which would take the account over', async () => {
  const fay = await registerPerson(server, 'fay');
  const { bearer } = await signIn(server, fay);
  const email = 'thief@example.net';
  whileComparing(await resetOf(fay));
  const body = { email, password: fay.password };
  expect((await server.request(changeEmail, { body }, { headers: bearer })).statusCode).toBe(401);
  expect(await readMails(server, email)).toEqual([]);
});

test('of two changes of a password in one session, the second has to know the first', async () => {
  const eli = await registerPerson(server, 'eli');
  const { bearer } = await signIn(server, eli);
  const change = (password: string) =>
    server.request(
      changePassword,
      { body: { currentPassword: eli.password, password } },
      { headers: bearer },
    );
  whileComparing(async () => {
    expect((await change('the first change')).statusCode).toBe(204);
  });
  const second = await change('the second change');
  expect(second.json()).toMatchObject({ status: 422, errors: [{ field: 'currentPassword' }] });
  await signIn(server, { ...eli, password: 'the first change' });
});
