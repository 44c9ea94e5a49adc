import { createIdentityProvider } from '@atrium/contract/accounts/identity-provider';
import {
  disconnectIdentity,
  finishConnection,
  listOwnIdentities,
  type OwnIdentity,
  startConnection,
} from '@atrium/contract/accounts/own-identity';
import { createPlatformProvider } from '@atrium/contract/accounts/platform-identity-provider';
import { loginWithProvider, startProviderLogin } from '@atrium/contract/accounts/provider-sign-in';
import { PROVIDER_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import { reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import {
  setClock,
  settingsOf,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../test/identity-provider.ts';
import { type Browser, type Person, readMails, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

type Headers = Browser['bearer'];

let server: TestApp;
let idp: TestIdentityProvider;
/** Of the provider for everyone. */
let id: string;
let counted = 0;

beforeAll(async () => {
  server = await startTestApp({ config: { identityAllowPrivate: true } });
  idp = await startIdentityProvider(server.context.publicUrl.get());
  setClock(server);
  const administrator = await buildUser(server.context, { isAdmin: true });
  ({ id } = await server.call(createPlatformProvider, { body: settingsOf(idp) }, { as: administrator }));
});
afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => setClock(server));

/** Someone whom the provider knows, under another address than here. */
function known(claims: Record<string, unknown> = {}): string {
  counted += 1;
  const login = `there-${counted}`;
  idp.people.set(login, { email: `${login}@acme.example`, email_verified: true, ...claims });
  return login;
}

async function newcomer(): Promise<{ someone: Person; headers: Headers; userId: string; domainId: string }> {
  counted += 1;
  const someone = await registerPerson(server, `here-${counted}`);
  const { bearer: headers, user } = await signIn(server, someone);
  return { someone, headers, userId: user.userId, domainId: user.domainId };
}

const cookieOf = (answer: LightMyRequestResponse) =>
  `${PROVIDER_COOKIE}=${answer.cookies.find(({ name }) => name === PROVIDER_COOKIE)?.value}`;

/** The way to the provider and back, for a connection. */
async function visit(headers: Headers, login: string) {
  const started = await server.request(startConnection, { params: { id } }, { headers });
  if (started.statusCode !== 200) throw new Error(`${started.statusCode}: ${started.body}`);
  const query = await idp.openBrowser().visit(started.json<{ url: string }>().url, login);
  return { query, cookie: cookieOf(started) };
}

const finish = (headers: Headers, { query, cookie }: { query: string; cookie: string }) =>
  server.request(finishConnection, { body: { query } }, { headers: { ...headers, cookie } });
const connect = async (headers: Headers, login: string) => finish(headers, await visit(headers, login));
const disconnect = (headers: Headers, provider = id) =>
  server.request(disconnectIdentity, { params: { id: provider } }, { headers });

async function listed(headers: Headers): Promise<{ connected: OwnIdentity[]; offered: { id: string }[] }> {
  return (await server.request(listOwnIdentities, {}, { headers })).json();
}

async function signInThere(login: string, provider = id): Promise<LightMyRequestResponse> {
  const started = await server.request(startProviderLogin, { params: { id: provider }, body: {} });
  const query = await idp.openBrowser().visit(started.json<{ url: string }>().url, login);
  return server.request(loginWithProvider, { body: { query } }, { headers: { cookie: cookieOf(started) } });
}

test('an account that is there is connected, and its person then signs in with the provider', async () => {
  const { someone, headers, userId } = await newcomer();
  const login = known();
  expect(await listed(headers)).toMatchObject({ connected: [], offered: [{ id, name: 'Acme' }] });
  const connected = await connect(headers, login);
  expect(connected.json()).toMatchObject({ id, name: 'Acme', isOfDomain: false });
  expect(await listed(headers)).toMatchObject({ connected: [{ id, name: 'Acme' }], offered: [] });

  const there = await signInThere(login);
  const { answer } = there.json<{ answer: SignedInResponse }>();
  expect(answer.user).toMatchObject({ userId, username: someone.username, email: someone.email });
  const [notice] = (await readMails(server, someone.email)).filter(
    ({ subject }) => subject === 'An identity provider was connected',
  );
  expect(notice?.text).toContain(`Acme can now be used to sign in to your account "${someone.username}".`);
  const log = await server.request(searchLog, { body: { startAt: 0 } }, { headers });
  expect(log.json<{ logs: { message: string }[] }>().logs.map(({ message }) => message)).toContain(
    `Connected ${someone.username} with Acme`,
  );
});

test('what was connected since a sign-in that its person reports is connected no more', async () => {
  const { someone, userId } = await newcomer();
  const thief = await signIn(server, someone);
  const [notice] = await readMails(server, someone.email);
  const token = /sign-in-report\?token=(\S+)/.exec(notice?.text ?? '')?.[1] ?? '';
  const theirs = known();
  expect((await connect(thief.bearer, theirs)).statusCode).toBe(200);
  expect((await signInThere(theirs)).json()).toMatchObject({ answer: { user: { userId } } });
  expect((await server.request(reportSignIn, { body: { token } })).statusCode).toBe(200);
  const after = await signInThere(theirs);
  expect(after.json()).not.toMatchObject({ answer: { user: { userId } } });
});

test('an account at a provider is one person here, and a person has one there', async () => {
  const [ada, bo] = [await newcomer(), await newcomer()];
  const login = known();
  expect((await connect(ada.headers, login)).statusCode).toBe(200);
  const taken = await connect(bo.headers, login);
  expect(taken.json()).toMatchObject({
    status: 422,
    message: 'Another account here is connected with this account at Acme.',
  });
  expect((await listed(bo.headers)).connected).toEqual([]);
  // Two windows of one person: the one that comes second finds that it is done.
  const [first, second] = [await visit(bo.headers, known()), await visit(bo.headers, known())];
  const both = await Promise.all([finish(bo.headers, first), finish(bo.headers, second)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(both.find(({ statusCode }) => statusCode === 422)?.json().message).toBe(
    'You are already connected with Acme. Disconnect it first.',
  );
  const again = await server.request(startConnection, { params: { id } }, { headers: bo.headers });
  expect(again.statusCode).toBe(404);
});

test('what was begun by one person in one browser connects no other, and is no sign-in', async () => {
  const [ada, bo] = [await newcomer(), await newcomer()];
  const begun = await visit(ada.headers, known());
  const gone = /took too long, was already completed or was started in another window/;
  expect((await finish(bo.headers, begun)).json().message).toMatch(gone);
  expect((await finish(ada.headers, { ...begun, cookie: '' })).json().message).toMatch(gone);
  const asSignIn = { body: { query: begun.query } };
  const signedIn = await server.request(loginWithProvider, asSignIn, { headers: { cookie: begun.cookie } });
  expect(signedIn.json().message).toMatch(gone);
  expect((await finish(ada.headers, begun)).statusCode).toBe(200);
  expect((await finish(ada.headers, begun)).json().message).toMatch(gone);

  const started = await server.request(startProviderLogin, { params: { id }, body: {} });
  const query = await idp.openBrowser().visit(started.json<{ url: string }>().url, known());
  expect((await finish(bo.headers, { query, cookie: cookieOf(started) })).json().message).toMatch(gone);
});

test('only the person does it, who has confirmed that it is them', async () => {
  const { headers, userId } = await newcomer();
  const { db } = server.context;
  await db.updateTable('sessions').set({ confirmedOn: null }).where('userId', '=', userId).execute();
  const start = (given: Headers) => server.request(startConnection, { params: { id } }, { headers: given });
  for (const answer of [await start(headers), await disconnect(headers)]) {
    expect(answer.json()).toMatchObject({ status: 403, details: { reason: 'CONFIRMATION_NEEDED' } });
  }
  const caller = await buildUser(server.context);
  const administrator = await buildUser(server.context, { isAdmin: true });
  const acting = { ...caller, impersonatorId: administrator.userId };
  for (const as of [acting, { ...caller, sessionId: null }]) {
    const answer = await server.request(startConnection, { params: { id } }, { as });
    expect(answer.statusCode).toBe(403);
  }
  const finished = await server.request(finishConnection, { body: { query: '?state=x' } }, { as: acting });
  expect(finished.statusCode).toBe(403);
});

test('an address that is not verified connects nothing, for no one could sign in with it', async () => {
  const { headers } = await newcomer();
  const refused = await connect(headers, known({ email_verified: false }));
  expect(refused.json()).toMatchObject({ status: 422, message: expect.stringContaining('is verified') });
  expect((await listed(headers)).connected).toEqual([]);
});

test('a provider of the domain is listed, is its owner’s to decide about, and is the only one of its people', async () => {
  const owner = await buildUser(server.context);
  const body = settingsOf(idp, { name: 'Ours' });
  const ours = await server.call(createIdentityProvider, { body }, { as: owner });
  const there = await signInThere(known(), ours.id);
  const { answer } = there.json<{ answer: SignedInResponse }>();
  const headers = { authorization: `Bearer ${answer.token}` };
  expect((await listed(headers)).connected).toMatchObject([{ id: ours.id, isOfDomain: true }]);
  expect((await disconnect(headers, ours.id)).statusCode).toBe(404);

  // Another provider would be a way around the one that the owner has chosen, for the time after they are shut out there.
  const { db, clock } = server.context;
  const { userId, domainId } = answer.user;
  await db.updateTable('sessions').set({ confirmedOn: clock.now() }).where('userId', '=', userId).execute();
  const aside = await server.request(startConnection, { params: { id } }, { headers });
  const sentence = 'You sign in with the identity provider of your domain.';
  expect(aside.json()).toMatchObject({ status: 422, message: sentence });
  expect((await listed(headers)).offered).toEqual([]);
  const [createdOn, login] = [clock.now(), known()];
  const before = { providerId: id, subject: login, userId, domainId, createdOn, lastUsedOn: createdOn };
  await db.insertInto('identities').values(before).execute();
  expect((await signInThere(login)).json()).toMatchObject({ status: 422, message: sentence });
  const stranger = await newcomer();
  const start = { params: { id: ours.id } };
  expect((await server.request(startConnection, start, { headers: stranger.headers })).statusCode).toBe(404);
});

test('disconnecting ends the other sessions that it opened, and the person is told', async () => {
  const { someone, headers } = await newcomer();
  const login = known();
  await connect(headers, login);
  const there = (await signInThere(login)).json<{ answer: SignedInResponse }>().answer;
  const opened = { authorization: `Bearer ${there.token}` };
  expect((await disconnect(headers)).statusCode).toBe(204);
  await expect
    .poll(async () => (await server.request(getUser, {}, { headers: opened })).statusCode)
    .toBe(401);
  expect((await server.request(getUser, {}, { headers })).statusCode).toBe(200);
  expect((await disconnect(headers)).statusCode).toBe(404);
  const subjects = (await readMails(server, someone.email)).map(({ subject }) => subject);
  expect(subjects).toContain('An identity provider was disconnected');
  // Whoever is there is no one here any more; with an address of their own they are someone new.
  const other = (await signInThere(login)).json<{ answer: SignedInResponse }>().answer;
  expect(other.user.username).not.toBe(someone.username);
});

test('the only way to sign in stays, until there is a password or a passkey', async () => {
  const { token, user } = (await signInThere(known())).json<{ answer: SignedInResponse }>().answer;
  const headers = { authorization: `Bearer ${token}` };
  const { db, random, clock } = server.context;
  const { userId, domainId } = user;
  await db.updateTable('sessions').set({ confirmedOn: clock.now() }).where('userId', '=', userId).execute();
  expect((await disconnect(headers)).json()).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^This is the only way in which you sign in\./),
  });
  expect((await listed(headers)).connected).toHaveLength(1);
  const passkey = { id: random.id(), domainId, userId, name: 'Phone', credentialId: random.token() };
  const now = clock.now();
  await db
    .insertInto('passkeys')
    .values({ ...passkey, publicKey: Buffer.from('key'), counter: 0, transports: [], createdOn: now })
    .execute();
  expect((await disconnect(headers)).statusCode).toBe(204);
  // The session in which it was asked goes on, although the provider opened it.
  expect((await server.request(getUser, {}, { headers })).statusCode).toBe(200);
});
