import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, diffLinesThenWords, refineChange } from './line-diff.ts';
import { splitLines } from './lines.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', '', '😀', 'a b c'), { maxLength: 30 })
  .map((lines) => lines.join('\n'));

interface Change {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

function applyChanges<T>(changes: readonly Change[], a: readonly T[], b: readonly T[]): T[] {
  const out: T[] = [];
  let posA = 0;
  for (const change of changes) {
    out.push(...a.slice(posA, change.fromA), ...b.slice(change.fromB, change.toB));
    posA = change.toA;
  }
  return [...out, ...a.slice(posA)];
}

test('the hunks turn one side into the other', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const linesA = splitLines(a).lines;
      const linesB = splitLines(b).lines;
      expect(applyChanges(diffLines(linesA, linesB), linesA, linesB).join('')).toBe(b);
      const changes = diffLinesThenWords(a, b);
      expect(applyChanges(changes, a.split(''), b.split('')).join('')).toBe(b);
      expect(applyChanges(refineChange(a, b), a.split(''), b.split('')).join('')).toBe(b);
    }),
    { numRuns: 500 },
  );
}, 60_000);

test('more distinct lines than UTF-16 units are compared too', () => {
  const a = Array.from({ length: 70_000 }, (_, index) => `${index}\n`);
  const b = a.toSpliced(35_000, 2, 'new\n');
  expect(diffLines(a, b)).toEqual([{ fromA: 35_000, toA: 35_002, fromB: 35_000, toB: 35_001 }]);
});

test('an inserted block goes down as far as it can', () => {
  const a = ['f {\n', '}\n', '\n', 'g {\n', '}\n'];
  const b = ['f {\n', '}\n', '\n', 'h {\n', '}\n', '\n', 'g {\n', '}\n'];
  expect(diffLines(a, b)).toEqual([{ fromA: 3, toA: 3, fromB: 3, toB: 6 }]);
});

test('a small change inside a long line is marked as small, as a whole word', () => {
  expect(refineChange("state = 'open'; // by hand\n", "state = 'closed'; // by hand\n")).toEqual([
    { fromA: 9, toA: 13, fromB: 9, toB: 15 },
  ]);
});
