import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { login } from '@atrium/contract/accounts/sign-in';
import { changePassword } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, readToken, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const refusal = {
  status: 422,
  errors: [
    { field: 'password', defaultMessage: 'This password is easy to guess. Please choose another one.' },
  ],
};

test('a password that is guessed first is refused with the same words wherever one is chosen', async () => {
  const olga = await registerPerson(server, 'olga.long-name');
  const { bearer } = await signIn(server, olga);
  await server.call(forgotPassword, { body: { email: olga.email } });
  const token = await readToken(server, olga.email);
  const guessable = [
    'password',
    'PassWord1',
    'qwertyuiop',
    '12345678',
    'aaaaaaaa',
    'OLGA.long-name',
    olga.email,
    'Atrium-2026!',
    '2026example',
    '>>olga.long-name<<',
  ];
  for (const password of guessable) {
    const body = { ...person('olga.long-name'), password };
    expect((await server.request(register, { body })).json()).toMatchObject(refusal);
    expect((await server.request(resetPassword, { body: { token, password } })).json()).toMatchObject(
      refusal,
    );
    const change = { body: { currentPassword: olga.password, password } };
    expect((await server.request(changePassword, change, { headers: bearer })).json()).toMatchObject(refusal);
  }
  // A refusal does not use the link up, and what a password is made of does not matter.
  const body = { token, password: 'lowercase and spaces' };
  expect((await server.request(resetPassword, { body })).statusCode).toBe(204);
});

test('a password counts as it was typed, of up to 200 characters', async () => {
  for (const [name, password] of Object.entries({
    spaces: '  Spaces around, and CASE  ',
    long: `${'long '.repeat(39)}words`,
    signs: 'ünïcødé 🔑🔑🔑!',
    digits: '83749261',
  })) {
    const someone = { ...person(name), password };
    await server.call(register, { body: someone });
    await server.call(confirmEmail, { query: { token: await readToken(server, someone.email) } });
    for (const wrong of [password.trim(), password.toLowerCase(), password.slice(0, -1)]) {
      if (wrong === password) continue;
      const guess = { body: { username: name, password: wrong } };
      expect((await server.request(login, guess)).statusCode, wrong).toBe(422);
    }
    expect((await signIn(server, someone)).user.username).toBe(name);
  }
});
