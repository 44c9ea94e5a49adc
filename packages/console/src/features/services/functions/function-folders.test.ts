import { expect, test } from 'vitest';
import { functionFolders } from './function-folders.ts';

test('folders count the functions in them and below', () => {
  expect(functionFolders(['greet', 'orders/create', 'orders/eu/create', 'orders/eu/list'])).toEqual([
    { path: 'orders', count: 3 },
    { path: 'orders/eu', count: 2 },
  ]);
});
