import { ANY_TARGET, type Price } from '@atrium/contract/pricing/price-list';
import { TEST_TARGET } from '@atrium/contract/service-api/usage-target';
import { expect, test } from 'vitest';
import { toRows } from './price-rows.ts';

const price = (metric: string, target: string, measure: Price['measure'] = 'COUNTER'): Price => {
  return { metric, target, measure, units: 100, cents: '1' };
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
