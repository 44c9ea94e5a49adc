import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differOnlyInLineEndings, toPlainText } from './line-endings.ts';
import { restoreLineEndings } from './restore-line-endings.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '\uFEFF'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('a text that was not edited comes back byte for byte', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(restoreLineEndings(toPlainText(original).text, original)).toBe(original);
    }),
    { numRuns: 1_000 },
  );
}, 60_000);

test('edited lines get the ending of most lines, kept lines keep theirs', () => {
  expect(restoreLineEndings('a\nnew\nb\n', 'a\r\nb\r\n')).toBe('a\r\nnew\r\nb\r\n');
  expect(restoreLineEndings('a\nnew\nb\nc\n', '\uFEFFa\r\nb\nc\r\n')).toBe('\uFEFFa\r\nnew\r\nb\nc\r\n');
});

test('a difference in line endings only is told', () => {
  expect(differOnlyInLineEndings('a\nb', 'a\r\nb')).toBe(true);
  expect(differOnlyInLineEndings('a\nb', 'a\nb')).toBe(false);
  expect(differOnlyInLineEndings('a\nb', 'a\r\nc')).toBe(false);
});
