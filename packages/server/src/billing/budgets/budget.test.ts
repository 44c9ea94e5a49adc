import { searchLog } from '@atrium/contract/audit/log';
import { createBudget, deleteBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { readMails } from '../../../test/people.ts';
import { priceCalls } from '../../../test/prices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await priceCalls(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Usage that costs so many cents. */
const spend = (customer: Caller, cents: number, day?: string) =>
  meterFunctions(server.context, customer, new Map([['tea', cents]]), day === undefined ? {} : { day });

const add = (as: Caller, cents: number) => server.call(createBudget, { body: { cents } }, { as });
const list = (as: Caller) => server.call(listBudgets, {}, { as });
const check = () => server.context.billing.budgetWatch.checkAll();

/** Of mails about budgets to a person, newest first. */
async function budgetMails(person: Caller) {
  const mails = await readMails(server, `user-${person.userId}@example.com`);
  return mails.filter(({ subject }) => subject.startsWith('Budget'));
}
const subjectsTo = async (person: Caller) => (await budgetMails(person)).map(({ subject }) => subject);
const byUserId = (a: Caller, b: Caller) => (a.userId < b.userId ? -1 : 1);

test('a month that reaches a budget mails everyone who may see bills, once', async () => {
  const customer = await buildUser(server.context);
  const accountant = await buildChild(server.context, customer, ['billing.read']);
  const developer = await buildChild(server.context, customer, ['tests.run']);
  await expect(add(accountant, 10_000)).rejects.toThrow('Pay and manage billing');
  for (const cents of [10_000, 5000, 20_000]) await add(customer, cents);
  await spend(customer, 4999);
  await check();
  expect(await list(accountant)).toMatchObject([
    { cents: 5000, reachedOn: null },
    { cents: 10_000, reachedOn: null },
    { cents: 20_000, reachedOn: null },
  ]);
  // What a child user uses is paid by the customer.
  await spend(developer, 5001);
  // Several processes, and one that was killed after its work was done.
  await Promise.all([check(), check(), check()]);
  await check();
  const now = server.clock.now().toISOString();
  expect((await list(customer)).map(({ reachedOn }) => reachedOn)).toEqual([now, now, null]);
  const subjects = ['Budget of $50.00 and $100.00 reached'];
  expect(await subjectsTo(customer)).toEqual(subjects);
  expect(await subjectsTo(accountant)).toEqual(subjects);
  expect(await subjectsTo(developer)).toEqual([]);
  const [mail] = await budgetMails(customer);
  expect(mail?.text).toContain('in November 2026 has reached $100.00, before credits');
  expect(mail?.text).toContain('/console/usage');
});

test('what records a reached budget and what mails it go together', async () => {
  const customer = await buildUser(server.context);
  await add(customer, 100);
  await spend(customer, 100);
  const { db, pricing, billing } = server.context;
  const book = await pricing.getPriceBook();
  const killed = db.transaction().execute(async (transaction) => {
    await billing.budgetWatch.check(transaction, customer, { month: '2026-11', book });
    await sql`select 1 / 0`.execute(transaction);
  });
  await expect(killed).rejects.toThrow('division by zero');
  expect(await subjectsTo(customer)).toEqual([]);
  expect(await list(customer)).toMatchObject([{ reachedOn: null }]);
  await check();
  expect(await subjectsTo(customer)).toEqual(['Budget of $1.00 reached']);
});

test('budgets are added, changed and deleted, with entries in the log', async () => {
  const customer = await buildUser(server.context);
  const stranger = await buildUser(server.context);
  await spend(customer, 700);
  // Reached already: there is nothing to wait for.
  const first = await add(customer, 700);
  expect(first.reachedOn).not.toBeNull();
  const as = { as: customer };
  await expect(add(customer, 700)).rejects.toThrow('A budget of this amount already exists.');
  const params = { id: first.id };
  await expect(server.call(updateBudget, { params, body: { cents: 900 } }, { as: stranger })).rejects.toThrow(
    'answered 404',
  );
  await expect(server.call(deleteBudget, { params }, { as: stranger })).rejects.toThrow('answered 404');
  // Another amount is reached anew; the same one is not.
  await server.call(updateBudget, { params, body: { cents: 700 } }, as);
  expect(await server.call(updateBudget, { params, body: { cents: 900 } }, as)).toEqual({
    id: first.id,
    cents: 900,
    reachedOn: null,
    stops: [],
  });
  await spend(customer, 200);
  await check();
  expect(await subjectsTo(customer)).toEqual(['Budget of $9.00 reached', 'Budget of $7.00 reached']);
  await server.call(deleteBudget, { params }, as);
  expect(await list(customer)).toEqual([]);
  const { logs } = await server.call(searchLog, { body: { startAt: 0, action: 'budget' } }, as);
  expect(logs.map(({ action, message }) => [action, message])).toEqual([
    ['budget.delete', 'Deleted a budget of $9.00'],
    ['budget.update', 'Changed a budget of $7.00 to $9.00'],
    ['budget.create', 'Added a budget of $7.00'],
  ]);
  const adding = Array.from({ length: 12 }, (_, index) => add(customer, 1000 + index));
  expect((await Promise.allSettled(adding)).filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('a look that runs out of time is gone on with, so that the last customer has their turn, too', async () => {
  await using other = await startTestApp();
  await priceCalls(other);
  const customers: Caller[] = [];
  for (let index = 0; index < 5; index += 1) {
    const customer = await buildUser(other.context);
    await other.call(createBudget, { body: { cents: 500 } }, { as: customer });
    await meterFunctions(other.context, customer, new Map([['tea', 100]]));
    customers.push(customer);
  }
  const [first, last] = [customers.toSorted(byUserId).at(0), customers.toSorted(byUserId).at(-1)] as [
    Caller,
    Caller,
  ];
  await meterFunctions(other.context, last, new Map([['tea', 400]]));
  const { budgetWatch } = other.context.billing;
  /** A run with time for two customers. */
  async function run(): Promise<void> {
    let left = 2;
    const signal = {
      throwIfAborted() {
        left -= 1;
        if (left < 0) throw new Error('out of time');
      },
    };
    await budgetWatch.checkAll(signal as unknown as AbortSignal, 1).catch(() => undefined);
  }
  const subjects = async ({ userId }: Caller) =>
    (await readMails(other, `user-${userId}@example.com`)).map(({ subject }) => subject);
  for (let runs = 0; runs < 3; runs += 1) await run();
  expect(await subjects(last)).toEqual(['Budget of $5.00 reached']);
  // After the last one the first one has a turn again.
  await meterFunctions(other.context, first, new Map([['tea', 400]]));
  for (let runs = 0; runs < 3; runs += 1) await run();
  expect(await subjects(first)).toEqual(['Budget of $5.00 reached']);
});

// Last, because the clock goes on.
test('each month counts for itself, and its last minutes are not lost', async () => {
  const customer = await buildUser(server.context);
  await add(customer, 300);
  await spend(customer, 300);
  await check();
  expect(await subjectsTo(customer)).toHaveLength(1);
  const later = await buildUser(server.context);
  await add(later, 300);
  await spend(later, 300, '2026-11-21');
  const changed = await buildUser(server.context);
  const { id } = await add(changed, 900);
  await spend(changed, 300, '2026-11-21');
  const added = await buildUser(server.context);
  await spend(added, 300, '2026-11-21');
  server.clock.travel(Date.parse('2026-12-01T00:05:00Z') - server.clock.now().getTime());
  expect(await list(customer)).toMatchObject([{ reachedOn: null }]);
  await add(added, 300);
  await server.call(updateBudget, { params: { id }, body: { cents: 300 } }, { as: changed });
  await check();
  // An amount that was set in December is for December.
  for (const each of [added, changed]) {
    expect(await subjectsTo(each)).toEqual([]);
    expect(await list(each)).toMatchObject([{ reachedOn: null }]);
  }
  const [mail] = await budgetMails(later);
  expect(mail?.text).toContain('in November 2026');
  expect(await list(later)).toMatchObject([{ reachedOn: null }]);
  await spend(customer, 300, '2026-12-01');
  await check();
  await check();
  expect(await subjectsTo(customer)).toHaveLength(2);
  expect((await list(customer))[0]?.reachedOn).not.toBeNull();
  await spend(added, 300, '2026-12-01');
  await check();
  expect(await subjectsTo(added)).toHaveLength(1);
});
