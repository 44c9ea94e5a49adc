import type { Price } from '@atrium/contract/pricing/price-list';
import { expect, it } from 'vitest';
import { formatCost } from '../../../lib/format.ts';
import { costOfCall } from './call-cost.ts';

const price = (more: Partial<Price>): Price => ({
  metric: 'invoke',
  measure: 'COUNTER',
  target: '*',
  units: 100,
  cents: '2',
  ...more,
});

it('adds up what a call costs by each measure', () => {
  const prices = [
    price({}),
    price({ measure: 'TIMER', units: 1000, cents: '0.5' }),
    price({ metric: 'event', cents: '900' }),
  ];
  expect(costOfCall(prices, { function: 'greet', durationMs: 10.2, memoryBytes: 4096 })).toBeCloseTo(
    0.02 + 0.0055,
  );
  expect(costOfCall([], { function: 'greet', durationMs: 1, memoryBytes: 1 })).toBe(0);
});

it('takes the price of the function before that of any, and never that of tests', () => {
  const prices = [
    price({}),
    price({ target: 'orders/create', cents: '4' }),
    price({ target: 'test', cents: '0' }),
  ];
  const costOf = (name: string) => costOfCall(prices, { function: name, durationMs: 1, memoryBytes: 1 });
  expect(['orders/create', 'orders/list', 'test'].map(costOf)).toEqual([0.04, 0.02, 0.02]);
});

it('is written with two digits that mean something', () => {
  expect(formatCost(0.002345)).toBe('0.0023 cents');
  expect(formatCost(12)).toBe('12 cents');
  expect(formatCost(0)).toBe('0 cents');
  expect([99.4, 99.6, 123_456.7].map(formatCost)).toEqual(['99 cents', '$1.00', '$1,234.57']);
});
