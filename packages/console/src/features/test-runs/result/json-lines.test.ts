import { expect, test } from 'vitest';
import { foldsAround, toJsonLines, visibleLines } from './json-lines.ts';

const value = { a: [1, 'two', null], empty: {}, 'odd "key"': { deep: true } };
const lines = toJsonLines(value);

test('lines are those of printed JSON', () => {
  const printed = lines.map(({ depth, key, text }) => '  '.repeat(depth) + key + text).join('\n');
  expect(printed).toBe(JSON.stringify(value, null, 2));
});

test('of a folded value only the first line shows', () => {
  const list = lines.findIndex(({ key }) => key === '"a": ');
  expect(lines[list]).toMatchObject({ size: 3, endsAt: list + 4 });
  expect(visibleLines(lines, new Set([list]))).toEqual([0, 1, 6, 7, 8, 9, 10]);
  expect(visibleLines(lines, new Set([0]))).toEqual([0]);
});

test('a line inside folds opens them', () => {
  expect(foldsAround(lines, new Set([0, 1, 7]), 3)).toEqual([0, 1]);
  expect(foldsAround(lines, new Set([1]), 1)).toEqual([]);
});
