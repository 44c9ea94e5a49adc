import { logout, refreshToken } from '@atrium/contract/accounts/sign-in';
import { getUser, updateUser } from '@atrium/contract/accounts/user';
import { searchAudit } from '@atrium/contract/audit/audit';
import { createCard } from '@atrium/contract/billing/card';
import { searchCustomers } from '@atrium/contract/customers/customer';
import { actAsCustomer, stopActing } from '@atrium/contract/customers/customer-acting';
import { lockCustomer } from '@atrium/contract/customers/customer-help';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { countWaitingForLocks } from '../../test/locked-table.ts';
import {
  type Browser,
  type Person,
  refreshCookie,
  registerPerson,
  signIn,
  toBrowser,
} from '../../test/people.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { findSessionHeld } from '../accounts/sessions/session.repository.ts';
import type { Caller } from '../http/caller.ts';

const HOUR_MS = 3_600_000;

let server: TestApp;
let admin: Browser;
let administrator: Person;
let customer: Caller;
let count = 0;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  count += 1;
  administrator = await registerPerson(server, `administrator-${count}`);
  await server.context.db
    .updateTable('users')
    .set({ isAdmin: true })
    .where('username', '=', administrator.username)
    .execute();
  admin = await signIn(server, administrator);
  customer = await buildUser(server.context, { username: `customer-${count}` });
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = (to: Caller, browser = admin) =>
  server.request(
    actAsCustomer,
    { params: { id: to.domainId }, body: { userId: to.userId, reason: 'They cannot find the page' } },
    { headers: { ...browser.bearer, ...browser.cookie } },
  );

/** The page after the answer: it asks for its access token with the new cookie. */
async function continueWith(answer: Awaited<ReturnType<typeof ask>>): Promise<Browser> {
  const refreshed = await server.request(refreshToken, {}, { headers: { cookie: refreshCookie(answer) } });
  expect(refreshed.statusCode).toBe(200);
  return toBrowser(refreshed);
}

test('an administrator acts as a customer, both are named, and stopping leads back', async () => {
  const acting = await continueWith(await ask(customer));
  expect(acting.user).toMatchObject({
    userId: customer.userId,
    isAdmin: false,
    actor: `administrator-${count}`,
  });
  const claims = decodeJwt(acting.bearer.authorization.slice('Bearer '.length));
  expect(claims).toMatchObject({ sub: customer.userId, act: { sub: admin.user.userId } });
  const user = await server.request(getUser, {}, { headers: acting.bearer });
  expect(user.json()).toMatchObject({ username: `customer-${count}`, actor: `administrator-${count}` });
  await server.request(updateUser, { body: { firstName: 'Changed' } }, { headers: acting.bearer });

  const stopped = await server.request(stopActing, {}, { headers: { ...acting.bearer, ...acting.cookie } });
  expect(stopped.statusCode).toBe(204);
  // The process hears of it from the database.
  const access = async () => (await server.request(getUser, {}, { headers: acting.bearer })).statusCode;
  await expect.poll(access).toBe(401);
  const own = await continueWith(stopped);
  expect(own.user).toMatchObject({ userId: admin.user.userId, isAdmin: true });
  expect(own.user).not.toHaveProperty('actor');
  // Whoever comes back confirms again.
  expect((await ask(customer, own)).json()).toMatchObject({
    status: 403,
    details: { reason: 'CONFIRMATION_NEEDED' },
  });

  const log = await server.request(
    searchAudit,
    { body: { whom: customer.domainId } },
    { headers: own.bearer },
  );
  const names = { user: `customer-${count}`, impersonator: `administrator-${count}` };
  expect(log.json<{ content: object[] }>().content).toMatchObject([
    { action: 'customer.stop-acting', ...names },
    { action: 'account.update', ...names },
    {
      action: 'customer.act-as',
      ...names,
      message: expect.stringContaining('They cannot find the page') as string,
    },
  ]);
});

test('whoever copied the cookie from before ends the session with it, once the administrator is back', async () => {
  const acting = await continueWith(await ask(customer));
  const stopped = await server.request(stopActing, {}, { headers: { ...acting.bearer, ...acting.cookie } });
  const own = await continueWith(stopped);
  for (const { cookie } of [admin, own]) {
    expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(401);
  }
});

test('whoever signs out while they act is out, with their own session, too', async () => {
  const elsewhere = await signIn(server, administrator);
  const acting = await continueWith(await ask(customer));
  await server.request(logout, {}, { headers: acting.cookie });
  for (const { bearer, cookie } of [acting, admin]) {
    const access = async () => (await server.request(getUser, {}, { headers: bearer })).statusCode;
    await expect.poll(access).toBe(401);
    expect((await server.request(refreshToken, {}, { headers: cookie })).statusCode).toBe(401);
  }
  expect((await server.request(refreshToken, {}, { headers: elsewhere.cookie })).statusCode).toBe(200);
});

test('whoever signs out or stops while their own session is being ended does not deadlock with that', async () => {
  const { db, accounts } = server.context;
  for (const endpoint of [logout, stopActing]) {
    const own = await signIn(server, administrator);
    const acting = await continueWith(await ask(customer, own));
    const begun = await db.transaction().execute(async (transaction) => {
      await findSessionHeld(transaction, String(decodeJwt(own.bearer.authorization.slice(7))['sid']));
      const left = server.request(endpoint, {}, { headers: { ...acting.bearer, ...acting.cookie } });
      await expect.poll(() => countWaitingForLocks(db)).toBe(1);
      await accounts.sessions.endAll(transaction, own.user, 'the test ends it');
      return { left };
    });
    expect((await begun.left).statusCode).toBeLessThan(300);
    const access = async () => (await server.request(getUser, {}, { headers: acting.bearer })).statusCode;
    await expect.poll(access).toBe(401);
  }
});

test('no one begins to act while the session that they do it with ends', async () => {
  const { db, accounts } = server.context;
  const begun = await db.transaction().execute(async (transaction) => {
    await accounts.sessions.endAll(transaction, admin.user, 'the test ends it');
    const asked = ask(customer);
    await expect.poll(() => countWaitingForLocks(db)).toBe(1);
    return { asked };
  });
  expect((await begun.asked).statusCode).toBe(422);
});

test('what an administrator changes in a service as a customer is in the log, in the names of both', async () => {
  await using service = await startScriptedService('scripted', {});
  await server.context.services.register(service.address, { isReplacement: true });
  const acting = await continueWith(await ask(customer));
  const call = (headers: Record<string, string>, method: 'GET' | 'POST', path: string) =>
    server.app.inject({ method, url: `/services/scripted/${path}`, headers });
  await call(acting.bearer, 'GET', 'content/products');
  await call(acting.bearer, 'POST', 'content/products?password=secret');
  const { token } = await server.context.tokens.issueAccessToken(customer);
  await call({ authorization: `Bearer ${token}` }, 'POST', 'content/products');
  const body = { whom: customer.domainId, what: 'service.call' };
  const log = await server.request(searchAudit, { body }, { headers: admin.bearer });
  expect(log.json<{ content: object[] }>().content).toMatchObject([
    {
      message: 'Called POST /services/scripted/content/products',
      user: `customer-${count}`,
      impersonator: `administrator-${count}`,
    },
  ]);
});

test('what is only the person’s own is refused, and so is what is only for administrators', async () => {
  const acting = await continueWith(await ask(customer));
  const card = { token: 'tok', cardHolderName: 'Ada' };
  const refused = [
    server.request(createCard, { body: card }, { headers: acting.bearer }),
    server.request(searchCustomers, { body: {} }, { headers: acting.bearer }),
    ask(customer, acting),
  ];
  for (const answer of await Promise.all(refused)) expect(answer.statusCode).toBe(403);
});

test('no one acts as an administrator, as whom they are not, or as a locked customer', async () => {
  const other = await buildUser(server.context, { isAdmin: true });
  expect((await ask(other)).statusCode).toBe(422);
  expect((await ask({ ...customer, domainId: other.domainId })).statusCode).toBe(404);
  const { domainId: id } = customer;
  await server.request(lockCustomer, { params: { id }, body: { reason: 'x' } }, { headers: admin.bearer });
  expect((await ask(customer)).json()).toMatchObject({
    status: 422,
    message: expect.stringContaining('locked') as string,
  });
});

test('it is over after an hour, and with the session that opened it', async () => {
  const first = await continueWith(await ask(customer));
  server.clock.travel(HOUR_MS + 1_000);
  expect((await server.request(refreshToken, {}, { headers: first.cookie })).statusCode).toBe(401);
});

test('who is not acting has nothing to stop', async () => {
  const answer = await server.request(stopActing, {}, { headers: { ...admin.bearer, ...admin.cookie } });
  expect(answer.statusCode).toBe(422);
});
