import { generateKeyPairSync } from 'node:crypto';
import { createAccessKey } from '@atrium/contract/access-keys/access-key';
import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { login } from '@atrium/contract/accounts/sign-in';
import { getUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { registerPerson, signIn } from '../../../test/people.ts';
import { addAuthenticator } from '../../../test/second-factors.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { readCommand } from '../../commands/run-command.ts';
import { userCommands } from '../../commands/user.commands.ts';
import { createAdministrator } from './administrator.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function addAdministrator(username: string) {
  const { db, clock, random, audit, accounts } = server.context;
  const someone = { username, password: `password of ${username}` };
  await createAdministrator(db, { clock, random, audit, passwords: accounts.passwords }, someone);
  return someone;
}

function revoke(username: string): Promise<string> {
  const { command, operands, options } = readCommand(userCommands, ['user', 'revoke-admin', username]);
  if (!('run' in command)) throw new Error('It needs a database.');
  return command.run(server.context, operands, options);
}

const draftKey = (id: string) => {
  const { publicKey } = generateKeyPairSync('ed25519');
  return { id, key: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};

test('the last administrator stays one, and no one else is revoked', async () => {
  const last = await addAdministrator('grace');
  await expect(revoke('grace')).rejects.toThrow('grace is the last administrator.');
  const { username } = await registerPerson(server, 'hugo');
  await expect(revoke(username)).rejects.toThrow('hugo is not an administrator.');
  await expect(revoke('nobody')).rejects.toThrow('There is no user "nobody".');
  await signIn(server, last);
});

test('an administrator whose rights are taken is out, with all that signed them in, and it is in the log', async () => {
  const { db } = server.context;
  const ivan = await addAdministrator('ivan');
  const browser = await signIn(server, ivan);
  await addAuthenticator(server, browser);
  const headers = { headers: browser.bearer };
  const own = { label: 'Build', kind: 'token', permissions: ['people.read'] };
  const made = await server.request(createOwnKey, { body: own }, headers);
  const withKey = { headers: { authorization: `Bearer ${made.json().token}` } };
  expect((await server.request(getUser, {}, withKey)).statusCode).toBe(200);
  const customer = await buildUser(server.context);
  await server.request(createAccessKey, { body: draftKey('ivans-own') }, headers);
  const forCustomer = { ...draftKey('for-a-customer'), userId: customer.userId };
  expect((await server.request(createAccessKey, { body: forCustomer }, headers)).statusCode).toBe(200);

  expect(await revoke('Ivan')).toBe(
    'ivan is no longer an administrator and can no longer sign in.\nAccess keys that they stored still work: for-a-customer',
  );
  await expect.poll(async () => (await server.request(getUser, {}, headers)).statusCode).toBe(401);
  expect((await server.request(getUser, {}, withKey)).statusCode).toBe(401);
  expect((await server.request(login, { body: ivan })).statusCode).toBe(422);
  const keys = await db.selectFrom('accessKeys').select('id').where('id', 'in', ['ivans-own']).execute();
  expect(keys).toEqual([]);
  const { userId } = browser.user;
  for (const table of ['authenticators', 'recoveryCodes', 'ownKeys'] as const) {
    expect(await db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).toEqual([]);
  }
  const entry = await db
    .selectFrom('logEntries')
    .select(['userId', 'after'])
    .where('action', '=', 'account.revoke-admin')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    userId: null,
    after: { isAdmin: false, isRemoved: true, removedKeys: ['Build', 'ivans-own'] },
  });
});

test('whoever belongs to another domain is a customer from then on, with a new password', async () => {
  const person = await registerPerson(server, 'jana');
  const { db } = server.context;
  await db.updateTable('users').set({ isAdmin: true }).where('username', '=', 'jana').execute();
  const said = await revoke('jana');
  expect(said).toContain('once they have chosen a new password');
  expect((await server.request(login, { body: person })).statusCode).toBe(422);
  const left = await db
    .selectFrom('users')
    .select(['isAdmin', 'removedOn'])
    .where('username', '=', 'jana')
    .executeTakeFirst();
  expect(left).toEqual({ isAdmin: false, removedOn: null });
});
