import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { closeAccount } from '@atrium/contract/accounts/account-closing';
import { listCredits } from '@atrium/contract/billing/credit';
import { getVirtualCash } from '@atrium/contract/billing/usage';
import { getCustomer } from '@atrium/contract/customers/customer';
import {
  CREDIT_TO_CLOSED,
  giveCustomerCredit,
  listCustomerCredits,
} from '@atrium/contract/customers/customer-credit';
import type { Permission } from '@atrium/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { buildCustomer } from '../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let administrator: Caller;
let customer: Caller;

beforeAll(async () => {
  server = await startTestApp();
  administrator = await buildUser(server.context, { isAdmin: true, username: 'root' });
  customer = await buildUser(server.context);
});
afterAll(() => server[Symbol.asyncDispose]());

const of = ({ domainId }: Caller) => ({ params: { id: domainId } });
const give = (body: object, to = customer) =>
  server.request(giveCustomerCredit, { ...of(to), body }, { as: administrator });

test('a credit is given with a reason and a last day, as often as there is a reason', async () => {
  for (const _ of ['once', 'and again']) {
    expect((await give({ cents: 500, reason: 'Sorry for the outage' })).statusCode).toBe(200);
  }
  expect((await give({ cents: '250', reason: 'Trial', expiresOn: '2027-01-31' })).statusCode).toBe(200);
  const credits = await server.call(listCustomerCredits, of(customer), { as: administrator });
  expect(credits).toMatchObject([
    { cents: 250, leftCents: 250, reason: 'Trial', expiresOn: '2027-01-31', givenBy: 'root', isGiven: true },
    { cents: 500, leftCents: 500, usedCents: 0, expiredCents: 0, expiresOn: null },
    { cents: 500 },
  ]);
  expect(await server.call(getVirtualCash, {}, { as: customer })).toBe(1_250);
});

test('a key of the customer sees it where it may see bills, and a child user with that permission', async () => {
  const read = async (permission: Permission) => {
    const body = { label: 'k', kind: 'token' as const, permissions: [permission] };
    const { token } = await server.call(createOwnKey, { body }, { as: customer });
    const headers = { authorization: `Bearer ${token}` };
    return (await server.request(getVirtualCash, {}, { headers })).json();
  };
  expect([await read('billing.read'), await read('tests.read')]).toEqual([1_250, 0]);
  const children = [
    await buildChild(server.context, customer, ['billing.read']),
    await buildChild(server.context, customer, ['tests.read']),
  ];
  const seen = children.map((as) => server.call(getVirtualCash, {}, { as }));
  expect(await Promise.all(seen)).toEqual([1_250, 0]);
});

test('the customer sees it, without the name of who gave it', async () => {
  const [credit] = await server.call(listCredits, {}, { as: customer });
  expect(credit).toMatchObject({ cents: 250, reason: 'Trial' });
  expect(credit).not.toHaveProperty('givenBy');
});

test('administrators see that a customer has closed the account, until when it can be reopened, and give no credit', async () => {
  const closed = await buildUser(server.context, { username: 'quitter' });
  await server.call(closeAccount, { body: { username: 'quitter' } }, { as: closed });
  const shown = await server.call(getCustomer, of(closed), { as: administrator });
  const days = (Date.parse(shown.contentEndsOn ?? '') - Date.parse(shown.closedOn ?? '')) / 86_400_000;
  expect([shown.owner?.username, days]).toEqual(['quitter', 45]);
  const answer = await give({ cents: 5, reason: 'x' }, closed);
  expect([answer.statusCode, answer.json().message]).toEqual([422, CREDIT_TO_CLOSED]);
  expect(await server.call(getCustomer, of(customer), { as: administrator })).toMatchObject({
    closedOn: null,
    contentEndsOn: null,
  });
});

test('nothing else is a credit', async () => {
  const wrong = [
    { cents: 0, reason: 'x' },
    { cents: -5, reason: 'x' },
    { cents: 1.5, reason: 'x' },
    { cents: 10_000_001, reason: 'x' },
    { cents: 5, reason: ' ' },
    { cents: 5, reason: 'x', expiresOn: '2020-01-01' },
    { cents: 5, reason: 'x', expiresOn: 'never' },
  ];
  for (const body of wrong) expect((await give(body)).statusCode, JSON.stringify(body)).toBe(400);
  const answer = await server.request(
    giveCustomerCredit,
    { ...of(customer), body: { cents: 5, reason: 'x' } },
    { as: customer },
  );
  expect(answer.statusCode).toBe(403);
});

test('the ledger refuses changes, and what is left of a credit that has expired is taken once', async () => {
  const { db, billing } = server.context;
  const { caller: other } = await buildCustomer(server);
  expect((await give({ cents: 100, reason: 'Until today', expiresOn: '2027-02-10' }, other)).statusCode).toBe(
    200,
  );
  await expect(db.updateTable('creditEntries').set({ cents: 1 }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('creditEntries').execute()).rejects.toThrow('append-only');
  await billing.credits.expire('2027-02-09');
  const find = async () => (await billing.credits.list(other)).find(({ reason }) => reason === 'Until today');
  expect(await find()).toMatchObject({ leftCents: 100, expiredCents: 0 });
  await Promise.all([billing.credits.expire('2027-02-28'), billing.credits.expire('2027-02-28')]);
  expect(await find()).toMatchObject({ leftCents: 0, expiredCents: 100, usedCents: 0 });
});
