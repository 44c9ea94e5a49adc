import { updateUser } from '@atrium/contract/accounts/user';
import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import {
  getCustomer,
  getCustomerPayments,
  getCustomerUsage,
  listCustomerInvoices,
  listCustomerPeople,
  listCustomerSessions,
  searchCustomers,
} from '@atrium/contract/customers/customer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { buildCustomer, buildInvoice } from '../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let administrator: Caller;
let ada: Caller;
let child: Caller;
let customer: Caller;
let invoiceId: string;

beforeAll(async () => {
  server = await startTestApp();
  administrator = await buildUser(server.context, { isAdmin: true, username: 'root' });
  ada = await buildUser(server.context, { username: 'ada.lindqvist' });
  child = await buildChild(server.context, ada, [], { username: 'bo_of_ada' });
  ({ caller: customer } = await buildCustomer(server));
  invoiceId = await buildInvoice(server, customer, { cents: 250 });
});
afterAll(() => server[Symbol.asyncDispose]());

const search = (body: object) => server.call(searchCustomers, { body }, { as: administrator });
const idsOf = async (text: string) => (await search({ text })).content.map(({ id }) => id);
const of = ({ domainId }: Caller) => ({ params: { id: domainId } });
const as = () => ({ as: administrator });

test('a customer is found by the beginnings of words, whatever their case and order', async () => {
  for (const text of ['ada.lindqvist', 'LINDQ', 'lindqvist ada', 'ada.lindqvist@example.com', 'bo_of']) {
    expect(await idsOf(text), text).toEqual([ada.domainId]);
  }
  for (const text of ['indqvist', 'ada nobody', "'", '%', 'lindqvist:* | x', '\\']) {
    expect(await idsOf(text), text).not.toContain(text === "'" ? 'x' : ada.domainId);
  }
  expect(await idsOf('example.com')).toHaveLength(3);
});

test('the words follow a change of the name, with and without accents', async () => {
  await server.call(
    updateUser,
    { body: { firstName: 'Émile', lastName: 'O’Brien-Ängström' } },
    { as: customer },
  );
  expect(await idsOf('emile angstrom')).toEqual([customer.domainId]);
  expect(await idsOf('Émile Ängström')).toEqual([customer.domainId]);
  await server.call(updateUser, { body: { firstName: 'Ada', lastName: 'Lovelace' } }, { as: customer });
  expect(await idsOf('emile')).toEqual([]);
});

test.each([
  ['Jörg', 'Großmann', ['jorg', 'grossmann', 'GROßMANN', 'jörg großmann']],
  ['Łukasz', 'Wałęsa', ['lukasz', 'walesa', 'Łukasz']],
  ['Đặng', 'Øystein', ['dang', 'oystein', 'øystein đặng']],
  ['Işıl', 'Þórðardóttir', ['isil', 'thordardottir']],
  ['Sæbjörn', 'Œuvray', ['saebjorn', 'oeuvray']],
  ['Ada', 'O’Neill', ['neill', 'oneill', "o'neill", 'o’neill', 'ada o`neill']],
  ['Ada', 'ONeill', ['oneill', "o'neill"]],
])('%s %s is found on the telephone', async (firstName, lastName, texts) => {
  await server.call(updateUser, { body: { firstName, lastName } }, { as: customer });
  for (const text of texts) expect(await idsOf(text), text).toEqual([customer.domainId]);
});

test('so it is by an invoice, a card and an id', async () => {
  const { cards } = await server.call(getCustomerPayments, of(customer), as());
  const last4 = cards[0]?.last4 ?? '';
  for (const text of [`test-${invoiceId}`, invoiceId, last4, `**** **** **** ${last4}`, customer.userId]) {
    expect(await idsOf(text), text).toEqual([customer.domainId]);
  }
  expect(await idsOf(ada.domainId.toUpperCase())).toEqual([ada.domainId]);
  expect(await idsOf(child.userId)).toEqual([ada.domainId]);
});

test('pages follow each other without gaps or repetitions', async () => {
  const all = (await search({})).content.map(({ id }) => id);
  const seen: string[] = [];
  let after: Awaited<ReturnType<typeof search>>['next'] | undefined;
  do {
    const page = await search({ size: 1, ...(after && { after }) });
    seen.push(...page.content.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(seen).toEqual(all);
  expect(new Set(seen).size).toBe(all.length);
});

test('a customer has usage, invoices, payments, people and sessions', async () => {
  await server.call(payInvoice, { params: { id: invoiceId }, query: {} }, { as: customer });
  const second = await buildInvoice(server, customer, { cents: 300, month: '2026-11' });
  expect(await server.call(getCustomer, of(customer), as())).toMatchObject({
    id: customer.domainId,
    owner: { userId: customer.userId },
    hasAdministrator: false,
    unpaidInvoices: 1,
    overdueInvoices: 0,
    overdueSince: null,
  });
  const { dueDate } = await server.call(getInvoice, { params: { id: second } }, { as: customer });
  const late = Date.parse(dueDate) + 86_400_000 - server.clock.now().getTime();
  server.clock.travel(late);
  expect(await server.call(getCustomer, of(customer), as())).toMatchObject({
    unpaidInvoices: 1,
    overdueInvoices: 1,
    overdueSince: dueDate,
  });
  server.clock.travel(-late);
  expect(await server.call(getCustomerUsage, of(customer), as())).toEqual({
    grandTotalCents: 0,
    services: [],
  });
  const invoices = await server.call(listCustomerInvoices, of(customer), as());
  expect(invoices.map(({ id, paid }) => [id, paid])).toEqual([
    [second, false],
    [invoiceId, true],
  ]);
  expect(await server.call(getCustomerPayments, of(customer), as())).toMatchObject({
    cards: [{ defaultCard: true }],
    payments: [
      {
        invoiceId: `test-${invoiceId}`,
        amountCents: 250,
        status: 'succeeded',
        error: null,
        isAutomatic: false,
      },
    ],
  });
  const people = await server.call(listCustomerPeople, of(ada), as());
  expect(people.map(({ username, isOwner }) => [username, isOwner])).toEqual([
    ['ada.lindqvist', true],
    ['bo_of_ada', false],
  ]);
  const sessions = await server.call(listCustomerSessions, of(ada), as());
  expect(sessions.map(({ username }) => username).sort()).toEqual(['ada.lindqvist', 'bo_of_ada']);
  expect(await server.call(getCustomer, of(administrator), as())).toMatchObject({ hasAdministrator: true });
});

test('what does not exist is not found, and nothing is told to customers', async () => {
  const unknown = { params: { id: '019aa000-0000-7000-8000-000000000000' } };
  const endpoints = [
    getCustomer,
    getCustomerUsage,
    listCustomerInvoices,
    getCustomerPayments,
    listCustomerPeople,
    listCustomerSessions,
  ];
  for (const endpoint of endpoints) {
    expect((await server.request(endpoint, unknown, as())).statusCode).toBe(404);
    expect((await server.request(endpoint, of(ada), { as: ada })).statusCode).toBe(403);
  }
  expect((await server.request(searchCustomers, { body: {} }, { as: ada })).statusCode).toBe(403);
});
