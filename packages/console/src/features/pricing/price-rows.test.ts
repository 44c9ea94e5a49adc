import { ANY_TARGET, type Price } from '@atrium/contract/pricing/price-list';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { expect, test } from 'vitest';
import { listPriced, toRows } from './price-rows.ts';

const price = (metric: string, target: string, measure: Price['measure'] = 'COUNTER', cents = '1'): Price => {
  return { metric, target, measure, units: 100, cents };
};

test('prices stand by metric: what any target costs, then targets with a price of their own, then tests', () => {
  const rows = toRows([
    price('reads', ANY_TARGET),
    price('invocations', TEST_TARGET),
    price('invocations', 'orders/create'),
    price('invocations', 'a-function'),
    price('invocations', ANY_TARGET),
  ]);
  expect(rows.map(({ metric, target }) => `${metric} ${target}`)).toEqual([
    `invocations ${ANY_TARGET}`,
    'invocations a-function',
    'invocations orders/create',
    `invocations ${TEST_TARGET}`,
    `reads ${ANY_TARGET}`,
  ]);
});

test('the measures of one metric and target share a row', () => {
  const prices = [price('reads', ANY_TARGET), price('reads', ANY_TARGET, 'TIMER')];
  expect(toRows(prices)).toEqual([{ metric: 'reads', target: ANY_TARGET, prices }]);
});

test('what free tests use of other metrics has no row of its own, unless something of tests costs', () => {
  const called = [price('call', ANY_TARGET), price('call', TEST_TARGET, 'COUNTER', '0')];
  const tests = (cents: string) => price(TEST_TARGET, TEST_TARGET, 'COUNTER', cents);
  const targetsOf = (prices: Price[]) => toRows(prices).map(({ metric, target }) => `${metric} ${target}`);
  expect(targetsOf([...called, tests('0')])).toEqual([`call ${ANY_TARGET}`, 'test test']);
  expect(targetsOf([...called, tests('1')])).toEqual([`call ${ANY_TARGET}`, 'call test', 'test test']);
  // Keep the row: no other row shows that tests are free.
  expect(targetsOf(called)).toEqual([`call ${ANY_TARGET}`, 'call test']);
});

test('what has no price is not listed', () => {
  const shop = { name: 'Shop', prices: [price('reads', ANY_TARGET)] };
  const free = { name: 'Free', prices: [] };
  const groups = [
    { group: 'Some', services: [shop, free] },
    { group: 'None', services: [free] },
  ];
  expect(listPriced(groups)).toEqual([{ group: 'Some', services: [shop] }]);
});
