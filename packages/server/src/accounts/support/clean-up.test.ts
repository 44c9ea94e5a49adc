import { confirmEmail, register, resendConfirmation } from '@atrium/contract/accounts/registration';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { login, logout } from '@atrium/contract/accounts/sign-in';
import { expect, test } from 'vitest';
import { person, readMails, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp } from '../../../test/support.ts';
import { cleanUpMail } from '../../mail/mail.job.ts';
import { cleanUpAccounts } from './clean-up.job.ts';

const DAY_MS = 86_400_000;

test('what no one needs any more goes, and the rest stays', async () => {
  await using server = await startTestApp();
  const { clock, context } = server;
  const kept = await registerPerson(server, 'kept');
  const forgotten = person('forgotten');
  await server.call(register, { body: forgotten });
  await readMails(server, forgotten.email);
  await server.request(login, { body: { ...kept, password: 'a wrong one' } });
  const old = await signIn(server, kept);
  await server.request(logout, {}, { headers: old.cookie });

  clock.travel(6 * DAY_MS);
  await cleanUpAccounts(context.db, clock, 30);
  expect((await server.request(register, { body: forgotten })).statusCode).toBe(422);

  clock.travel(30 * DAY_MS);
  const current = await signIn(server, kept, old.device);
  for (const _ of ['once', 'and again']) {
    await cleanUpAccounts(context.db, clock, 30);
    await cleanUpMail(context.db, clock, 30);
  }
  expect((await server.request(listSessions, {}, { headers: current.bearer })).json()).toHaveLength(1);
  expect((await server.request(register, { body: forgotten })).statusCode).toBe(200);
  const count = async (
    table: 'attemptCounts' | 'developmentMails' | 'mailCounts' | 'sessions' | 'oneTimeTokens',
  ) => (await context.db.selectFrom(table).selectAll().execute()).length;
  expect(await count('sessions')).toBe(1);
  expect(await count('attemptCounts')).toBe(0);
  expect(await count('developmentMails')).toBe(0);
  expect(await count('mailCounts')).toBe(0);
  expect(await count('oneTimeTokens')).toBe(0);
});

test('an account stays for as long as a link that was sent can confirm it', async () => {
  await using server = await startTestApp();
  const { clock, context } = server;
  const late = person('late');
  await server.call(register, { body: late });
  await readMails(server, late.email);
  clock.travel(7 * DAY_MS - 3_600_000);
  await server.call(resendConfirmation, { body: { username: late.username } });
  const [{ text } = { text: '' }] = await readMails(server, late.email);
  clock.travel(2 * 3_600_000);
  await cleanUpAccounts(context.db, clock, 30);
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
  expect(await server.call(confirmEmail, { query: { token } })).toEqual({ email: late.email });
});
