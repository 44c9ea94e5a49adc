import { expect, test } from 'vitest';
import { findMarker } from './merge-counts.ts';

test('a conflict marker left in the text is found with its line', () => {
  expect(findMarker('a\n<<<<<<< local\nb\n=======\nc\n>>>>>>> remote\n', 'a\n')).toBe(2);
  expect(findMarker('a\nb\n||||||| base\n', 'a\n')).toBe(3);
  expect(findMarker('a\n>>>>>>>\n', 'a\n')).toBe(2);
});

test('a line that only looks like one is none', () => {
  expect(findMarker('/*\nTotals\n=======\n*/\n', '')).toBeUndefined();
  expect(findMarker(' <<<<<<< x\n<<<<<<<x\n<<<<<<<< x\n', '')).toBeUndefined();
});

test('a marker that local had before the merge is no leftover of it', () => {
  const local = 'const help = `\n<<<<<<< ours\n`;\n';
  expect(findMarker(`${local}more\n`, local)).toBeUndefined();
  expect(findMarker(`${local}>>>>>>> theirs\n`, local)).toBe(4);
});

test('the markers of a draft are leftovers on whatever side it stands', () => {
  const draft = 'a\n<<<<<<< local\nb\n=======\nc\n>>>>>>> remote\n';
  expect(findMarker(draft, draft)).toBe(2);
});
