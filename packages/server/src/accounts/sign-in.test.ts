import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { login, logout, REFRESH_COOKIE, refreshToken } from '@atrium/contract/accounts/sign-in';
import { getUser, updateUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { allJobs } from '../jobs/all-jobs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const person = {
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  password: 'difference engine',
};

async function readLink(to: string): Promise<string> {
  await server.context.jobs.runDue(allJobs(server.context));
  const mails = await server.call(listDevelopmentMails, {});
  const mail = mails.find((each) => each.to === to);
  return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('a person registers, confirms, signs in, stays signed in and signs out', async () => {
  expect(await server.call(register, { body: person })).toEqual({ email: person.email });
  const early = await server.request(login, { body: person });
  expect(early.statusCode).toBe(422);
  expect(early.json()).toMatchObject({ details: { reason: 'EMAIL_NOT_CONFIRMED' } });

  const token = await readLink(person.email);
  expect(await server.call(confirmEmail, { query: { token } })).toEqual({ email: person.email });
  expect((await server.request(confirmEmail, { query: { token } })).statusCode).toBe(422);

  const signedIn = await server.request(login, { body: person });
  expect(signedIn.statusCode).toBe(200);
  expect(signedIn.json()).toMatchObject({
    user: { username: 'ada', isAdmin: false, domain: 'ada', params: { theme: 'system' } },
  });
  const [cookie] = signedIn.cookies;
  expect(cookie).toMatchObject({
    name: REFRESH_COOKIE,
    path: '/auth/v1',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });

  const headers = { cookie: `${REFRESH_COOKIE}=${cookie?.value}` };
  const refreshed = await server.request(refreshToken, {}, { headers });
  expect(refreshed.statusCode).toBe(200);
  const authorization = `Bearer ${refreshed.json<{ token: string }>().token}`;
  const user = await server.request(getUser, {}, { headers: { authorization } });
  expect(user.json()).toMatchObject({ email: person.email, parentId: null });
  const patched = await server.request(
    updateUser,
    { body: { params: { theme: 'dark' }, lastName: 'King' } },
    { headers: { authorization } },
  );
  expect(patched.json()).toMatchObject({ lastName: 'King', params: { theme: 'dark' } });

  const newest = { cookie: `${REFRESH_COOKIE}=${refreshed.cookies[0]?.value}` };
  expect((await server.request(logout, {}, { headers: newest })).statusCode).toBe(204);
  await expect
    .poll(async () => (await server.request(getUser, {}, { headers: { authorization } })).statusCode)
    .toBe(401);
  expect((await server.request(refreshToken, {}, { headers: newest })).statusCode).toBe(401);
});
