import { expect, test } from 'vitest';
import { foldersTo, inTreeOrder, isWithin } from './folders.ts';

test('a folder holds itself and what is below it, not what only begins with its name', () => {
  expect(['f', 'f/shop', 'f shop'].map((path) => isWithin(path, 'f'))).toEqual([true, true, false]);
  expect(foldersTo('f/shop/teas')).toEqual(['f/shop/teas', 'f/shop', 'f']);
  expect(foldersTo('')).toEqual([]);
});

test('everything below a folder follows it', () => {
  const paths = ['f-1', 'f', 'f/b', 'f b', 'f/a'].map((path) => ({ path }));
  expect(inTreeOrder(paths).map(({ path }) => path)).toEqual(['f', 'f/a', 'f/b', 'f b', 'f-1']);
});
