import { confirmEmail } from '@atrium/contract/accounts/registration';
import { endSession, listSessions } from '@atrium/contract/accounts/sessions';
import { login, refreshToken } from '@atrium/contract/accounts/sign-in';
import { changeEmail, changePassword, getUser, updateUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { readMails, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a new e-mail address counts once its link is opened, and the old one is told', async () => {
  const ida = await registerPerson(server, 'ida');
  const { bearer } = await signIn(server, ida);
  const wrong = { body: { email: 'ida@elsewhere.example', password: 'not the password' } };
  const refused = await server.request(changeEmail, wrong, { headers: bearer });
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] });

  const body = { email: 'ida@elsewhere.example', password: ida.password };
  const asked = await server.request(changeEmail, { body }, { headers: bearer });
  expect(asked.json()).toMatchObject({ email: ida.email, pendingEmail: 'ida@elsewhere.example' });
  const token = await readToken(server, 'ida@elsewhere.example');
  server.clock.travel(1000);
  expect(await server.call(confirmEmail, { query: { token } })).toEqual({ email: body.email });
  const user = await server.request(getUser, {}, { headers: bearer });
  expect(user.json()).toMatchObject({ email: body.email, pendingEmail: null });
  const [mail] = await readMails(server, ida.email);
  expect(mail).toMatchObject({ subject: 'Your e-mail address was changed' });
});

test('asking for another address makes the earlier link useless; a taken one gets a mail, no link', async () => {
  const eli = await registerPerson(server, 'eli');
  await registerPerson(server, 'occupied');
  const { bearer } = await signIn(server, eli);
  const ask = (email: string) =>
    server.request(changeEmail, { body: { email, password: eli.password } }, { headers: bearer });
  await ask('eli@one.example');
  const first = await readToken(server, 'eli@one.example');
  server.clock.travel(1000);
  expect((await ask('occupied@example.com')).statusCode).toBe(200);
  expect((await server.request(confirmEmail, { query: { token: first } })).statusCode).toBe(422);
  const [mail] = await readMails(server, 'occupied@example.com');
  expect(mail).toMatchObject({ subject: 'This e-mail address is already in use' });
  expect(mail?.text).not.toContain('token=');
  expect(mail?.text).not.toContain('eli');
});

test('asking for the address that one has takes another one back, and corrects its spelling', async () => {
  const mia = await registerPerson(server, 'mia');
  const { bearer } = await signIn(server, mia);
  const ask = (email: string) =>
    server.request(changeEmail, { body: { email, password: mia.password } }, { headers: bearer });
  await ask('mia@typo.example');
  const token = await readToken(server, 'mia@typo.example');
  const before = await readMails(server, mia.email);
  expect((await ask('Mia@Example.com')).json()).toMatchObject({
    email: 'Mia@Example.com',
    pendingEmail: null,
  });
  expect((await server.request(confirmEmail, { query: { token } })).statusCode).toBe(422);
  expect(await readMails(server, mia.email)).toEqual(before);
  expect(await readMails(server, 'Mia@Example.com')).toEqual([]);
});

test('whoever has a session gets ten guesses at the password, and shuts no one out of the sign-in', async () => {
  const kim = await registerPerson(server, 'kim');
  const { bearer, user } = await signIn(server, kim);
  const byPassword = (currentPassword: string) =>
    server.request(changePassword, { body: { currentPassword, password: 'mine now' } }, { headers: bearer });
  const byEmail = (password: string) =>
    server.request(changeEmail, { body: { email: 'kim@thief.example', password } }, { headers: bearer });
  for (let count = 0; count < 5; count += 1) {
    expect((await byPassword(`guess ${count}`)).statusCode).toBe(422);
    expect((await byEmail(`guess ${count}`)).statusCode).toBe(422);
  }
  for (const answer of [await byPassword(kim.password), await byEmail(kim.password)]) {
    expect(answer.statusCode).toBe(429);
  }
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select(['action', 'message'])
    .where('domainId', '=', user.domainId)
    .where('action', 'in', ['account.confirm-refused', 'account.confirm-stopped'])
    .orderBy('action')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 10 }, () => 'account.confirm-refused'),
    'account.confirm-stopped',
  ]);
  expect(JSON.stringify(entries)).not.toContain('guess 0');
  // The owner signs in elsewhere and changes the password there.
  const elsewhere = await signIn(server, kim);
  const body = { currentPassword: kim.password, password: 'mine again' };
  expect((await server.request(changePassword, { body }, { headers: elsewhere.bearer })).statusCode).toBe(
    204,
  );
});

test('a new password ends the other sessions and not this one, and the wish for another address', async () => {
  const noa = await registerPerson(server, 'noa');
  const here = await signIn(server, noa);
  const there = await signIn(server, noa);
  const address = { email: 'noa@elsewhere.example', password: noa.password };
  await server.request(changeEmail, { body: address }, { headers: there.bearer });
  const token = await readToken(server, address.email);
  const body = { currentPassword: noa.password, password: 'another password' };
  const wrong = { body: { ...body, currentPassword: 'not the password' } };
  const refused = await server.request(changePassword, wrong, { headers: here.bearer });
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'currentPassword' }] });
  const changed = await server.request(changePassword, { body }, { headers: here.bearer });
  expect(changed.statusCode).toBe(204);

  const status = async (headers: Record<string, string>) =>
    (await server.request(getUser, {}, { headers })).statusCode;
  await expect.poll(() => status(there.bearer)).toBe(401);
  expect(await status(here.bearer)).toBe(200);
  expect((await server.request(refreshToken, {}, { headers: there.cookie })).statusCode).toBe(401);
  expect((await server.request(refreshToken, {}, { headers: here.cookie })).statusCode).toBe(200);
  expect((await server.request(login, { body: noa })).statusCode).toBe(422);
  const { user } = await signIn(server, { ...noa, password: body.password });
  expect(user).toMatchObject({ email: noa.email, pendingEmail: null });
  expect((await server.request(confirmEmail, { query: { token } })).statusCode).toBe(422);
});

test('sessions are listed with their devices, and each can be ended by its owner only', async () => {
  const uma = await registerPerson(server, 'uma');
  const phone = await signIn(server, uma, { 'user-agent': 'Phone' });
  server.clock.travel(1000);
  const desk = await signIn(server, uma, { 'user-agent': 'Desk', 'x-forwarded-for': '203.0.113.5' });
  const sessions = await server.request(listSessions, {}, { headers: desk.bearer });
  expect(sessions.json()).toMatchObject([
    { browser: 'Desk', userAgent: 'Desk', address: '203.0.113.5', isCurrent: true },
    { userAgent: 'Phone', isCurrent: false },
  ]);
  const [, onPhone] = sessions.json<{ id: string }[]>();
  const params = { id: onPhone?.id };
  const stranger = await buildUser(server.context);
  const admin = await buildUser(server.context, { isAdmin: true });
  for (const caller of [stranger, admin]) {
    expect((await server.request(endSession, { params }, { as: caller })).statusCode).toBe(404);
  }
  expect((await server.request(endSession, { params }, { headers: desk.bearer })).statusCode).toBe(204);
  expect((await server.request(endSession, { params }, { headers: desk.bearer })).statusCode).toBe(404);
  const access = async () => (await server.request(getUser, {}, { headers: phone.bearer })).statusCode;
  await expect.poll(access).toBe(401);
});

test('a caller is a user of its own domain, whatever else an id may be', async () => {
  const user = await buildUser(server.context);
  const { domainId } = await buildUser(server.context);
  const elsewhere = { ...user, domainId };
  expect(await server.call(listSessions, {}, { as: user })).toHaveLength(1);
  expect(await server.call(listSessions, {}, { as: elsewhere })).toEqual([]);
  const params = { id: user.sessionId };
  expect((await server.request(endSession, { params }, { as: elsewhere })).statusCode).toBe(403);
  for (const [endpoint, body] of [
    [getUser, undefined],
    [updateUser, { firstName: 'Nobody' }],
  ] as const) {
    const request = body === undefined ? {} : { body };
    expect((await server.request(endpoint, request, { as: elsewhere })).statusCode).toBe(401);
  }
});

test('first steps that were hidden stay so for the person, wherever they sign in, and come back', async () => {
  const user = await buildUser(server.context);
  const steps = (firstSteps: 'open' | 'hidden' | 'done') =>
    server.call(updateUser, { body: { params: { firstSteps } } }, { as: user });
  const read = async () => (await server.call(getUser, {}, { as: user })).params.firstSteps;
  expect(await read()).toBe('open');
  expect((await steps('hidden')).params).toEqual({ theme: 'system', firstSteps: 'hidden' });
  expect(await read()).toBe('hidden');
  await steps('open');
  expect(await read()).toBe('open');
  const since = { body: { startAt: '2020-01-01T00:00:00.000Z' } };
  const { logs } = await server.call(searchLog, since, { as: user });
  expect(logs.map(({ message }) => message)).toEqual(['Showed the first steps', 'Hid the first steps']);
});

test('first steps are for customers, in their first week', async () => {
  await using young = await startTestApp();
  const user = await buildUser(young.context);
  const administrator = await buildUser(young.context, { isAdmin: true });
  const read = async (as: typeof user) => (await young.call(getUser, {}, { as })).params.firstSteps;
  expect([await read(user), await read(administrator)]).toEqual(['open', 'hidden']);
  young.clock.travel(7 * 24 * 3_600_000);
  expect(await read(user)).toBe('hidden');
});

test('the profile takes names and theme, and nothing else', async () => {
  const { bearer } = await signIn(server, await registerPerson(server, 'tom'));
  const body = { firstName: ' Tommy ', isAdmin: true, roles: ['ROLE_USER'], email: 'x@example.com' };
  const patched = await server.request(updateUser, { body }, { headers: bearer });
  expect(patched.json()).toMatchObject({
    firstName: 'Tommy',
    isAdmin: false,
    roles: ['ROLE_DEV'],
    email: 'tom@example.com',
  });
  const wrong = { body: { params: { theme: 'sepia' }, firstName: '' } };
  const refused = await server.request(updateUser, wrong, { headers: bearer });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors.map(({ field }: { field: string }) => field)).toEqual([
    'firstName',
    'params.theme',
  ]);
});
