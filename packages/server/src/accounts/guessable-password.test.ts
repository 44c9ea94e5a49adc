import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { register } from '@atrium/contract/accounts/registration';
import { changePassword } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, readToken, registerPerson, signIn } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';

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
