import { rehearsePriceDeletion, rehearsePriceRule } from '@atrium/contract/pricing/price-rehearsal';
import { deletePriceRule, savePriceRule, searchPriceRules } from '@atrium/contract/pricing/price-rule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

let server: TestApp;
let admin: Caller;
let customers: Caller[];
let ruleId: string;
const rule = { service: 'shop', target: '*', metric: 'calls', measure: 'COUNTER' as const, units: 10 };

/** Three customers with 100, 200 and 300 calls in October; the last one also had a smaller September. */
beforeAll(async () => {
  server = await startTestApp();
  const { context, clock } = server;
  clock.travelTo('2026-08-01T09:00:00Z');
  admin = await buildUser(context, { isAdmin: true });
  customers = [];
  for (const username of ['one', 'two', 'three']) customers.push(await buildUser(context, { username }));
  ruleId = (await server.call(savePriceRule, { body: { ...rule, cents: '5' } }, { as: admin })).id;
  await server.call(savePriceRule, { body: { ...rule, metric: 'mails', cents: '1' } }, { as: admin });
  clock.travelTo('2026-11-02T09:00:00Z');
  await meter(customers[2] as Caller, 'calls', 7, '2026-09-10');
  for (const [index, customer] of customers.entries()) {
    await meter(customer, 'calls', (index + 1) * 100, '2026-10-10');
    await meter(customer, 'mails', 50, '2026-10-11');
  }
  await context.billing.monthClose.closeDueMonths();
  // Changes of prices ask for a recent sign-in.
  admin = await buildUser(context, { isAdmin: true });
});
afterAll(() => server[Symbol.asyncDispose]());

async function meter({ userId, domainId }: Caller, metric: string, quantity: number, day: string) {
  const id = server.context.random.id();
  const at = `${day}T09:00:00Z`;
  const use = { id, userId, domainId, serviceId: 'shop', metric, target: 'live', type: 'COUNTER' as const };
  await server.context.billing.intake.takeBatch(
    { serviceId: 'shop', accessKeyId: 'k' },
    { batchId: id, events: [{ ...use, quantity, at }] },
  );
}

const rehearse = (body: object) =>
  server.call(rehearsePriceRule, { body: { ...rule, cents: '5', ...body } }, { as: admin });
const cents = async (body: object) =>
  (await rehearse(body)).map(({ username, currentCents, rehearsedCents }) => [
    username,
    currentCents,
    rehearsedCents,
  ]);

test("every customer's last invoice at the new price, the largest difference first", async () => {
  const rehearsals = await rehearse({ id: ruleId, cents: '7.5' });
  expect(rehearsals[0]).toMatchObject({
    userId: customers[2]?.userId,
    username: 'three',
    invoiceId: expect.stringMatching(/^2026-\d{6}$/),
    currency: 'usd',
  });
  expect(await cents({ id: ruleId, cents: '7.5' })).toEqual([
    ['three', 155, 230],
    ['two', 105, 155],
    ['one', 55, 80],
  ]);
});

test('the same price changes nothing, and neither does a rule for what nobody uses', async () => {
  const asBilled = [
    ['one', 55, 55],
    ['three', 155, 155],
    ['two', 105, 105],
  ];
  expect(await cents({ id: ruleId })).toEqual(asBilled);
  expect(await cents({ metric: 'flights', cents: '1000' })).toEqual(asBilled);
});

test("a rule for one target goes before the one for any, and a rule's old subject is not priced any more", async () => {
  expect((await cents({ target: 'live', cents: '0' })).map(([, , after]) => after)).toEqual([5, 5, 5]);
  expect((await cents({ target: 'test', cents: '0' })).map(([, , after]) => after)).toEqual([55, 155, 105]);
  expect((await cents({ id: ruleId, metric: 'other' })).map(([, , after]) => after)).toEqual([5, 5, 5]);
});

test('without a rule its usage is free, or costs what any target does', async () => {
  const without = async (id: string) =>
    (await server.call(rehearsePriceDeletion, { params: { id } }, { as: admin })).map((row) => [
      row.username,
      row.currentCents,
      row.rehearsedCents,
    ]);
  expect(await without(ruleId)).toEqual([
    ['three', 155, 5],
    ['two', 105, 5],
    ['one', 55, 5],
  ]);
  const body = { ...rule, target: 'live', cents: '9' };
  const { id } = await server.call(savePriceRule, { body }, { as: admin });
  expect(await without(id)).toEqual([
    ['one', 55, 55],
    ['three', 155, 155],
    ['two', 105, 105],
  ]);
  await server.call(deletePriceRule, { params: { id } }, { as: admin });
  expect((await server.request(rehearsePriceDeletion, { params: { id } }, { as: admin })).statusCode).toBe(
    404,
  );
});

test('saves nothing, knows no rule that is not there, and is for administrators', async () => {
  const list = () => server.call(searchPriceRules, { body: { size: 100 } }, { as: admin });
  const before = await list();
  await rehearse({ id: ruleId, cents: '99' });
  expect(await list()).toEqual(before);
  const body = { ...rule, cents: '1' };
  const unknown = { ...body, id: '01920000-0000-7000-8000-00000000ffff' };
  expect((await server.request(rehearsePriceRule, { body: unknown }, { as: admin })).statusCode).toBe(404);
  expect((await server.request(rehearsePriceRule, { body: { cents: 'x' } }, { as: admin })).statusCode).toBe(
    400,
  );
  const [customer] = customers;
  expect((await server.request(rehearsePriceRule, { body }, { as: customer as Caller })).statusCode).toBe(
    403,
  );
});
