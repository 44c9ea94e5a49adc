import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { login } from '@atrium/contract/accounts/sign-in';
import { changeEmail } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, readMails, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('every wrong field is named, not only the first', async () => {
  const body = { username: ' ', firstName: '', lastName: '  ', email: 'no address', password: 'short' };
  const answer = await server.request(register, { body });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    status: 400,
    errors: expect.arrayContaining([
      { field: 'username', defaultMessage: 'Please enter a username.' },
      { field: 'firstName', defaultMessage: 'Please enter a first name.' },
      { field: 'lastName', defaultMessage: 'Please enter a last name, or a dash if there is none.' },
      { field: 'email', defaultMessage: 'Please enter a valid e-mail address.' },
      { field: 'password', defaultMessage: 'Use at least 8 characters.' },
    ]),
  });
});

test.each([
  { username: 'a@b' },
  { username: 'with space' },
  { username: 'x'.repeat(65) },
  { email: `${'x'.repeat(250)}@example.com` },
  { email: 'two@example.com,other@example.com' },
  { email: 'line@example.com\r\nBcc: other@example.com' },
  { firstName: 'Tab\tbed' },
  { password: 'x'.repeat(201) },
  { password: undefined },
])('refuses $username$email$firstName$password', async (wrong) => {
  const answer = await server.request(register, { body: { ...person('careful'), ...wrong } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toMatchObject([{ field: Object.keys(wrong)[0] }]);
});

test('a taken username is said, in any case of letters, and nothing is kept', async () => {
  await registerPerson(server, 'taken');
  const body = { ...person('TAKEN'), email: 'other@example.com' };
  const answer = await server.request(register, { body });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    errors: [{ field: 'username', defaultMessage: 'This username is taken. Please choose another one.' }],
  });
  expect(await readMails(server, 'other@example.com')).toEqual([]);
});

test('a taken address answers as a free one, and its owner gets a mail without a link to confirm', async () => {
  const owner = await registerPerson(server, 'owner');
  server.clock.travel(1000);
  const intruder = { ...person('intruder'), email: 'Owner@Example.com' };
  const taken = await server.request(register, { body: intruder });
  expect(taken.statusCode).toBe(200);
  expect(taken.json()).toEqual({ email: 'Owner@Example.com' });

  const [mail] = await readMails(server, owner.email);
  expect(mail).toMatchObject({ subject: 'You already have an account' });
  expect(mail?.text).not.toContain('token=');
  expect(mail?.text).not.toContain('intruder');

  // From outside both accounts look alike in all that follows.
  const free = person('newcomer');
  await server.call(register, { body: free });
  for (const body of [intruder, free]) {
    const answer = await server.request(login, { body });
    expect(answer.json()).toMatchObject({ status: 422, details: { reason: 'EMAIL_NOT_CONFIRMED' } });
    const byEmail = await server.request(login, { body: { ...body, username: body.email } });
    expect(byEmail.json()).toMatchObject({ status: 422, details: { reason: 'EMAIL_NOT_CONFIRMED' } });
    expect((await server.request(register, { body })).json().errors).toMatchObject([{ field: 'username' }]);
  }
  expect((await signIn(server, { ...owner, username: owner.email })).user.username).toBe('owner');
});

test('of two that wait for the same address, the first to confirm gets it', async () => {
  const first = { ...person('first'), email: 'shared@example.com' };
  const second = { ...person('second'), email: 'shared@example.com' };
  await server.call(register, { body: first });
  const firstToken = await readToken(server, first.email);
  server.clock.travel(1000);
  await server.call(register, { body: second });
  const secondToken = await readToken(server, second.email);
  await server.call(confirmEmail, { query: { token: secondToken } });
  const late = await server.request(confirmEmail, { query: { token: firstToken } });
  expect(late.statusCode).toBe(422);
  expect(late.json().message).toBe('This e-mail address is already used by another account.');
});

test('a confirmation link lives 24 hours and works once, even for two clicks at the same time', async () => {
  const late = person('late');
  await server.call(register, { body: late });
  const expired = await readToken(server, late.email);
  server.clock.travel(24 * 3_600_000 + 1000);
  expect((await server.request(confirmEmail, { query: { token: expired } })).statusCode).toBe(422);

  const quick = person('quick');
  await server.call(register, { body: quick });
  const token = await readToken(server, quick.email);
  const clicks = await Promise.all([1, 2, 3].map(() => server.request(confirmEmail, { query: { token } })));
  expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(clicks.filter((click) => click.json().isRepeated !== true)).toHaveLength(1);
});

test('a confirmation link that is opened again finds the address confirmed, until that is another one', async () => {
  const scanned = person('scanned');
  await server.call(register, { body: scanned });
  const token = await readToken(server, scanned.email);
  await server.call(confirmEmail, { query: { token } });
  server.clock.travel(2 * 24 * 3_600_000);
  const again = await server.request(confirmEmail, { query: { token } });
  expect(again.json()).toEqual({ email: scanned.email, isRepeated: true });

  const { bearer } = await signIn(server, scanned);
  await server.request(
    changeEmail,
    { body: { email: 'moved@example.com', password: scanned.password } },
    { headers: bearer },
  );
  const moved = await readToken(server, 'moved@example.com');
  await server.call(confirmEmail, { query: { token: moved } });
  expect((await server.request(confirmEmail, { query: { token } })).statusCode).toBe(422);
});
