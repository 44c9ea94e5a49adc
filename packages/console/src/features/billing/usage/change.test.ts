import { expect, it } from 'vitest';
import { formatChange } from './change.ts';

it.each([
  [124, 100, '+24%'],
  [50, 100, '-50%'],
  [100, 100, '0%'],
  [5, 0, 'new'],
  [0, 0, '–'],
  [0, 10, '-100%'],
])('%d after %d is %s', (cents, before, text) => {
  expect(formatChange(cents, before)).toBe(text);
});
