import { expect, test } from 'vitest';
import { suggestCombination } from './combine.ts';

test('changes in different words of a line are combined', () => {
  expect(
    suggestCombination('const a = call(x, 1);\n', 'const b = call(x, 1);\n', 'const a = call(x, 2);\n'),
  ).toBe('const b = call(x, 2);\n');
});

test('changes of the same word cannot be combined', () => {
  expect(suggestCombination('limit = 10;\n', 'limit = 20;\n', 'limit = 30;\n')).toBeUndefined();
});

test('nothing is suggested that is only one of the sides', () => {
  expect(suggestCombination('a b\n', 'a c\n', 'a c\n')).toBeUndefined();
  expect(suggestCombination('a b\n', 'a b\n', 'a c\n')).toBeUndefined();
});

test('nothing is suggested for very long conflicts', () => {
  const long = 'word '.repeat(6_000);
  expect(suggestCombination(`${long}a`, `${long}b`, `x${long}a`)).toBeUndefined();
});
