import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { forgotPassword } from '@atrium/contract/accounts/password';
import { login, refreshToken } from '@atrium/contract/accounts/sign-in';
import { getUser } from '@atrium/contract/accounts/user';
import { searchAudit } from '@atrium/contract/audit/audit';
import { getCustomer, listCustomerSessions } from '@atrium/contract/customers/customer';
import {
  endCustomerSessions,
  lockCustomer,
  sendCustomerReset,
  unlockCustomer,
} from '@atrium/contract/customers/customer-help';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { type Browser, type Person, readMails, registerPerson, signIn } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { findCaller } from '../accounts/people/caller.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let administrator: Caller;
let person: Person;
let id: string;
let userId: string;
let count = 0;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  administrator = await buildUser(server.context, { isAdmin: true });
  count += 1;
  person = await registerPerson(server, `customer-${count}`);
  ({
    user: { domainId: id, userId },
  } = await signIn(server, person));
});
afterAll(() => server[Symbol.asyncDispose]());

const as = () => ({ as: administrator });

/** The process hears of it from the database. */
const expectEnded = ({ bearer }: Browser) =>
  expect.poll(async () => (await server.request(getUser, {}, { headers: bearer })).statusCode).toBe(401);

const lock = () => server.call(lockCustomer, { params: { id }, body: { reason: 'Stolen card' } }, as());
const actions = async () =>
  (await server.call(searchAudit, { body: { whom: id, what: 'customer' } }, as())).content.map(
    ({ action }) => action,
  );

test('a locked customer is out at once, and whoever knows the password is told', async () => {
  const browser = await signIn(server, person);
  expect(await lock()).toMatchObject({ id, lockedBecause: 'Stolen card' });
  await expectEnded(browser);
  expect((await server.request(refreshToken, {}, { headers: browser.cookie })).statusCode).toBe(401);
  const { username, password } = person;
  const answer = await server.request(login, { body: { username, password } });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    422,
    'This account is locked. Please contact the operator of this platform.',
  ]);
  const guess = await server.request(login, { body: { username, password: 'wrong' } });
  expect(guess.json<{ message: string }>().message).toBe('Wrong username or password.');
  // Access keys, and what runs on their behalf.
  const { db, accounts } = server.context;
  expect(await findCaller({ db, permissions: accounts.permissions }, userId)).toBeUndefined();
  expect(await server.call(listCustomerSessions, { params: { id } }, as())).toEqual([]);
});

test('after unlocking everything works as before', async () => {
  await lock();
  expect(await server.call(unlockCustomer, { params: { id } }, as())).toMatchObject({ lockedOn: null });
  const browser = await signIn(server, person);
  expect((await server.request(getUser, {}, { headers: browser.bearer })).statusCode).toBe(200);
  expect(await actions()).toEqual(['customer.unlock', 'customer.lock']);
  await server.call(unlockCustomer, { params: { id } }, as());
  expect(await actions()).toHaveLength(2);
});

test('a session that begins while the customer is being locked or closed does not survive it', async () => {
  const { db, accounts, clock } = server.context;
  const start = () => db.transaction().execute((transaction) => accounts.locks.requireOpen(transaction, id));
  await lock();
  await expect(start()).rejects.toThrow('This account is locked.');
  const closedOn = clock.now();
  await db.updateTable('domains').set({ closedOn, contentEndsOn: closedOn }).where('id', '=', id).execute();
  await expect(start()).rejects.toThrow('This domain was closed by its owner.');
});

test('administrators cannot be locked out, and customers lock no one', async () => {
  const body = { reason: 'No reason' };
  const own = { params: { id: administrator.domainId }, body };
  expect((await server.request(lockCustomer, own, as())).statusCode).toBe(422);
  const customer = await buildUser(server.context);
  const calls = [
    server.request(lockCustomer, { params: { id }, body }, { as: customer }),
    server.request(unlockCustomer, { params: { id } }, { as: customer }),
    server.request(endCustomerSessions, { params: { id }, body: {} }, { as: customer }),
    server.request(sendCustomerReset, { params: { id }, body: { userId } }, { as: customer }),
  ];
  for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(403);
  expect(await server.call(getCustomer, { params: { id } }, as())).toMatchObject({ lockedOn: null });
});

test('sessions are ended, one or all', async () => {
  const browser = await signIn(server, person);
  const sessions = await server.call(listCustomerSessions, { params: { id } }, as());
  expect(sessions).toHaveLength(2);
  const body = { sessionId: sessions[1]?.id };
  expect(await server.call(endCustomerSessions, { params: { id }, body }, as())).toEqual({ ended: 1 });
  expect((await server.request(getUser, {}, { headers: browser.bearer })).statusCode).toBe(200);
  expect(await server.call(endCustomerSessions, { params: { id }, body: {} }, as())).toEqual({ ended: 1 });
  await expectEnded(browser);
  expect(await actions()).toEqual(['customer.end-sessions', 'customer.end-sessions']);
});

test('a reset is sent to one of the people, and to no stranger', async () => {
  await server.call(sendCustomerReset, { params: { id }, body: { userId } }, as());
  const [mail] = await readMails(server, person.email);
  expect(mail?.text).toMatch(/\/console\/reset\?token=/);
  expect(await actions()).toEqual(['customer.send-reset']);
  const stranger = { params: { id }, body: { userId: administrator.userId } };
  expect((await server.request(sendCustomerReset, stranger, as())).statusCode).toBe(404);
  await server.call(forgotPassword, { body: { email: person.email } });
  expect((await server.call(listDevelopmentMails, {})).length).toBeGreaterThan(0);
});
