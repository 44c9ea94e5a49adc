import { closeAccount } from '@atrium/contract/accounts/account-closing';
import { inviteChild, removeChild } from '@atrium/contract/accounts/children';
import {
  createIdentityProvider,
  deleteIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '@atrium/contract/accounts/identity-provider';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { listPeople } from '@atrium/contract/accounts/people';
import { createPlatformProvider } from '@atrium/contract/accounts/platform-identity-provider';
import {
  listOfferedProviders,
  loginWithProvider,
  startProviderLogin,
} from '@atrium/contract/accounts/provider-sign-in';
import { PROVIDER_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { createRole, deleteRole } from '@atrium/contract/accounts/roles';
import { endSession, listSessions } from '@atrium/contract/accounts/sessions';
import {
  type LoginResponse,
  logout,
  refreshToken,
  type SignedInResponse,
} from '@atrium/contract/accounts/sign-in';
import { getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { sendCustomerReset } from '@atrium/contract/customers/customer-help';
import { setDomainLimit } from '@atrium/contract/limits/limits';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import {
  DENY,
  type ProviderBrowser,
  setClock,
  settingsOf,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../test/identity-provider.ts';
import { countWaitingForLocks } from '../../../test/locked-table.ts';
import {
  person,
  readMails,
  readToken,
  refreshCookie,
  registerPerson,
  SIGN_IN_NOTICE,
  signIn as signInWithPassword,
} from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

let server: TestApp;
let idp: TestIdentityProvider;
let owner: Caller;
let counted = 0;
/** Attempts are counted by address: each test has its own. */
let tests = 0;

beforeAll(async () => {
  server = await startTestApp({ config: { identityAllowPrivate: true } });
  idp = await startIdentityProvider(server.context.publicUrl.get());
});
afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  setClock(server);
  tests += 1;
  owner = await buildUser(server.context);
});

/** Someone whom the provider knows, with a verified address. */
function known(claims: Record<string, unknown> = {}): string {
  counted += 1;
  const login = `person-${counted}`;
  const email = `${login}@acme.example`;
  idp.people.set(login, {
    email,
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Hopper',
    preferred_username: login,
    ...claims,
  });
  return login;
}

type Rules = Parameters<typeof settingsOf>[1];

const setUp = (rules: Rules = {}, as: Caller = owner): Promise<IdentityProvider> =>
  server.call(createIdentityProvider, { body: settingsOf(idp, rules) }, { as });

async function begin(id: string, body: { next?: string; isConfirmation?: boolean } = {}) {
  const answer = await server.request(
    startProviderLogin,
    { params: { id }, body },
    { headers: { 'x-forwarded-for': `198.51.100.${tests}` } },
  );
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  const cookie = answer.cookies.find(({ name }) => name === PROVIDER_COOKIE);
  return { url: answer.json<{ url: string }>().url, cookie: `${PROVIDER_COOKIE}=${cookie?.value}`, answer };
}

const complete = (query: string, cookie: string) =>
  server.request(loginWithProvider, { body: { query } }, { headers: { cookie } });

/** The whole way of a person, there and back. */
async function signIn(
  { id }: Pick<IdentityProvider, 'id'>,
  login: string,
  {
    browser = idp.openBrowser(),
    ...start
  }: { browser?: ProviderBrowser; next?: string; isConfirmation?: boolean } = {},
) {
  const { url, cookie } = await begin(id, start);
  return complete(await browser.visit(url, login), cookie);
}

async function signedIn(...way: Parameters<typeof signIn>) {
  const answer = await signIn(...way);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  const { next, answer: session } = answer.json<{ next: string; answer: SignedInResponse }>();
  const headers = { authorization: `Bearer ${session.token}` };
  return { next, user: session.user, headers, cookie: { cookie: refreshCookie(answer) } };
}

async function refusal(...way: Parameters<typeof signIn>): Promise<string> {
  const answer = await signIn(...way);
  expect(answer.statusCode).toBe(422);
  expect(answer.cookies.filter(({ value }) => value !== '')).toEqual([]);
  return answer.json<{ message: string }>().message;
}

test('someone new joins the domain as a child user, with the roles of the claim, and lands where they wanted to go', async () => {
  const auditor = await server.call(
    createRole,
    { body: { label: 'Auditor', permissions: ['audit.read'] } },
    { as: owner },
  );
  const provider = await setUp({
    rolesClaim: 'groups',
    roleRules: [
      { role: 'ROLE_USER', values: ['*'] },
      { role: 'ROLE_DEV', values: ['engineering', 'platform'] },
      { role: auditor.name, values: ['controlling'] },
    ],
  });
  const login = known({ groups: ['engineering', 'chess'] });
  const { user, next, headers } = await signedIn(provider, login, { next: '/console/run-tests?test=a' });
  expect(next).toBe('/console/run-tests?test=a');
  expect(user).toMatchObject({
    username: login,
    email: `${login}@acme.example`,
    firstName: 'Grace',
    lastName: 'Hopper',
    domainId: owner.domainId,
    parentId: owner.userId,
    isAdmin: false,
    roles: ['ROLE_DEV', 'ROLE_USER'],
  });
  expect(user.permissions).toContain('configuration.write');
  const [session] = (await server.request(listSessions, {}, { headers })).json();
  expect(session).toMatchObject({ via: 'Acme', openedBy: null, isCurrent: true });
  const { logs } = await server.call(searchLog, { body: { startAt: 0 } }, { as: owner });
  const messages = logs.map(({ message }) => message);
  expect(messages).toContain(`Joined as ${login} with Acme`);
  expect(messages.some((message) => message.startsWith('Signed in via Acme with '))).toBe(true);

  // The next sign-in brings what the provider says by then, and takes what it no longer gives.
  idp.people.set(login, { ...idp.people.get(login), family_name: 'Murray', groups: ['controlling'] });
  const again = await signedIn(provider, login);
  expect(again.user).toMatchObject({
    userId: user.userId,
    lastName: 'Murray',
    roles: [auditor.name, 'ROLE_USER'].sort(),
  });
  expect((await server.request(getUser, {}, { headers })).json().permissions).toEqual(again.user.permissions);
  // A role that is gone gives nothing.
  await server.call(deleteRole, { params: { name: auditor.name } }, { as: owner });
  expect((await signedIn(provider, login)).user.roles).toEqual(['ROLE_USER']);
});

test('a sign-in belongs to one browser, works once and for ten minutes', async () => {
  const provider = await setUp();
  const login = known();
  const started = await begin(provider.id);
  const parameters = new URL(started.url).searchParams;
  expect(parameters.get('code_challenge_method')).toBe('S256');
  expect(parameters.get('redirect_uri')).toBe(provider.redirectUrl);
  expect([parameters.get('state'), parameters.get('nonce')].every((value) => (value ?? '').length > 40)).toBe(
    true,
  );
  const flags = started.answer.cookies.find(({ name }) => name === PROVIDER_COOKIE);
  expect(flags).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', maxAge: 600 });

  const query = await idp.openBrowser().visit(started.url, login);
  const gone =
    'This sign-in took too long, was already completed or was started in another window. Please sign in again.';
  const message = async (cookie: string, text = query) => (await complete(text, cookie)).json().message;
  expect(await message('')).toBe(gone);
  expect(await message((await begin(provider.id)).cookie)).toBe(gone);
  expect((await complete(query, started.cookie)).statusCode).toBe(200);
  expect(await message(started.cookie)).toBe(gone);

  const late = await begin(provider.id);
  const lateQuery = await idp.openBrowser().visit(late.url, login);
  server.clock.travel(10 * 60_000);
  expect(await message(late.cookie, lateQuery)).toBe(gone);

  // Someone else's code does not fit the verifier that was kept for this browser.
  setClock(server);
  const mine = await begin(provider.id);
  const theirs = new URLSearchParams(await idp.openBrowser().visit((await begin(provider.id)).url, login));
  theirs.set('state', new URL(mine.url).searchParams.get('state') ?? '');
  expect(await message(mine.cookie, `?${theirs.toString()}`)).toBe(
    'The provider no longer accepts this sign-in. Please start again.',
  );
});

test('no sign-in leads outside of the console', async () => {
  const provider = await setUp();
  const login = known();
  for (const next of ['https://evil.example/', '//evil.example', '/console/../index', '/auth/v1/logout']) {
    expect((await signedIn(provider, login, { next })).next).toBe('/console/');
  }
});

test('only a verified address is believed', async () => {
  const provider = await setUp();
  const sentence =
    'Acme does not confirm that your e-mail address is verified, so you cannot sign in with it.';
  for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
    expect(await refusal(provider, known(claims))).toBe(sentence);
  }
  const { logs } = await server.call(searchLog, { body: { startAt: 0 } }, { as: owner });
  expect(logs.filter(({ message }) => message.includes(sentence))).toHaveLength(3);
  // One that is verified, and not supported, is no lack of a confirmation.
  expect(await refusal(provider, known({ email: 'jürgen@acme.example' }))).toMatch(
    /^Acme states an e-mail address for you that cannot be used here: jürgen@acme\.example\. Before the @/,
  );
  expect((await signedIn(provider, known({ email: 'info@münchen.example' }))).user.email).toBe(
    'info@xn--mnchen-3ya.example',
  );
});

test('no account is taken over by its address, except by the child user of the domain whom it belongs to', async () => {
  const provider = await setUp();
  const belongs = (email: string) =>
    `The e-mail address ${email} belongs to another account of this domain, which signs in as someone else there.`;
  // What a domain's provider states counts in that domain.
  const stranger = await registerPerson(server, 'stranger');
  const namesake = await signedIn(provider, known({ email: stranger.email.toUpperCase() }));
  expect(namesake.user).toMatchObject({
    domainId: owner.domainId,
    parentId: owner.userId,
    isEmailUnproved: true,
  });
  const { user: untouched } = await signInWithPassword(server, stranger);
  expect([untouched.email, untouched.userId === namesake.user.userId]).toEqual([stranger.email, false]);
  const { email } = await server.call(getUser, {}, { as: owner });
  expect(await refusal(provider, known({ email }))).toMatch(
    /^The owner of a domain signs in with a password/,
  );

  const child = await buildUser(server.context, {
    domainId: owner.domainId,
    parentId: owner.userId,
    username: 'kid',
  });
  const login = known({ email: 'kid@example.com', given_name: 'Other' });
  const { user } = await signedIn(provider, login);
  expect(user).toMatchObject({ userId: child.userId, username: 'kid' });
  // The address was given to another person at the provider.
  expect(await refusal(provider, known({ email: 'kid@example.com' }))).toBe(belongs('kid@example.com'));
  expect((await signedIn(provider, login)).user.userId).toBe(child.userId);
});

test('an invitation is accepted by signing in with the provider', async () => {
  await server.context.db
    .updateTable('users')
    .set({ emailConfirmedOn: server.clock.now() })
    .where('id', '=', owner.userId)
    .execute();
  const provider = await setUp();
  const login = known();
  const body = {
    username: `invited-${login}`,
    email: `${login}@acme.example`,
    firstName: 'In',
    lastName: 'Vited',
  };
  const invited = await server.call(inviteChild, { body: { ...body, roles: ['ROLE_USER'] } }, { as: owner });
  const { user } = await signedIn(provider, login);
  expect(user).toMatchObject({ userId: invited.userId, roles: ['ROLE_USER'] });
  const people = await server.call(listPeople, {}, { as: owner });
  expect(people.find(({ userId }) => userId === invited.userId)?.isConfirmed).toBe(true);
});

test('someone who was removed here stays out until they are invited again', async () => {
  const provider = await setUp();
  const login = known();
  const { user, headers } = await signedIn(provider, login);
  await server.call(removeChild, { params: { id: user.userId } }, { as: owner });
  expect((await server.request(getUser, {}, { headers })).statusCode).toBe(401);
  expect(await refusal(provider, login)).toBe(
    'Your account was removed. The owner of the domain can invite you again.',
  );
  const body = {
    username: `again-${login}`,
    email: `${login}@acme.example`,
    firstName: 'Grace',
    lastName: 'Hopper',
  };
  const invited = await server.call(inviteChild, { body }, { as: owner });
  expect((await signedIn(provider, login)).user.userId).toBe(invited.userId);
});

test('a closed account keeps its username, its address and its person from whoever comes from a provider', async () => {
  const provider = await setUp();
  const administrator = await buildUser(server.context, { isAdmin: true });
  const body = settingsOf(idp, { name: 'Open to all' });
  const forAll = await server.call(createPlatformProvider, { body }, { as: administrator });
  const joined = known();
  const { user } = await signedIn(provider, joined);
  const closed = await buildUser(server.context, { username: 'anna' });
  await server.call(closeAccount, { body: { username: 'anna' } }, { as: closed });

  const namesakes = [
    await signedIn(provider, known({ preferred_username: 'Anna' })),
    await signedIn(forAll, known({ preferred_username: 'anna' })),
  ];
  expect(namesakes.map(({ user: { username } }) => username)).toEqual(['Anna-2', 'anna-3']);
  const email = 'anna@example.com';
  const names = { username: 'anna_of_acme', firstName: 'Anna', lastName: 'Again' };
  await server.call(inviteChild, { body: { ...names, email } }, { as: owner });
  expect(await refusal(forAll, known({ email }))).toBe(
    'The e-mail address anna@example.com belongs to an account that was closed, which keeps it for 45 days. Please contact the operator of this platform.',
  );
  // Whom the domain has invited to it comes into that domain, and no one else into the account that was closed.
  expect((await signedIn(provider, known({ email }))).user.username).toBe('anna_of_acme');
  idp.people.set(joined, { ...idp.people.get(joined), email, family_name: 'Murray' });
  expect((await signedIn(provider, joined)).user).toMatchObject({ email: user.email, lastName: 'Murray' });

  // Nor does it lose whom it belongs to at the provider, whatever their address is there by now.
  const came = known();
  const { domainId } = (await signedIn(forAll, came)).user;
  const end = { closedOn: server.clock.now(), contentEndsOn: server.clock.now() };
  await server.context.db.updateTable('domains').set(end).where('id', '=', domainId).execute();
  idp.people.set(came, { ...idp.people.get(came), email: 'elsewhere@acme.example' });
  expect(await refusal(forAll, came)).toBe(
    'The account that you are connected with here was closed. Please contact the operator of this platform.',
  );
});

test('signing out ends the session here and leads to the page where the provider ends its own', async () => {
  const provider = await setUp();
  const login = known();
  const browser = idp.openBrowser();
  const { cookie } = await signedIn(provider, login, { browser });
  const { providerUrl } = (await server.request(logout, {}, { headers: cookie })).json<{
    providerUrl: string;
  }>();
  expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(401);
  expect(new URL(providerUrl).searchParams.has('id_token_hint')).toBe(true);
  expect(await browser.signOut(providerUrl)).toBe(provider.signOutUrl);
  // Signed out there: the provider asks again, and another person can sign in.
  const other = known();
  expect((await signedIn(provider, other, { browser })).user.username).toBe(other);
  // A second sign-out has nothing to end.
  expect((await server.request(logout, {}, { headers: cookie })).json()).toEqual({ providerUrl: null });
});

test('whoever came from the provider signs in there only; deleting it ends their sessions and lets them choose a password', async () => {
  const provider = await setUp();
  const login = known();
  const { headers, user } = await signedIn(provider, login);
  const ask = async () => {
    server.clock.travel(1000);
    await server.call(forgotPassword, { body: { email: user.email } });
    return (await readMails(server, user.email))[0]?.subject;
  };
  expect(await ask()).toBe('Your account has no password');
  const administrator = await buildUser(server.context, { isAdmin: true });
  const help = { params: { id: owner.domainId }, body: { userId: user.userId } };
  const sent = await server.request(sendCustomerReset, help, { as: administrator });
  expect([sent.statusCode, sent.json().message]).toEqual([
    422,
    `${login} signs in with the identity provider of their domain and has no password here.`,
  ]);
  await server.call(deleteIdentityProvider, { params: { id: provider.id } }, { as: owner });
  // Other processes hear of ended sessions by notification, and so does this one.
  await expect.poll(async () => (await server.request(getUser, {}, { headers })).statusCode).toBe(401);
  const gone = await server.request(startProviderLogin, { params: { id: provider.id }, body: {} });
  expect(gone.statusCode).toBe(404);
  expect(await ask()).toBe('Reset your password');
  const token = await readToken(server, user.email);
  await server.call(resetPassword, { body: { token, password: 'chosen after the provider' } });
  const own = await signInWithPassword(server, {
    username: user.email,
    password: 'chosen after the provider',
  });
  expect(own.user).toMatchObject({ userId: user.userId, email: user.email });
  expect(own.user.isEmailUnproved).toBeUndefined();
  const people = await server.call(listPeople, {}, { as: owner });
  expect(people.map(({ userId }) => userId)).toContain(user.userId);
});

test('an address that only the provider of a domain states gets a mail to confirm it, no others, and does not keep its person from registering', async () => {
  const provider = await setUp();
  const email = 'ceo@bank.example';
  const login = known({ email, preferred_username: 'your.bank.closes' });
  await signedIn(provider, login);
  // From a second device, which people are told of.
  server.clock.travel(1000);
  const { user, headers } = await signedIn(provider, login);
  const subjects = async () => (await readMails(server, email)).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['Confirm your e-mail address']);
  const [mail] = await readMails(server, email);
  expect(mail?.text).toContain(`the domain "${user.domain}"`);
  expect(mail?.text).not.toContain('your.bank.closes');

  // The person whose mailbox it is.
  server.clock.travel(1000);
  const ceo = { ...person('ceo'), email };
  await server.call(register, { body: ceo });
  await server.call(confirmEmail, { query: { token: await readToken(server, email) } });
  const own = await signInWithPassword(server, ceo);
  expect([own.user.email, own.user.domainId === user.domainId]).toEqual([email, false]);
  server.clock.travel(1000);
  await server.call(forgotPassword, { body: { email } });
  expect((await subjects())[0]).toBe('Reset your password');
  // Both go on, each in its domain.
  expect((await signedIn(provider, login)).user.userId).toBe(user.userId);
  expect((await server.request(getUser, {}, { headers })).json().isEmailUnproved).toBe(true);

  // The link that came first is good for the account at the domain: from then on that one gets its mails, too.
  const first = /[?&]token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await server.call(confirmEmail, { query: { token: first } });
  expect((await server.request(getUser, {}, { headers })).json().isEmailUnproved).toBeUndefined();
  const before = (await subjects()).length;
  server.clock.travel(1000);
  await signedIn(provider, login);
  expect((await subjects()).slice(0, -before)).toEqual([SIGN_IN_NOTICE]);
  expect((await signInWithPassword(server, ceo)).user.userId).toBe(own.user.userId);
});

test('an address that changes at the provider has to be confirmed again, and a domain can name only so many a day', async () => {
  const provider = await setUp();
  const login = known();
  const { user, headers } = await signedIn(provider, login);
  await server.call(confirmEmail, { query: { token: await readToken(server, user.email) } });
  const isUnproved = async () => (await server.request(getUser, {}, { headers })).json().isEmailUnproved;
  expect(await isUnproved()).toBeUndefined();
  const limit = { name: 'invitationsPerDay', limit: 3 } as const;
  const administrator = await buildUser(server.context, { isAdmin: true });
  await server.call(setDomainLimit, { params: { id: owner.domainId }, body: limit }, { as: administrator });
  let mails = 0;
  for (let count = 0; count < 4; count += 1) {
    const email = `stranger-${count}@mailboxes.example`;
    idp.people.set(login, { ...idp.people.get(login), email });
    expect((await signedIn(provider, login)).user.email).toBe(email);
    expect(await isUnproved()).toBe(true);
    mails += (await readMails(server, email)).length;
  }
  // One was for the address from before.
  expect(mails).toBe(2);
});

const listOpen = (username: string) =>
  server.context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.id')
    .where('users.username', '=', username)
    .where('sessions.endedOn', 'is', null)
    .execute();

test('a provider that is deleted meanwhile is deleted after the sign-in, and ends it', async () => {
  const { id } = await setUp();
  const login = known();
  const { db, accounts } = server.context;
  const { factorSignIns } = accounts;
  const goOn = factorSignIns.loginAfterFirstStep.bind(factorSignIns);
  let deletion = Promise.resolve();
  vi.spyOn(factorSignIns, 'loginAfterFirstStep').mockImplementationOnce(async (...given) => {
    deletion = server.call(deleteIdentityProvider, { params: { id } }, { as: owner });
    await expect.poll(() => countWaitingForLocks(db)).toBe(1);
    return goOn(...given);
  });
  await signedIn({ id }, login);
  await deletion;
  expect(await listOpen(login)).toEqual([]);
});

test('a session that is just being opened ends with its provider', async () => {
  const { id } = await setUp();
  const login = known();
  const { db, accounts } = server.context;
  const start = accounts.sessions.start.bind(accounts.sessions);
  let deletion = Promise.resolve();
  vi.spyOn(accounts.sessions, 'start').mockImplementationOnce(async (...given) => {
    const session = await start(...given);
    deletion = server.call(deleteIdentityProvider, { params: { id } }, { as: owner });
    await expect.poll(() => countWaitingForLocks(db)).toBe(1);
    return session;
  });
  await signedIn({ id }, login);
  await deletion;
  expect(await listOpen(login)).toEqual([]);
});

test('a session of the domain’s provider lasts a day, however much it is used', async () => {
  const provider = await setUp();
  const login = known();
  let { cookie } = await signedIn(provider, login);
  for (const hours of [8, 8, 7]) {
    server.clock.travel(hours * 3_600_000);
    const answer = await server.request(refreshToken, {}, { headers: cookie });
    expect(answer.statusCode).toBe(200);
    cookie = { cookie: refreshCookie(answer) };
  }
  server.clock.travel(3_600_000);
  expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(401);
});

test('what a stolen session must not do needs a proof that the provider dates', async () => {
  const provider = await setUp();
  const login = known();
  const browser = idp.openBrowser();
  const end = async ({ headers }: { headers: Record<string, string> }) =>
    (await server.request(endSession, { params: { id: server.context.random.id() } }, { headers }))
      .statusCode;
  const first = await signedIn(provider, login, { browser });
  // Let through: there is just no such session.
  expect(await end(first)).toBe(404);
  // Signed in there already, so the provider asks for nothing: what counts is when it last did.
  server.clock.travel(290_000);
  const second = await signedIn(provider, login, { browser });
  server.clock.travel(15_000);
  expect([await end(first), await end(second)]).toEqual([403, 403]);
  setClock(server);
  const asked = await begin(provider.id, { isConfirmation: true });
  expect(new URL(asked.url).searchParams.get('max_age')).toBe('300');
  expect(await end(await signedIn(provider, login, { isConfirmation: true }))).toBe(404);
});

test('the domain’s own provider counts as its second factor, one for everyone does not', async () => {
  const provider = await setUp();
  await server.context.db
    .updateTable('domains')
    .set({ requiresSecondFactor: true })
    .where('id', '=', owner.domainId)
    .execute();
  expect((await signedIn(provider, known())).user.domainId).toBe(owner.domainId);

  const admin = await buildUser(server.context, { isAdmin: true });
  const forAll = await server.call(
    createPlatformProvider,
    { body: settingsOf(idp, { name: 'Required' }) },
    { as: admin },
  );
  const login = known();
  const { user } = await signedIn(forAll, login);
  await server.context.db
    .updateTable('domains')
    .set({ requiresSecondFactor: true })
    .where('id', '=', user.domainId)
    .execute();
  const answer = (await signIn(forAll, login)).json<{ answer: LoginResponse }>().answer;
  expect(answer).toMatchObject({ mustSetUp: true, methods: [] });
});

test('with a provider for everyone, whoever is new gets a domain of their own', async () => {
  const admin = await buildUser(server.context, { isAdmin: true });
  const forAll = await server.call(
    createPlatformProvider,
    { body: settingsOf(idp, { name: 'Everyone', roleRules: [{ role: 'ROLE_USER', values: ['*'] }] }) },
    { as: admin },
  );
  const login = known({ preferred_username: 'Jané Doe@acme' });
  const { user, headers } = await signedIn(forAll, login);
  expect(user).toMatchObject({
    username: 'JaneDoe',
    parentId: null,
    domain: 'JaneDoe',
    isAdmin: false,
    roles: ['ROLE_DEV'],
  });
  expect(user.permissions).toContain('billing.pay');
  expect((await signedIn(forAll, login)).user.userId).toBe(user.userId);
  const [session] = (await server.request(listSessions, {}, { headers })).json();
  expect(session.via).toBe('Everyone');
  const taken = await registerPerson(server, 'taken');
  expect(await refusal(forAll, known({ email: taken.email }))).toMatch(
    /^An account with the e-mail address taken@/,
  );

  const provider = await setUp();
  const offered = (domain?: string) =>
    server.call(listOfferedProviders, { query: domain === undefined ? {} : { domain } });
  expect((await offered()).map(({ name }) => name)).toContain('Everyone');
  expect(await offered()).not.toContainEqual({ id: provider.id, name: 'Acme' });
  expect(await offered(owner.domainId)).toContainEqual({ id: provider.id, name: 'Acme' });
});

test('what goes wrong at the provider is said in plain words', async () => {
  const provider = await setUp();
  const login = known();
  expect(await refusal(provider, DENY)).toBe(
    'The sign-in was canceled, or the provider does not let you in.',
  );

  const skewed = await begin(provider.id);
  const query = await idp.openBrowser().visit(skewed.url, login);
  server.clock.travel(6 * 60_000);
  expect((await complete(query, skewed.cookie)).json().message).toBe(
    'The clocks of this server and of the provider differ too much.',
  );
  setClock(server);

  const { name, clientId, rolesClaim, roleRules } = provider;
  const body = { name, clientId, rolesClaim, roleRules, clientSecret: 'wrong' };
  await server.call(updateIdentityProvider, { params: { id: provider.id }, body }, { as: owner });
  expect(await refusal(provider, login)).toBe(
    'The provider does not accept the client ID or the client secret.',
  );
  const [changed] = await server.call(listIdentityProviders, {}, { as: owner });
  expect(changed).toMatchObject({ id: provider.id, people: 0 });
});
