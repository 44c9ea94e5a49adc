import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { register } from '@atrium/contract/accounts/registration';
import { changePassword } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { person, readMails, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { allJobs } from '../../all-jobs.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { MailMessage } from '../../mail/mail-provider.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const forgot = (email: string, address: string) =>
  server.request(forgotPassword, { body: { email } }, from(address));
const subjects = async (to: string) => (await readMails(server, to)).map(({ subject }) => subject);

test('resets asked for by a stranger silence neither the notice of a change nor the reset of the owner', async () => {
  const ida = await registerPerson(server, 'ida');
  const { bearer } = await signIn(server, ida);
  for (let count = 0; count < 8; count += 1) await forgot(ida.email, '198.51.100.7');
  expect((await subjects(ida.email)).filter((subject) => subject === 'Reset your password')).toHaveLength(5);

  // The owner is heard beside the stranger.
  server.clock.travel(1000);
  await forgot(ida.email, '203.0.113.5');
  const [newest] = await readMails(server, ida.email);
  expect(newest).toMatchObject({
    subject: 'Reset your password',
    at: server.clock.now().toISOString(),
  });

  server.clock.travel(1000);
  const body = { currentPassword: ida.password, password: 'chosen by the owner' };
  expect((await server.request(changePassword, { body }, { headers: bearer })).statusCode).toBe(204);
  expect((await subjects(ida.email))[0]).toBe('Your password was changed');

  // The links from before are useless now, so even the address of the stranger can have one more.
  server.clock.travel(1000);
  await forgot(ida.email, '198.51.100.7');
  const token = await readToken(server, ida.email);
  const reset = await server.request(resetPassword, { body: { token, password: 'chosen again' } });
  expect(reset.statusCode).toBe(204);
  await signIn(server, { ...ida, password: 'chosen again' });
});

test('many strangers together do not flood a mailbox either', async () => {
  const joe = await registerPerson(server, 'joe');
  for (let count = 0; count < 30; count += 1) await forgot(joe.email, `198.51.100.${count}`);
  expect((await subjects(joe.email)).filter((subject) => subject === 'Reset your password')).toHaveLength(15);
});

test('notices are never counted', async () => {
  const kim = await registerPerson(server, 'kim');
  let { password } = kim;
  const { bearer } = await signIn(server, kim);
  for (let count = 0; count < 20; count += 1) {
    const body = { currentPassword: password, password: `password number ${count}` };
    await server.request(changePassword, { body }, { headers: bearer });
    ({ password } = body);
  }
  const notices = (await subjects(kim.email)).filter((subject) => subject === 'Your password was changed');
  expect(notices).toHaveLength(20);
});

test('300 invitations of one domain delay neither the mail of another nor what concerns security', async () => {
  const sent: MailMessage[] = [];
  await using flooded = await startTestApp({
    mail: { send: async (message) => void sent.push(message), close: () => {} },
  });
  const { context } = flooded;
  const invite = async (domainId: string, parentId: string, username: string) => {
    const { userId } = await buildUser(context, { domainId, parentId, username });
    await context.db.updateTable('users').set({ emailConfirmedOn: null }).where('id', '=', userId).execute();
    await context.accounts.mails.request(context.db, {
      kind: 'invited',
      userId,
      requester: domainRequester(domainId),
    });
  };
  const flooding = await buildUser(context);
  for (let count = 0; count < 300; count += 1) {
    await invite(flooding.domainId, flooding.userId, `flood-${count}`);
  }
  const quiet = await buildUser(context);
  await invite(quiet.domainId, quiet.userId, 'quiet-guest');
  const { userId, domainId } = quiet;
  await context.billing.mails.request(context.db, domainId, {
    kind: 'budget-reached',
    userId,
    month: '2026-11',
    budgetsCents: [100],
    usageCents: 120,
  });
  await flooded.call(register, { body: person('newcomer') });
  await context.jobs.runDue(allJobs(context));

  expect(sent).toHaveLength(303);
  expect(sent.slice(0, 3).map(({ to }) => to)).toEqual([
    'newcomer@example.com',
    'flood-0@example.com',
    'quiet-guest@example.com',
  ]);
});
