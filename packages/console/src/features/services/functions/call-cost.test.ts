import type { Price } from '@atrium/contract/pricing/price-list';
import { expect, it } from 'vitest';
import { costOfCall, formatCost } from './call-cost.ts';

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
  expect(costOfCall(prices, { durationMs: 10.2, memoryBytes: 4096 })).toBeCloseTo(0.02 + 0.0055);
  expect(costOfCall([], { durationMs: 1, memoryBytes: 1 })).toBe(0);
});

it('takes the price of live calls before that of any, and never that of tests', () => {
  const prices = [price({}), price({ target: 'live', cents: '4' }), price({ target: 'test', cents: '0' })];
  expect(costOfCall(prices, { durationMs: 1, memoryBytes: 1 })).toBe(0.04);
});

it('is written with two digits that mean something', () => {
  expect(formatCost(0.002345)).toBe('0.0023 cents');
  expect(formatCost(12)).toBe('12 cents');
  expect(formatCost(0)).toBe('0 cents');
});
