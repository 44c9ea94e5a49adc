import { expect, test } from 'vitest';
import { similarity } from './similarity.ts';

test('shared lines count by their length', () => {
  expect(similarity('a\nb\n', 'a\nb\n')).toBe(1);
  expect(similarity('', '')).toBe(1);
  expect(similarity('', 'a')).toBe(0);
  expect(similarity('aaaa\nb\n', 'cccc\nd\n')).toBe(0);
  expect(similarity('aaaaaaa\nb\n', 'aaaaaaa\nc\n')).toBe(0.8);
});
