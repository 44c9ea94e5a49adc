import { deleteBonus, getBonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { getPriceList, getUserPrices } from '@atrium/contract/pricing/price-list';
import {
  deletePriceRule,
  getPriceRule,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let admin: Caller;

beforeAll(async () => {
  server = await startTestApp();
  admin = await buildUser(server.context, { isAdmin: true });
  const place = { group_name: 'Apps', address: 'http://127.0.0.1:9', registered_on: server.clock.now() };
  await server.context.db
    .insertInto('services')
    .values([
      { id: 'shop', name: 'Shop', ...place },
      { id: 'mail', name: 'Mail', ...place },
    ])
    .execute();
});
afterAll(() => server[Symbol.asyncDispose]());

const rule = (metric: string, cents: string | number, more: object = {}) => ({
  ...{ service: 'shop', target: '*', metric, measure: 'COUNTER' as const, cents, units: 1000 },
  ...more,
});

test('a price changes from a day on, and days before keep theirs', async () => {
  const created = await server.call(savePriceRule, { body: rule('orders', 0.25) }, { as: admin });
  expect(created).toMatchObject({ cents: '0.25', units: 1000, startsOn: '2026-11-21' });
  const change = rule('orders', '2', { id: created.id, startsOn: '2026-12-01' });
  await server.call(savePriceRule, { body: change }, { as: admin });
  expect(await server.call(getPriceRule, { params: { id: created.id } }, { as: admin })).toMatchObject({
    cents: '0.25',
  });
  const book = await server.context.pricing.loadPriceBook();
  const subject = { service: 'shop', target: 'live', metric: 'orders', measure: 'COUNTER' as const };
  expect(
    ['2026-11-20', '2026-11-21', '2026-11-30', '2026-12-01'].map((day) => book.priceOn(day, subject)?.cents),
  ).toEqual([undefined, '0.25', '0.25', '2']);

  await server.call(deletePriceRule, { params: { id: created.id } }, { as: admin });
  expect((await server.request(getPriceRule, { params: { id: created.id } }, { as: admin })).statusCode).toBe(
    404,
  );
  expect((await server.context.pricing.loadPriceBook()).priceOn('2026-12-01', subject)).toBeNull();
  // A rule for the same subject can be made again, and counts from the same day.
  await server.call(savePriceRule, { body: rule('orders', '3') }, { as: admin });
  expect((await server.context.pricing.loadPriceBook()).priceOn('2026-11-21', subject)?.cents).toBe('3');
});

test("a target's own price goes before the one for any target", async () => {
  await server.call(savePriceRule, { body: rule('calls', '5') }, { as: admin });
  await server.call(savePriceRule, { body: rule('calls', '0', { target: 'test' }) }, { as: admin });
  const book = await server.context.pricing.loadPriceBook();
  const priceOf = (target: string) =>
    book.priceOn('2026-11-21', { service: 'shop', target, metric: 'calls', measure: 'COUNTER' })?.cents;
  expect([priceOf('live'), priceOf('test')]).toEqual(['5', '0']);
});

test('a rule with another subject is another rule', async () => {
  const before = await server.call(savePriceRule, { body: rule('old', '1') }, { as: admin });
  const after = await server.call(
    savePriceRule,
    { body: rule('new', '1', { id: before.id }) },
    { as: admin },
  );
  expect(after.id).not.toBe(before.id);
  expect((await server.request(savePriceRule, { body: rule('new', '2') }, { as: admin })).statusCode).toBe(
    409,
  );
});

test('wrong values are refused, each with its field', async () => {
  const wrong = { service: ' ', target: '*', metric: 'x', measure: 'MILES', cents: '-1', units: 0 };
  const answer = await server.request(savePriceRule, { body: wrong }, { as: admin });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors.map(({ field }: { field: string }) => field)).toEqual([
    'service',
    'measure',
    'cents',
    'units',
  ]);
});

test('the price list shows every group and service, to visitors too', async () => {
  const list = await server.call(getPriceList, {});
  expect(list.map(({ group, services }) => [group, services.map(({ name }) => name)])).toContainEqual([
    'Apps',
    expect.arrayContaining(['Mail', 'Shop']),
  ]);
  const prices = await server.call(getUserPrices, {});
  expect(prices['shop']).toContainEqual({
    metric: 'calls',
    measure: 'COUNTER',
    target: '*',
    units: 1000,
    cents: '5',
  });
});

test('bonuses are kept by name', async () => {
  const bonus = await server.call(saveBonus, { body: { key: 'WELCOME', cents: 250 } }, { as: admin });
  expect(
    (await server.request(saveBonus, { body: { key: 'WELCOME', cents: 1 } }, { as: admin })).statusCode,
  ).toBe(409);
  const changed = await server.call(saveBonus, { body: { ...bonus, cents: '300' } }, { as: admin });
  expect(await server.call(getBonus, { params: { id: bonus.id } }, { as: admin })).toEqual({
    ...changed,
    cents: 300,
  });
  const { content, totalElements } = await server.call(searchBonuses, { body: { size: 50 } }, { as: admin });
  expect([content.map(({ key }) => key), totalElements]).toEqual([['CONSOLE_DISCOUNT', 'WELCOME'], 2]);
  await server.call(deleteBonus, { params: { id: bonus.id } }, { as: admin });
  expect((await server.request(getBonus, { params: { id: bonus.id } }, { as: admin })).statusCode).toBe(404);
});

test('only administrators may read or change price rules and bonuses', async () => {
  const user = await buildUser(server.context);
  for (const endpoint of [searchPriceRules, savePriceRule, searchBonuses, saveBonus]) {
    expect((await server.request(endpoint, { body: {} }, { as: user })).statusCode).toBe(403);
    expect((await server.request(endpoint, { body: {} })).statusCode).toBe(401);
  }
  for (const endpoint of [getPriceRule, deletePriceRule, getBonus, deleteBonus]) {
    const params = { id: '01920000-0000-7000-8000-000000000001' };
    expect((await server.request(endpoint, { params }, { as: user })).statusCode).toBe(403);
  }
});
