import { expect, it } from 'vitest';
import { filesDigest } from './files-digest.ts';

const a = '0'.repeat(40);
const b = '1'.repeat(40);

it('depends on paths and contents, and not on their order', () => {
  const files = new Map([
    ['functions/a.js', a],
    ['functions/b.js', b],
  ]);
  const digest = filesDigest(files);
  expect(digest).toBe('704cc73e934b5b7a04dd337f3e8ebf8f76cc3835606269dfb495caa251e68fd1');
  expect(filesDigest([...files].reverse())).toBe(digest);
  expect(filesDigest([...files].slice(1))).not.toBe(digest);
  expect(filesDigest(files.set('functions/b.js', a))).not.toBe(digest);
});

it('sorts as UTF-8 does, which other languages do by themselves', () => {
  // JavaScript would put the second one first: it compares halves of surrogate pairs.
  const files = new Map([
    ['\u{1f600}', a],
    ['\uffee', a],
  ]);
  expect(filesDigest(files)).toBe('b70ad1bc4333dfedf6eeabe3b9edb1982ddea6d503443b4eafe839a3fe658961');
});
