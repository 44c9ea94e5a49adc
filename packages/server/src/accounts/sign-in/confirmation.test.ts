import { REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { listFactors } from '@atrium/contract/accounts/second-factor';
import {
  confirmSession,
  endOtherSessions,
  endSession,
  listSessions,
  startConfirmPasskey,
} from '@atrium/contract/accounts/sessions';
import { refreshToken } from '@atrium/contract/accounts/sign-in';
import { changePassword, getUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractEndpoints, nameOf } from '../../../test/contract-endpoints.ts';
import { buildUser } from '../../../test/factories.ts';
import { readMails, registerPerson, signIn } from '../../../test/people.ts';
import { addAuthenticator, codeOf } from '../../../test/second-factors.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

type Headers = Record<string, string>;
const confirm = (password: string, headers: Headers) =>
  server.request(confirmSession, { body: { method: 'password', password } }, { headers });

async function endOther(headers: Headers) {
  const sessions = await server.request(listSessions, {}, { headers });
  const other = sessions.json<{ id: string; isCurrent: boolean }[]>().find(({ isCurrent }) => !isCurrent);
  return server.request(endSession, { params: { id: other?.id } }, { headers });
}

test('ending another session asks for the password again, five minutes after it was given', async () => {
  const pia = await registerPerson(server, 'pia');
  const { bearer } = await signIn(server, pia);
  await signIn(server, pia);
  await signIn(server, pia);
  await signIn(server, pia);
  expect((await endOther(bearer)).statusCode).toBe(204);

  server.clock.travel(5 * 60_000);
  const refused = await endOther(bearer);
  expect(refused.json()).toMatchObject({ status: 403, details: { reason: 'CONFIRMATION_NEEDED' } });
  const wrong = await confirm('not the password', bearer);
  expect(wrong.json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] });
  expect((await endOther(bearer)).statusCode).toBe(403);

  const { confirmedUntil } = (await confirm(pia.password, bearer)).json<{ confirmedUntil: string }>();
  expect(Date.parse(confirmedUntil)).toBe(server.clock.now().getTime() + 5 * 60_000);
  server.clock.travel(4 * 60_000);
  expect((await endOther(bearer)).statusCode).toBe(204);
});

test('a confirmation gives the browser another refresh token, and no part of it to who copied the old one', async () => {
  const noa = await registerPerson(server, 'noa');
  const { bearer, cookie } = await signIn(server, noa);
  const answer = await confirm(noa.password, { ...bearer, ...cookie });
  const renewed = answer.cookies.find(({ name }) => name === REFRESH_COOKIE);
  expect(cookie.cookie).not.toContain(renewed?.value);
  const goOn = (value: string) => server.request(refreshToken, {}, { headers: { cookie: value } });
  expect((await goOn(`${REFRESH_COOKIE}=${renewed?.value}`)).statusCode).toBe(200);
  expect((await goOn(cookie.cookie)).statusCode).toBe(401);

  // The cookie of someone else who used the same browser meanwhile is left alone.
  const oda = await signIn(server, await registerPerson(server, 'oda'));
  const again = await signIn(server, noa);
  const mixed = await confirm(noa.password, { ...again.bearer, ...oda.cookie });
  expect(mixed.statusCode).toBe(200);
  expect(mixed.cookies).toEqual([]);
  expect((await goOn(oda.cookie.cookie)).statusCode).toBe(200);
});

test('a code of an authenticator app confirms, too, and once; only that of the person', async () => {
  const uma = await registerPerson(server, 'uma');
  const { bearer } = await signIn(server, uma);
  const { bearer: other } = await signIn(server, uma);
  const { secret } = await addAuthenticator(server, { ...(await signIn(server, uma)) });
  const vera = await signIn(server, await registerPerson(server, 'vera'));
  server.clock.travel(5 * 60_000);
  const give = (code: string, headers: Headers) =>
    server.request(confirmSession, { body: { method: 'authenticator', code } }, { headers });
  const code = codeOf(server, secret);
  expect((await give(code, vera.bearer)).json()).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
  expect((await endOther(bearer)).statusCode).toBe(403);
  expect((await give(code, bearer)).statusCode).toBe(200);
  expect((await endOther(bearer)).statusCode).toBe(204);
  expect((await give(code, other)).statusCode).not.toBe(200);
});

test('a recovery code confirms once, which is mailed and logged', async () => {
  const ida = await registerPerson(server, 'ida');
  const { bearer } = await signIn(server, ida);
  const { bearer: other } = await signIn(server, ida);
  const { recoveryCodes } = await addAuthenticator(server, { ...(await signIn(server, ida)) });
  server.clock.travel(5 * 60_000);
  const give = (code: string | undefined, headers: Headers) =>
    server.request(confirmSession, { body: { method: 'recovery-code', code } }, { headers });
  const [first] = recoveryCodes;
  expect((await give('a'.repeat(24), bearer)).json()).toMatchObject({
    status: 422,
    errors: [{ field: 'code' }],
  });
  expect((await endOther(bearer)).statusCode).toBe(403);
  expect((await give(first, bearer)).statusCode).toBe(200);
  expect((await give(first, other)).statusCode).toBe(422);
  expect((await server.request(listFactors, {}, { headers: bearer })).json()).toMatchObject({
    recoveryCodesLeft: recoveryCodes.length - 1,
  });
  expect((await endOther(bearer)).statusCode).toBe(204);
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('action', '=', 'account.use-recovery-code')
    .execute();
  expect(entries).toContainEqual({ message: 'Confirmed a session with a recovery code' });
  const subjects = (await readMails(server, ida.email)).map(({ subject }) => subject);
  expect(subjects).toContain('A recovery code was used');
});

test('after a change of factors all other sessions are ended at once', async () => {
  const eva = await registerPerson(server, 'eva');
  const lost = await signIn(server, eva);
  const phone = await signIn(server, eva);
  const here = await signIn(server, eva);
  const stranger = await signIn(server, await registerPerson(server, 'finn'));
  await addAuthenticator(server, here);
  const end = () => server.request(endOtherSessions, {}, { headers: here.bearer });
  expect((await end()).json()).toEqual({ ended: 2 });
  expect((await end()).json()).toEqual({ ended: 0 });
  const statusOf = async ({ bearer: headers }: typeof here) =>
    (await server.request(getUser, {}, { headers })).statusCode;
  for (const ended of [lost, phone]) await expect.poll(() => statusOf(ended)).toBe(401);
  expect([await statusOf(here), await statusOf(stranger)]).toEqual([200, 200]);
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select('message')
    .where('userId', '=', here.user.userId)
    .where('action', '=', 'account.end-session')
    .execute();
  expect(entries).toEqual([{ message: 'Ended the 2 other sessions' }]);
  server.clock.travel(5 * 60_000);
  expect((await end()).json()).toMatchObject({ status: 403, details: { reason: 'CONFIRMATION_NEEDED' } });
});

test('guesses at codes and at the password of a session count together', async () => {
  const wim = await registerPerson(server, 'wim');
  const browser = await signIn(server, wim);
  const { secret } = await addAuthenticator(server, browser);
  const wrong = codeOf(server, secret) === '000000' ? '111111' : '000000';
  const give = (code: string) =>
    server.request(confirmSession, { body: { method: 'authenticator', code } }, { headers: browser.bearer });
  for (let count = 0; count < 5; count += 1) {
    expect((await give(wrong)).statusCode).toBe(422);
    expect((await confirm(`guess ${count}`, browser.bearer)).statusCode).toBe(422);
  }
  expect((await give(codeOf(server, secret))).statusCode).toBe(429);
  expect((await confirm(wim.password, browser.bearer)).statusCode).toBe(429);
});

test('confirming in one session counts in no other', async () => {
  const ole = await registerPerson(server, 'ole');
  const here = await signIn(server, ole);
  const there = await signIn(server, ole);
  server.clock.travel(5 * 60_000);
  await confirm(ole.password, there.bearer);
  expect((await endOther(here.bearer)).statusCode).toBe(403);
  expect((await endOther(there.bearer)).statusCode).toBe(204);
});

test('no one confirms for another person, and no machine for its user', async () => {
  const admin = await buildUser(server.context, { isAdmin: true });
  const ruth = await registerPerson(server, 'ruth');
  const { user } = await signIn(server, ruth);
  const { userId, domainId } = user;
  const base = { userId, domainId, parentId: null, isAdmin: false, roles: [], permissions: [] };
  const impersonated = { ...base, sessionId: admin.sessionId, impersonatorId: admin.userId };
  const machine = { ...base, sessionId: null };
  for (const as of [impersonated, machine]) {
    const request = { body: { method: 'password', password: ruth.password } };
    expect((await server.request(confirmSession, request, { as })).statusCode).toBe(403);
    expect((await server.request(startConfirmPasskey, {}, { as })).statusCode).toBe(403);
    const params = { id: admin.sessionId };
    expect((await server.request(endSession, { params }, { as })).statusCode).toBe(403);
  }
});

test('guesses at the confirmation end after ten, together with those at a change of the password', async () => {
  const tim = await registerPerson(server, 'tim');
  const { bearer } = await signIn(server, tim);
  for (let count = 0; count < 10; count += 1) {
    expect((await confirm(`guess ${count}`, bearer)).statusCode).toBe(422);
  }
  expect((await confirm(tim.password, bearer)).statusCode).toBe(429);
  const body = { currentPassword: tim.password, password: 'something new' };
  expect((await server.request(changePassword, { body }, { headers: bearer })).statusCode).toBe(429);
});

test('whatever an administrator changes for others asks who it is', async () => {
  const { platform } = await contractEndpoints();
  const changes = platform.filter(
    ({ access, method, path }) =>
      access === 'ADMIN_ONLY' &&
      method !== 'GET' &&
      /^\/console\/v1\/(?:pricing|bonus|customers|domain)/.test(path),
  );
  expect(changes.length).toBeGreaterThan(12);
  const unasked = changes.filter(({ needsConfirmation }) => needsConfirmation !== true).map(nameOf);
  // They read.
  expect(unasked.sort()).toEqual([
    'POST /console/v1/bonus',
    'POST /console/v1/customers',
    'POST /console/v1/pricing/rehearse',
    'POST /console/v1/pricing/search',
  ]);
});

test('whatever changes factors or keys, or ends sessions, asks who it is', async () => {
  const { platform } = await contractEndpoints();
  const sensitive = platform.filter(
    ({ method, path }) =>
      method !== 'GET' &&
      /^\/(?:auth\/v1\/(?:user\/(?:factors|keys)|sessions\/)|console\/v1\/public-key)/.test(path),
  );
  expect(sensitive.length).toBeGreaterThan(12);
  const unasked = sensitive.filter(({ needsConfirmation = false }) => !needsConfirmation).map(nameOf);
  // A name opens nothing, and a key that ends itself neither.
  expect(unasked).toEqual(['PATCH /auth/v1/user/factors/{id}', 'DELETE /auth/v1/user/keys/current']);
  const unaskedOfMachines = sensitive.filter(({ needsConfirmation }) => needsConfirmation === 'in-session');
  expect(unaskedOfMachines.map(nameOf).sort()).toEqual([
    'DELETE /console/v1/public-key/{id}',
    'POST /console/v1/public-key',
    'PUT /console/v1/public-key/{id}',
  ]);
});
