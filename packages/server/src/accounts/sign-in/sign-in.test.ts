import { DEVICE_COOKIE, REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { confirmEmail, register, resendConfirmation } from '@atrium/contract/accounts/registration';
import {
  createCustomToken,
  encodeSsoToken,
  login,
  loginWithToken,
  logout,
  refreshToken,
} from '@atrium/contract/accounts/sign-in';
import { getUser, updateUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { person, readToken, registerPerson, signIn, toBrowser } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a person registers, confirms, signs in, stays signed in and signs out', async () => {
  const ada = person('ada');
  expect(await server.call(register, { body: ada })).toEqual({ email: ada.email });
  const early = await server.request(login, { body: ada });
  expect(early.statusCode).toBe(422);
  expect(early.json()).toMatchObject({ details: { reason: 'EMAIL_NOT_CONFIRMED' } });

  const token = await readToken(server, ada.email);
  expect(await server.call(confirmEmail, { query: { token } })).toEqual({ email: ada.email });

  const signedIn = await server.request(login, { body: ada });
  expect(signedIn.json()).toMatchObject({
    user: { username: 'ada', isAdmin: false, domain: 'ada', params: { theme: 'system' } },
  });
  expect(signedIn.cookies).toMatchObject([
    { name: REFRESH_COOKIE, path: '/', httpOnly: true, secure: true, sameSite: 'Strict' },
    { name: DEVICE_COOKIE, path: '/', httpOnly: true, secure: true, sameSite: 'Strict' },
  ]);

  const refreshed = await server.request(refreshToken, {}, { headers: toBrowser(signedIn).cookie });
  expect(refreshed.statusCode).toBe(200);
  const { bearer, cookie } = toBrowser(refreshed);
  const body = { params: { theme: 'dark' }, lastName: 'King' };
  const patched = await server.request(updateUser, { body }, { headers: bearer });
  expect(patched.json()).toMatchObject({ email: ada.email, lastName: 'King', params: { theme: 'dark' } });

  expect((await server.request(logout, {}, { headers: cookie })).json()).toEqual({ providerUrl: null });
  const afterwards = async () => (await server.request(getUser, {}, { headers: bearer })).statusCode;
  await expect.poll(afterwards).toBe(401);
  expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(401);
});

test('the e-mail address signs in as well as the username, in any case of letters', async () => {
  const grace = await registerPerson(server, 'grace');
  for (const username of ['Grace', grace.email, grace.email.toUpperCase(), ' grace ']) {
    expect((await signIn(server, { ...grace, username })).user.username).toBe('grace');
  }
});

test('a wrong password, an unknown name and a name without a password are 422 with the same words', async () => {
  const joan = await registerPerson(server, 'joan');
  const answers = await Promise.all(
    [joan.username, joan.email, 'nobody-at-all', 'nobody@example.com'].map((username) =>
      server.request(login, { body: { username, password: 'wrong password' } }),
    ),
  );
  for (const answer of answers) {
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ message: 'Wrong username or password.' });
    expect(answer.cookies).toEqual([]);
  }
});

test('the confirmation mail can be sent again, for the name or the address', async () => {
  const mary = person('mary');
  await server.call(register, { body: mary });
  const first = await readToken(server, mary.email);
  for (const username of [mary.username, mary.email]) {
    await server.call(resendConfirmation, { body: { username } });
    server.clock.travel(1000);
    expect(await readToken(server, mary.email)).not.toBe(first);
  }
  expect(await server.call(confirmEmail, { query: { token: first } })).toEqual({ email: mary.email });
});

test('a custom token signs in once, for a minute: oneself, a child, or anyone for an administrator', async () => {
  const parent = await buildUser(server.context, { username: 'parent' });
  const child = await buildUser(server.context, {
    username: 'child',
    domainId: parent.domainId,
    parentId: parent.userId,
  });
  const stranger = await buildUser(server.context);
  const admin = await buildUser(server.context, { isAdmin: true });
  const signInWith = (token: string) => server.request(loginWithToken, { body: { token } });

  const { token } = await server.call(createCustomToken, { body: undefined }, { as: parent });
  const signedIn = await signInWith(encodeSsoToken(token));
  expect(signedIn.json()).toMatchObject({ user: { username: 'parent' } });
  expect((await signInWith(encodeSsoToken(token))).statusCode).toBe(422);

  const forChild = { body: { userId: child.userId } };
  const asChild = await server.call(createCustomToken, forChild, { as: parent });
  expect((await signInWith(encodeSsoToken(asChild.token))).json()).toMatchObject({
    user: { username: 'child' },
  });
  const forParent = { body: { userId: parent.userId } };
  expect((await server.request(createCustomToken, forChild, { as: stranger })).statusCode).toBe(404);
  expect((await server.request(createCustomToken, forParent, { as: child })).statusCode).toBe(404);

  const byAdmin = await server.call(createCustomToken, forParent, { as: admin });
  expect((await signInWith(encodeSsoToken(byAdmin.token))).json()).toMatchObject({
    user: { username: 'parent' },
  });
  const asParent = await server.call(createCustomToken, forParent, { as: admin });
  server.clock.travel(61_000);
  const late = await signInWith(encodeSsoToken(asParent.token));
  expect(late.statusCode).toBe(422);
  for (const wrong of ['', 'no base64 at all', btoa('{}'), btoa('null')]) {
    expect([400, 422]).toContain((await signInWith(wrong)).statusCode);
  }
});

test('a session that no one uses for two weeks is over, and a used one after 90 days', async () => {
  const rosa = await registerPerson(server, 'rosa');
  const day = 86_400_000;
  const idle = await signIn(server, rosa);
  server.clock.travel(14 * day + 1000);
  expect((await server.request(refreshToken, {}, { headers: idle.cookie })).statusCode).toBe(401);

  let browser = await signIn(server, rosa);
  for (let days = 13; days < 90; days += 13) {
    server.clock.travel(13 * day);
    browser = toBrowser(await server.request(refreshToken, {}, { headers: browser.cookie }));
  }
  server.clock.travel(13 * day);
  expect((await server.request(refreshToken, {}, { headers: browser.cookie })).statusCode).toBe(401);
});
