import { searchAudit } from '@atrium/contract/audit/audit';
import { deleteBonus, getBonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { getPriceList, getUserPrices } from '@atrium/contract/pricing/price-list';
import {
  deletePlannedPrice,
  deletePriceRule,
  getPriceRule,
  type PriceRule,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let admin: Caller;

beforeAll(async () => {
  server = await startTestApp();
  admin = await buildUser(server.context, { isAdmin: true });
  const place = { groupName: 'Apps', address: 'http://127.0.0.1:9', registeredOn: server.clock.now() };
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
  service: 'shop',
  target: '*',
  metric,
  measure: 'COUNTER' as const,
  cents,
  units: 1000,
  ...more,
});

test('rules are found by words of what they price, and only they are counted', async () => {
  await server.call(
    savePriceRule,
    { body: rule('teapots', '1', { target: 'orders/create' }) },
    { as: admin },
  );
  await server.call(
    savePriceRule,
    { body: rule('teapots', '1', { target: 'orders/create', measure: 'TIMER' }) },
    { as: admin },
  );
  const find = async (text: string) => {
    const found = await server.call(searchPriceRules, { body: { text, size: 1 } }, { as: admin });
    return [found.totalElements, found.content.length];
  };
  expect(await find(' TEAPOT  create ')).toEqual([2, 1]);
  expect(await find('shop timer teapots')).toEqual([1, 1]);
  for (const text of ['teapots mail', 'teapots%', 'orders/create nobody']) {
    expect(await find(text), text).toEqual([0, 0]);
  }
});

test('a price changes from a day on, and days before keep theirs', async () => {
  const created = await server.call(savePriceRule, { body: rule('orders', 0.25) }, { as: admin });
  expect(created).toMatchObject({ cents: '0.25', units: 1000, startsOn: '2026-11-21' });
  const change = rule('orders', '2', { id: created.id, startsOn: '2026-12-01' });
  await server.call(savePriceRule, { body: change }, { as: admin });
  expect(await server.call(getPriceRule, { params: { id: created.id } }, { as: admin })).toMatchObject({
    cents: '0.25',
  });
  const book = await server.context.pricing.getPriceBook();
  const subject = { service: 'shop', target: 'live', metric: 'orders', measure: 'COUNTER' as const };
  expect(
    ['2026-11-20', '2026-11-21', '2026-11-30', '2026-12-01'].map((day) => book.priceOn(day, subject)?.cents),
  ).toEqual([undefined, '0.25', '0.25', '2']);

  await server.call(deletePriceRule, { params: { id: created.id } }, { as: admin });
  expect((await server.request(getPriceRule, { params: { id: created.id } }, { as: admin })).statusCode).toBe(
    404,
  );
  expect((await server.context.pricing.getPriceBook()).priceOn('2026-12-01', subject)).toBeNull();
  // A rule for the same subject can be made again, and counts from the same day.
  await server.call(savePriceRule, { body: rule('orders', '3') }, { as: admin });
  expect((await server.context.pricing.getPriceBook()).priceOn('2026-11-21', subject)?.cents).toBe('3');
});

test('a price is read from a number as small as its nine digits allow, and starts on no day that is over', async () => {
  const save = async (body: object) => {
    const { statusCode, ...answer } = await server.request(savePriceRule, { body }, { as: admin });
    return { statusCode, body: answer.json() };
  };
  for (const [cents, read] of [
    [0.0000001, '0.0000001'],
    [1.5e-8, '0.000000015'],
  ] as const)
    expect((await save(rule(`tiny-${read}`, cents))).body).toMatchObject({ cents: read });
  for (const cents of [1e-10, 1e21, -1e-7])
    expect((await save(rule('odd', cents))).statusCode, String(cents)).toBe(400);

  const past = await save(rule('past', '1', { startsOn: '2026-11-20' }));
  expect([past.statusCode, past.body.errors]).toEqual([
    400,
    [
      {
        field: 'startsOn',
        defaultMessage: 'Enter today (UTC) or a later day: days that are over keep their price.',
      },
    ],
  ]);
  // As it was read, with the day on which it started.
  const { body: made } = await save(rule('again', '1'));
  await server.context.db
    .updateTable('priceRevisions')
    .set({ startsOn: '2026-10-01' })
    .where('ruleId', '=', made.id)
    .execute();
  const started = { ...made, startsOn: '2026-10-01' };
  expect((await save({ ...started, cents: '2' })).body).toMatchObject({ cents: '2', startsOn: '2026-11-21' });
  expect((await save({ ...started, startsOn: '2026-10-02' })).statusCode).toBe(400);
});

describe('a planned price', () => {
  const save = (body: object) => server.request(savePriceRule, { body }, { as: admin });
  const get = ({ id }: { id: string }) => server.call(getPriceRule, { params: { id } }, { as: admin });
  const takeBack = (id: string, startsOn: string) =>
    server.request(deletePlannedPrice, { params: { id, startsOn } }, { as: admin });
  const priceOn = async ({ metric }: { metric: string }, day: string) =>
    (await server.context.pricing.getPriceBook()).priceOn(day, { ...rule(metric, '0'), target: '*' })?.cents;

  test('is listed beside the price in force, moves, and is taken back', async () => {
    const made: PriceRule = (await save(rule('plans', '5'))).json();
    for (const [startsOn, cents] of [
      ['2027-01-01', '99'],
      ['2026-12-12', '7'],
    ]) {
      await save(rule('plans', cents ?? '', { id: made.id, startsOn }));
    }
    const planned = [
      { cents: '7', units: 1000, startsOn: '2026-12-12' },
      { cents: '99', units: 1000, startsOn: '2027-01-01' },
    ];
    const { content } = await server.call(searchPriceRules, { body: { size: 200 } }, { as: admin });
    expect(content.find(({ id }) => id === made.id)).toEqual({ ...made, cents: '5', planned });

    const move = rule('plans', '8', { id: made.id, replaces: '2026-12-12', startsOn: '2026-12-24' });
    expect((await save(move)).json().planned).toEqual([
      { cents: '8', units: 1000, startsOn: '2026-12-24' },
      planned[1],
    ]);
    expect((await save(move)).statusCode, 'it stands on another day now').toBe(409);
    expect((await save({ ...move, metric: 'other', replaces: '2026-12-24' })).statusCode).toBe(422);

    expect((await takeBack(made.id, '2026-12-24')).statusCode).toBe(204);
    const taken = await server.call(searchAudit, { body: { what: 'pricing.takeBack' } }, { as: admin });
    expect(taken.content.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ from 12\/24\/2026$/),
    ]);
    expect((await takeBack(made.id, '2026-12-24')).statusCode).toBe(404);
    expect((await takeBack(made.id, made.startsOn)).statusCode, 'a price in force is not planned').toBe(404);
    expect(await get(made)).toEqual({ ...made, planned: [planned[1]] });
    expect(await priceOn(made, '2026-12-31')).toBe('5');
  });

  test('that is opened and saved as it was does not count before its day', async () => {
    const made: PriceRule = (await save(rule('later', '7', { startsOn: '2026-12-12' }))).json();
    expect(made).toMatchObject({ cents: '7', startsOn: '2026-12-12', planned: [{ startsOn: '2026-12-12' }] });
    await save({ ...made, replaces: made.startsOn });
    expect(await get(made)).toEqual(made);
    expect([await priceOn(made, '2026-12-11'), await priceOn(made, '2026-12-12')]).toEqual([undefined, '7']);
    const prices = await server.call(getUserPrices, {});
    expect(prices['shop']?.map(({ metric }) => metric)).not.toContain('later');

    await takeBack(made.id, '2026-12-12');
    expect((await save(rule('later', '1'))).statusCode, 'nothing is left of the rule').toBe(200);
  });

  test('stays planned when its rule gets another subject', async () => {
    const made: PriceRule = (await save(rule('named', '5'))).json();
    const startsOn = '2026-12-12';
    await save({ ...made, cents: '7', startsOn });
    const renamed: PriceRule = (await save({ ...made, metric: 'renamed', startsOn: undefined })).json();
    expect(renamed).toMatchObject({ cents: '5', planned: [{ cents: '7', startsOn }] });
    expect(await priceOn(made, startsOn)).toBeUndefined();
  });
});

test('a price in force gets another subject today, not from a later day: the days in between would be free', async () => {
  const made = await server.call(savePriceRule, { body: rule('before', '5') }, { as: admin });
  const body = rule('behind', '5', { id: made.id, startsOn: '2026-12-01' });
  const refused = await server.request(savePriceRule, { body }, { as: admin });
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'A price in force can get another service, target, metric or measure only from today on. Leave the day empty, or add a new price for that day.',
  ]);
  expect(await server.call(getPriceRule, { params: { id: made.id } }, { as: admin })).toEqual(made);
});

test('a price in force that is saved as it was keeps its day', async () => {
  const made = await server.call(savePriceRule, { body: rule('same', '5') }, { as: admin });
  const { db } = server.context;
  await db
    .updateTable('priceRevisions')
    .set({ startsOn: '2026-10-01' })
    .where('ruleId', '=', made.id)
    .execute();
  const started = { ...made, startsOn: '2026-10-01' };
  expect(await server.call(savePriceRule, { body: started }, { as: admin })).toEqual(started);
  // Changed, it counts from today: the days before are not touched.
  const changed = await server.call(savePriceRule, { body: { ...started, cents: '6' } }, { as: admin });
  expect(changed).toMatchObject({ cents: '6', startsOn: '2026-11-21' });
  const book = await server.context.pricing.getPriceBook();
  const subject = { ...rule('same', '0'), target: 'live' };
  expect(book.priceOn('2026-11-20', subject)?.cents).toBe('5');
});

test("a target's own price goes before the one for any target", async () => {
  await server.call(savePriceRule, { body: rule('calls', '5') }, { as: admin });
  await server.call(savePriceRule, { body: rule('calls', '0', { target: 'test' }) }, { as: admin });
  const book = await server.context.pricing.getPriceBook();
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

test.each(['', ' ', '1.5', '-1', 'x'])('a bonus of %j cents is refused', async (cents) => {
  const answer = await server.request(saveBonus, { body: { key: 'WELCOME', cents } }, { as: admin });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toEqual([
    { field: 'cents', defaultMessage: 'Enter a whole number of cents, 0 or more.' },
  ]);
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
  const planned = { id: '01920000-0000-7000-8000-000000000001', startsOn: '2027-01-01' };
  for (const as of [user, undefined]) {
    const answer = await server.request(deletePlannedPrice, { params: planned }, as && { as });
    expect(answer.statusCode).toBe(as ? 403 : 401);
  }
});
