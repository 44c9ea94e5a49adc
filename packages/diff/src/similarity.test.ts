import { expect, test } from 'vitest';
import { similarity } from './similarity.ts';

test('shared lines count by their length, wherever they stand', () => {
  expect(similarity('a\nb\n', 'a\nb\n')).toBe(1);
  expect(similarity('', '')).toBe(1);
  expect(similarity('', 'a')).toBe(0);
  expect(similarity('aaaa\nb\n', 'cccc\nd\n')).toBe(0);
  expect(similarity('aaaaaaa\nb\n', 'aaaaaaa\nc\n')).toBe(0.8);
  expect(similarity('first\nsecond\n', 'second\nfirst\n')).toBe(1);
});

test('of other line endings only their bytes differ', () => {
  expect(similarity('aaaa\nbbbb\n', 'aaaa\r\nbbbb\r\n')).toBe(10 / 12);
});

test('a long line is compared in pieces, and sizes are in bytes', () => {
  const start = 'x'.repeat(64);
  expect(similarity(`${start}1\n`, `${start}22\n`)).toBeCloseTo(64 / 67, 4);
  expect(similarity('ää\nb\n', 'ää\nc\n')).toBeCloseTo(5 / 7, 4);
});
