import { searchLog } from '@atrium/contract/audit/log';
import { createBudget, deleteBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { Notifications } from '@atrium/host/database/notifications';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { meterFunctions } from '../../../test/metered-functions.ts';
import { buildPageService, inSession } from '../../../test/page-grants.ts';
import { readMails } from '../../../test/people.ts';
import { priceCalls } from '../../../test/prices.ts';
import { type ScriptedService, startScriptedService } from '../../../test/scripted-service.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseStopped } from '../../services/stopped-functions.ts';
import { billingJobs } from '../billing.job.ts';
import { FunctionStops } from './function-stop.service.ts';

let server: TestApp;
let shop: ScriptedService;
beforeAll(async () => {
  server = await startTestApp();
  shop = await startScriptedService('shop', {});
  await server.context.services.register(shop.address);
  await priceCalls(server);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const brew: BudgetStop = { serviceId: 'shop', function: 'tea/brew' };
const all: BudgetStop = { serviceId: 'shop', function: null };
const spend = (customer: Caller, cents: number) =>
  meterFunctions(server.context, customer, new Map([['tea/brew', cents]]));
const add = (as: Caller, cents: number, stops: BudgetStop[]) =>
  server.call(createBudget, { body: { cents, stops } }, { as });
const check = () => server.context.billing.budgetWatch.checkAll();

/** What a program is told that calls a path; the service knows no function, and says so with 404. */
async function call(as: Caller, path = '/invoke/tea/brew', method: 'GET' | 'POST' = 'POST') {
  const { token } = await server.context.tokens.issueAccessToken(as);
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await server.app.inject({ method, url: `/services/shop${path}`, headers });
  return statusCode === 404 ? 'called' : `${statusCode} ${JSON.parse(body).message}`;
}

const REFUSED =
  "403 The function tea/brew is stopped by the cap of $50.00 until 12/01/2026 (UTC), because this month's usage " +
  'reached it. Anyone who can pay bills in your domain can raise or remove the cap on the page “Usage”.';

test('a cap that is reached stops what was chosen, for all whose calls it pays, and says so', async () => {
  const customer = await buildUser(server.context);
  const accountant = await buildChild(server.context, customer, ['billing.read']);
  const developer = await buildChild(server.context, customer, ['functions.invoke']);
  const stranger = await buildUser(server.context);
  await expect(add(accountant, 5000, [brew])).rejects.toThrow('Pay and manage billing');
  await add(customer, 5000, [brew, brew]);
  await spend(developer, 4999);
  await check();
  expect(await call(developer)).toBe('called');
  await spend(developer, 1);
  await check();
  // The message of the database takes a moment.
  await expect.poll(() => call(developer)).toBe(REFUSED);
  for (const path of ['/invoke/tea/brew', '/invoke/tea%2Fbrew', '//invoke//tea/brew/'])
    expect(await call(developer, path)).toBe(REFUSED);
  expect(await call(customer)).toBe(REFUSED);
  for (const path of ['/invoke/tea/serve', '/invoke/brew', '/events/tea.brewed', '/orders'])
    expect(await call(customer, path)).toBe('called');
  expect(await call(stranger)).toBe('called');

  const stops = [{ ...brew, cents: 5000, until: '2026-12-01' }];
  const list = (as: Caller) => server.call(listFunctionStops, {}, { as });
  expect(await list(developer)).toEqual(stops);
  expect(await list(stranger)).toEqual([]);
  await expect(list(accountant)).rejects.toThrow('Call functions');
  expect(await server.call(listBudgets, {}, { as: accountant })).toMatchObject([{ stops: [brew] }]);
  for (const { userId } of [customer, accountant]) {
    const [mail] = await readMails(server, `user-${userId}@example.com`);
    expect(mail?.subject).toBe('Budget of $50.00 reached: functions are stopped');
    expect(mail?.text).toContain('Calls to shop/tea/brew are refused until 12/01/2026 (UTC)');
  }
});

test('usage that arrives stops what a cap names at once, without waiting for the walk over all budgets', async () => {
  const customer = await buildUser(server.context);
  const { jobs, billing } = server.context;
  const checkCaps = () =>
    jobs.runDue(billingJobs(billing).filter(({ definition }) => definition.name === 'billing.check-cap'));
  await checkCaps();
  await add(customer, 300, []);
  await spend(customer, 10);
  expect(await checkCaps()).toBe(0);
  await add(customer, 100, [brew]);
  await spend(customer, 10);
  // One look at a time, however much arrives.
  await spend(customer, 70);
  expect(await checkCaps()).toBe(1);
  expect(await call(customer)).toBe('called');
  server.clock.travel(5_000);
  await spend(customer, 10);
  expect(await checkCaps()).toBe(1);
  await expect.poll(() => call(customer)).toMatch(/^403 .* is stopped by the cap of \$1\.00/);
  // Reached: there is nothing left to look for.
  server.clock.travel(5_000);
  await spend(customer, 10);
  expect(await checkCaps()).toBe(0);
});

test('a cap on a service stops its events and tries, too; its log can be read', async () => {
  const customer = await buildUser(server.context);
  await spend(customer, 200);
  // Reached already: it stops at once.
  await add(customer, 200, [brew, all]);
  for (const path of ['/invoke/tea/serve', '/events/tea.brewed', '/invocations'])
    expect(await call(customer, path)).toMatch(
      /^403 Every function of this service is stopped by the cap of \$2\.00/,
    );
  expect(await call(customer, '/invocations', 'GET')).toBe('called');
  expect(await call(customer, '/orders')).toBe('called');
});

test('a service is told what it must not call by an event or a try, one that is not ours without the amount', async () => {
  const customer = await buildUser(server.context);
  await spend(customer, 300);
  await add(customer, 300, [brew]);
  const toldOf = async (path: string, method?: 'GET') => {
    expect(await call(customer, path, method)).toBe('called');
    return decodeJwt(shop.tokens.at(-1) ?? '')['stops'];
  };
  const stops = [{ function: 'tea/brew', until: '2026-12-01' }];
  expect(await toldOf('/events/tea.brewed')).toEqual(stops);
  expect(await toldOf('/invocations')).toEqual(stops);
  expect(await toldOf('/invocations', 'GET')).toBeUndefined();
  const ofOthers = { serviceId: 'other', function: 'x', cents: 1, until: '2026-12-01' };
  const readStops = (id: string, isShipped: boolean) =>
    refuseStopped(
      { list: async (_, serviceId) => [ofOthers].filter((stop) => stop.serviceId === serviceId) },
      customer,
      { id, isShipped },
      '/events/e',
    );
  expect(await readStops('other', true)).toEqual([{ function: 'x', cents: 1, until: '2026-12-01' }]);
  expect(await readStops('shop', true)).toBeUndefined();
});

test('whoever may not call functions hears no amount and no name, nor does a page of a service', async () => {
  const customer = await buildUser(server.context);
  const tester = await buildChild(server.context, customer, ['tests.read']);
  await spend(customer, 400);
  await add(customer, 400, [brew]);
  expect(await call(customer)).toContain('$4.00');
  expect(await call(tester)).toMatch(/^403 This call is stopped by a cap on costs[^$]*$/);
  const { functionStops } = server.context.billing;
  const page = { ...customer, page: { serviceId: 'other' } };
  const refused = refuseStopped(functionStops, page, { id: 'shop', isShipped: true }, '/invoke/tea/brew');
  await expect(refused).rejects.toThrow(/^This call is stopped by a cap on costs/);
  const { context, app } = server;
  await buildPageService(context, 'till');
  const { token } = await context.pageGrants.create(await inSession(context, customer), {
    serviceId: 'till',
    permissions: ['functions.invoke'],
    minutes: 15,
  });
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await app.inject({ url: listFunctionStops.path, headers });
  expect([statusCode, body]).toEqual([200, '[]']);
  expect(await server.call(listFunctionStops, {}, { as: customer })).toHaveLength(1);
});

test('a name stops the function that a path of it calls, however both are written', async () => {
  const customer = await buildUser(server.context);
  await spend(customer, 500);
  const typed = ['tea/brew/', '/tea//brew', 'cafe\u0301'].map((name) => ({
    serviceId: 'shop',
    function: name,
  }));
  const { stops } = await add(customer, 500, typed);
  expect(stops).toEqual([brew, { serviceId: 'shop', function: 'caf\u00e9' }]);
  for (const path of ['/invoke/tea/brew', '/invoke/cafe%CC%81'])
    expect(await call(customer, path)).toMatch(/^403/);
  for (const [name, reason] of [
    ['/', 'cannot be the name of a function'],
    ['a\u0001b', 'without control characters'],
  ] as const)
    await expect(add(customer, 600, [{ serviceId: 'shop', function: name }])).rejects.toThrow(reason);
});

test('a mail names everything that is stopped, also by caps that were reached before', async () => {
  const customer = await buildUser(server.context);
  const serve = { serviceId: 'shop', function: 'tea/serve' };
  for (const [cents, stops] of [
    [100, [brew]],
    [200, []],
    [300, [serve]],
  ] as const)
    await add(customer, cents, [...stops]);
  const mailOf = async (cents: number) => {
    await spend(customer, cents);
    await check();
    return (await readMails(server, `user-${customer.userId}@example.com`))[0]?.text;
  };
  expect(await mailOf(100)).toContain('Calls to shop/tea/brew are refused');
  expect(await mailOf(100)).toContain('Calls to shop/tea/brew are refused');
  expect(await mailOf(100)).toContain('Calls to shop/tea/brew and shop/tea/serve are refused');
});

test('a cap that is saved as it is changes nothing, and one that stops less mails nothing', async () => {
  const customer = await buildUser(server.context);
  const as = { as: customer };
  await spend(customer, 700);
  const { id } = await add(customer, 700, [all]);
  const save = (stops: BudgetStop[]) =>
    server.call(updateBudget, { params: { id }, body: { cents: 700, stops } }, as);
  await save([all]);
  await save([brew]);
  await save([brew]);
  const { logs } = await server.call(searchLog, { body: { startAt: 0, action: 'budget' } }, as);
  expect(logs).toHaveLength(2);
  expect(await readMails(server, `user-${customer.userId}@example.com`)).toHaveLength(1);
});

test('a cap that is raised or removed lets calls through in every process, and the log says who did it', async () => {
  const customer = await buildUser(server.context);
  const { context, connection } = server;
  const notifications = new Notifications({ connection, db: context.db, log: context.log });
  const elsewhere = new FunctionStops({ ...context, notifications });
  await notifications.start();
  onTestFinished(() => notifications.stop());
  const stoppedElsewhere = async () => (await elsewhere.list(customer)).length;
  const as = { as: customer };
  await spend(customer, 5000);
  expect(await stoppedElsewhere()).toBe(0);
  const { id } = await add(customer, 5000, [brew]);
  await expect.poll(stoppedElsewhere).toBe(1);
  const params = { id };
  const raised = await server.call(updateBudget, { params, body: { cents: 6000 } }, as);
  expect(raised).toEqual({ id, cents: 6000, reachedOn: null, stops: [brew] });
  expect(await call(customer)).toBe('called');
  await expect.poll(stoppedElsewhere).toBe(0);
  await server.call(updateBudget, { params, body: { cents: 5000, stops: [brew] } }, as);
  expect(await call(customer)).toBe(REFUSED);
  await expect.poll(stoppedElsewhere).toBe(1);
  // What stops less is not reached anew, and mails nothing again.
  const lifted = await server.call(updateBudget, { params, body: { cents: 5000, stops: [] } }, as);
  expect(lifted.reachedOn).not.toBeNull();
  expect(await call(customer)).toBe('called');
  await expect.poll(stoppedElsewhere).toBe(0);
  expect(await readMails(server, `user-${customer.userId}@example.com`)).toHaveLength(2);
  await server.call(updateBudget, { params, body: { cents: 5000, stops: [brew] } }, as);
  await expect.poll(stoppedElsewhere).toBe(1);
  await server.call(deleteBudget, { params }, as);
  expect(await call(customer)).toBe('called');
  await expect.poll(stoppedElsewhere).toBe(0);
  const { logs } = await server.call(searchLog, { body: { startAt: 0, action: 'budget' } }, as);
  expect(logs.map(({ message }) => message)).toEqual([
    'Deleted a budget of $50.00 that stops shop/tea/brew',
    'Changed a budget of $50.00 to $50.00 that stops shop/tea/brew',
    'Changed a budget of $50.00 that stops shop/tea/brew to $50.00',
    'Changed a budget of $60.00 that stops shop/tea/brew to $50.00 that stops shop/tea/brew',
    'Changed a budget of $50.00 that stops shop/tea/brew to $60.00 that stops shop/tea/brew',
    'Added a budget of $50.00 that stops shop/tea/brew',
  ]);
});

test('no cap names a service that does not exist, or more functions than a service can be told of', async () => {
  const customer = await buildUser(server.context);
  const unknown = add(customer, 100, [{ serviceId: 'none', function: null }]);
  await expect(unknown).rejects.toThrow('There is no service “none”.');
  const many = Array.from({ length: 30 }, (_, index) => ({ serviceId: 'shop', function: `f${index}` }));
  await add(customer, 100, many);
  const tooMany = 'All caps together can stop 50 functions';
  await expect(add(customer, 200, many)).rejects.toThrow(tooMany);
  // A service gets them in a header, in which it is bytes that count.
  const long = [{ serviceId: 'shop', function: '茶'.repeat(600) }];
  await add(customer, 300, long);
  const longer = [{ serviceId: 'shop', function: '茶'.repeat(67) }];
  await expect(add(customer, 400, longer)).rejects.toThrow(tooMany);
});

// Last, because the clock goes on.
test('a cap ends with its month, and mails of a month that is over stop nothing', async () => {
  const [stopped, late] = [await buildUser(server.context), await buildUser(server.context)];
  for (const customer of [stopped, late]) await add(customer, 5000, [brew]);
  await spend(stopped, 5000);
  await check();
  await spend(late, 5000);
  expect(await call(stopped)).toBe(REFUSED);
  server.clock.travelTo('2026-12-01T00:00:00Z');
  expect(await call(stopped)).toBe('called');
  await check();
  const [mail] = await readMails(server, `user-${late.userId}@example.com`);
  expect(mail?.subject).toBe('Budget of $50.00 reached');
  expect(mail?.text).not.toMatch(/Nothing is stopped|are refused/);
  expect(await call(late)).toBe('called');
  expect(await server.call(listFunctionStops, {}, { as: late })).toEqual([]);
});
