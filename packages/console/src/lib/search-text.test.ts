import { expect, it } from 'vitest';
import { searchMatcher } from './search-text.ts';

it.each([
  ['', 'anything', true],
  ['  ', 'anything', true],
  ['ORDER', 'orders/created.js', true],
  ['/^orders/', 'Orders/created.js', true],
  ['/created$/', 'orders/created.js', false],
  ['/(/', 'orders/(.js', false],
  ['/', 'orders/created.js', true],
  ['a.c', 'abc', false],
  ['/a.c/', 'ABC', true],
])('%j on %j: %s', (search, text, isFound) => {
  expect(searchMatcher(search)(text)).toBe(isFound);
});

it('keeps no state between texts', () => {
  const matches = searchMatcher('/o/');
  expect([matches('one'), matches('one'), matches('two')]).toEqual([true, true, true]);
});
