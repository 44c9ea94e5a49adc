import { expect, test } from 'vitest';
import { searchFilter } from './search-filter.ts';

const file = { name: 'CreateOrder.meta.js', folderPath: 'functions/Shop' };

test.each([
  ['', true],
  ['  ', true],
  ['createorder', true],
  ['SHOP', true],
  ['functions/shop', true],
  ['invoice', false],
  ['/^create.*js$/', true],
  ['/shop$/', true],
  ['/^order/', false],
  ['/(/', false],
  ['//', true],
  ['.meta', true],
  ['create.rder', false],
])('%j', (text, isFound) => {
  expect(searchFilter(text)(file)).toBe(isFound);
});
