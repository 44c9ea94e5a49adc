import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, readToken } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const sent = (site: string, mode: string, dest: string, more: Record<string, string> = {}) => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
  ...more,
});

test.each([
  ['a picture on a page of another site', sent('cross-site', 'no-cors', 'image')],
  ['a picture on a page here', sent('same-origin', 'no-cors', 'image')],
  ['a script', sent('cross-site', 'no-cors', 'script')],
  ['a frame', sent('cross-site', 'navigate', 'iframe')],
  ['a call of another site', sent('cross-site', 'cors', 'empty')],
  ['a call of another host of this site', sent('same-site', 'no-cors', 'empty')],
  ['a link that is fetched ahead', sent('none', 'navigate', 'document', { 'sec-purpose': 'prefetch' })],
])('%s uses up no link of a mail, which opens afterwards', async (what, headers) => {
  const someone = person(what.replaceAll(' ', '-'));
  await server.call(register, { body: someone });
  const query = { token: await readToken(server, someone.email) };
  expect((await server.request(confirmEmail, { query }, { headers })).statusCode).toBe(403);
  const url = `${confirmEmail.path}?token=${query.token}`;
  expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(403);
  await server.call(confirmEmail, { query });
});

test.each([
  ['the console', sent('same-origin', 'cors', 'empty')],
  ['a mail program', sent('none', 'navigate', 'document')],
  ['a mailbox on the web', sent('cross-site', 'navigate', 'document')],
])('a link of a mail opens from %s', async (from, headers) => {
  const someone = person(from.replaceAll(' ', '-'));
  await server.call(register, { body: someone });
  const query = { token: await readToken(server, someone.email) };
  expect((await server.request(confirmEmail, { query }, { headers })).statusCode).toBe(200);
});
