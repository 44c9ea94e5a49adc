import { expect, test } from 'vitest';
import { halfOf, numbersOf } from './processors.ts';

test.each([
  ['', []],
  ['3', [3]],
  ['0-1', [0, 1]],
  ['0-2,5,8-9', [0, 1, 2, 5, 8, 9]],
])('the list %j of processors is read', (list, numbers) => {
  expect(numbersOf(list)).toEqual(numbers);
});

test.each([
  [[], []],
  [[0], [0]],
  [[0, 1], [1]],
  [
    [0, 1, 2],
    [1, 2],
  ],
  [
    [4, 5, 6, 7],
    [6, 7],
  ],
])('of the processors %j slow calls get %j', (all, half) => {
  expect(halfOf(all)).toEqual(half);
});
