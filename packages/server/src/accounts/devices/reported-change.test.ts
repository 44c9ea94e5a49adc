import { inviteChild } from '@atrium/contract/accounts/children';
import {
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
} from '@atrium/contract/accounts/identity-provider';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { giveRoles, listPeople } from '@atrium/contract/accounts/people';
import { loginWithProvider, startProviderLogin } from '@atrium/contract/accounts/provider-sign-in';
import { PROVIDER_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { confirmEmail } from '@atrium/contract/accounts/registration';
import { createRole } from '@atrium/contract/accounts/roles';
import {
  createCustomToken,
  encodeSsoToken,
  loginWithToken,
  type SignedInResponse,
} from '@atrium/contract/accounts/sign-in';
import { reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  setClock,
  settingsOf,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../test/identity-provider.ts';
import {
  type Browser,
  readMails,
  readToken,
  registerPerson,
  SIGN_IN_NOTICE,
  signIn,
} from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { lockRoles } from '../people/role.repository.ts';
import { updateSessionsEnded } from '../sessions/session.repository.ts';

let server: TestApp;
let idp: TestIdentityProvider;
beforeAll(async () => {
  server = await startTestApp({ config: { identityAllowPrivate: true } });
  idp = await startIdentityProvider(server.context.publicUrl.get());
  setClock(server);
});
afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const invite = (headers: Browser['bearer'], username: string) => {
  const body = { username, email: `${username}@example.com`, firstName: 'Kid', lastName: 'Person' };
  return server.request(inviteChild, { body }, { headers });
};

/** The whole way of someone whom the provider knows. */
async function signInThere(id: string, login: string) {
  const started = await server.request(startProviderLogin, { params: { id }, body: {} });
  const query = await idp.openBrowser().visit(started.json<{ url: string }>().url, login);
  const cookie = started.cookies.find(({ name }) => name === PROVIDER_COOKIE);
  const headers = { cookie: `${PROVIDER_COOKIE}=${cookie?.value}` };
  return server.request(loginWithProvider, { body: { query } }, { headers });
}

/** The token of the link of the newest notice. */
async function readReportToken(email: string): Promise<string> {
  const mails = await readMails(server, email);
  const notice = mails.find(({ subject }) => subject === SIGN_IN_NOTICE);
  return /[?&]token=(\S+)/.exec(notice?.text ?? '')?.[1] ?? '';
}

test('a report shuts out whom the thief let into the domain, and says what is left to look at', async () => {
  const owner = await registerPerson(server, 'ada');
  const home = await signIn(server, owner);
  await invite(home.bearer, 'before');
  server.clock.travel(1000);
  const { bearer: headers } = await signIn(server, owner);
  const [notice] = (await readMails(server, owner.email)).filter(({ subject }) => subject === SIGN_IN_NOTICE);
  const token = /[?&]token=(\S+)/.exec(notice?.text ?? '')?.[1] ?? '';

  const role = { label: 'Everything', permissions: ['people.manage'] };
  const { name } = (await server.request(createRole, { body: role }, { headers })).json();
  const rules = { rolesClaim: 'groups', roleRules: [{ role: name, values: ['*'] }], name: 'Theirs' };
  const provider = await server.request(
    createIdentityProvider,
    { body: settingsOf(idp, rules) },
    { headers },
  );
  const { id } = provider.json();
  idp.people.set('thief', { email: 'thief@acme.example', ['email_verified']: true, groups: ['any'] });
  const child = (await signInThere(id, 'thief')).json<{ answer: SignedInResponse }>().answer;
  expect(child.user.permissions).toContain('people.manage');
  await invite(headers, 'accomplice');
  await invite({ authorization: `Bearer ${child.token}` }, 'grandchild');
  // One that is gone by now has let someone in, too.
  const gone = { ...settingsOf(idp, { name: 'Gone' }) };
  const { id: goneId } = (await server.request(createIdentityProvider, { body: gone }, { headers })).json();
  idp.people.set('friend', { email: 'friend@acme.example', ['email_verified']: true });
  const friend = (await signInThere(goneId, 'friend')).json<{ answer: SignedInResponse }>().answer;
  await server.request(deleteIdentityProvider, { params: { id: goneId } }, { headers });
  const people = (await server.request(listPeople, {}, { headers })).json();
  const { userId } = people.find(({ username }: { username: string }) => username === 'before');
  await server.request(giveRoles, { params: { id: userId }, body: { roles: [name] } }, { headers });

  // As someone who was there before.
  const emailConfirmedOn = server.clock.now();
  await server.context.db.updateTable('users').set({ emailConfirmedOn }).where('id', '=', userId).execute();
  const made = await server.request(createCustomToken, { body: { userId } }, { headers });
  const body = { token: encodeSsoToken(made.json<{ token: string }>().token) };
  const acting = (await server.request(loginWithToken, { body })).json<SignedInResponse>();
  const asOther = await invite({ authorization: `Bearer ${acting.token}` }, 'hidden');
  expect(asOther.statusCode).toBe(200);

  const found = {
    removedProviders: ['Theirs'],
    removedInvitations: ['accomplice', 'hidden', 'grandchild'],
    suspendedUsers: [child.user.username, friend.user.username],
    otherChanges: [
      'Defined the role Everything',
      'Set up the identity provider Gone',
      'Deleted the identity provider Gone',
      'Gave before other roles',
    ],
  };
  expect(await server.call(reportSignIn, { body: { token } })).toEqual({ ...found, wayBack: 'link' });
  const asChild = { headers: { authorization: `Bearer ${child.token}` } };
  await expect.poll(async () => (await server.request(getUser, {}, asChild)).statusCode).toBe(401);
  expect((await signInThere(id, 'thief').catch(() => undefined))?.statusCode).not.toBe(200);

  const as = { headers: home.bearer };
  expect((await server.request(listIdentityProviders, {}, as)).json()).toEqual([]);
  expect((await server.request(listPeople, {}, as)).json()).toMatchObject([
    { username: 'ada' },
    { username: 'before', roles: [name] },
    { username: friend.user.username, roles: [] },
    { username: child.user.username, roles: [] },
  ]);
  const { logs } = (await server.request(searchLog, { body: { startAt: 0 } }, as)).json();
  expect(logs[0]).toMatchObject({ action: 'account.report-sign-in', after: found });
  const [mail] = await readMails(server, owner.email);
  expect(mail?.subject).toBe('Reset your password');
  for (const word of [
    'removed: Theirs.',
    'removed: accomplice, hidden, grandchild.',
    'Gave before other roles.',
  ])
    expect(mail?.text).toContain(word);
});

test('who had a password gets a link to choose another, and who never had one is led to their provider', async () => {
  const owner = await signIn(server, await registerPerson(server, 'bea'));
  const body = settingsOf(idp, { name: 'Ours' });
  const { id } = (await server.request(createIdentityProvider, { body }, { headers: owner.bearer })).json();
  const email = 'kid@acme.example';
  idp.people.set('kid', { email, ['email_verified']: true });
  await signInThere(id, 'kid');
  await server.call(confirmEmail, { query: { token: await readToken(server, email) } });
  const { db, accounts, clock } = server.context;
  // Long before the sign-ins that are reported.
  const createdOn = new Date(clock.now().getTime() - 3_600_000);
  await db.updateTable('identities').set({ createdOn }).where('providerId', '=', id).execute();
  const reportAgain = async () => {
    server.clock.travel(1000);
    await signInThere(id, 'kid');
    const { wayBack, via } = await server.call(reportSignIn, {
      body: { token: await readReportToken(email) },
    });
    expect(via).toBe('Ours');
    const links = (await readMails(server, email)).filter(({ subject }) => subject === 'Reset your password');
    expect(links.every(({ text }) => text.includes('The sign-in used Ours, which may'))).toBe(true);
    return { wayBack, links: links.length };
  };
  expect(await reportAgain()).toEqual({ wayBack: 'provider', links: 0 });
  const passwordHash = await accounts.passwords.hash('a password of the kid');
  await db.updateTable('users').set({ passwordHash }).where('email', '=', email).execute();
  expect(await reportAgain()).toEqual({ wayBack: 'link', links: 1 });
  await server.call(resetPassword, {
    body: { token: await readToken(server, email), password: 'another one' },
  });
  expect(await reportAgain()).toEqual({ wayBack: 'link', links: 2 });
  // Also later, and for whoever asks for it.
  await server.call(forgotPassword, { body: { email } });
  expect((await readMails(server, email))[0]?.subject).toBe('Reset your password');
});

test('a call that waits while the session of its caller ends lets nobody in', async () => {
  const { bearer: headers } = await signIn(server, await registerPerson(server, 'cleo'));
  const { db, clock } = server.context;
  const { userId, domainId } = (await server.request(getUser, {}, { headers })).json();
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };
  const late = await db.transaction().execute(async (transaction) => {
    await lockRoles(transaction, domainId);
    const call = invite(headers, 'late');
    await expect.poll(isWaiting).toBe(true);
    const end = { on: clock.now(), because: 'its person reported it' };
    await updateSessionsEnded(transaction, { userId, domainId }, {}, end);
    return { call };
  });
  expect((await late.call).statusCode).toBe(401);
});
