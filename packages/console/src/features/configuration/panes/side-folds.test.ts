import { diffLinesThenWords } from '@atrium/diff/line-diff';
import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldsAround, type SideFold, unfoldSide } from './side-folds.ts';

const lines = (count: number, changes: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, line) => changes[line] ?? `line ${line}\n`).join('');
const doc = (text: string) => Text.of(text.split('\n'));

function foldsOf(left: string, right: string): SideFold[] {
  const [a, b] = [doc(left), doc(right)];
  return foldsAround(Chunk.build(a, b, { override: diffLinesThenWords }), a, b);
}
const brief = (folds: readonly SideFold[]) => folds.map(({ from, to, shift }) => [from, to, shift]);

test('all that is further than 10 lines from a change is hidden, beside each other', () => {
  const folds = foldsOf(lines(200), lines(200, { 50: 'a\nb\nc\n', 120: '' }));
  // 201 lines: the last one is empty.
  expect(brief(folds)).toEqual([
    [0, 40, 0],
    [61, 110, 2],
    [131, 201, 1],
  ]);
});

test('20 more lines from the top or the bottom, or all, on both sides alike', () => {
  const [first, middle, last] = foldsOf(lines(200), lines(200, { 50: 'a\nb\nc\n', 120: '' })) as [
    SideFold,
    SideFold,
    SideFold,
  ];
  const unfolded = (id: number, what: 'up' | 'down' | 'all') =>
    brief(unfoldSide([first, middle, last], id, what))[1];
  expect(unfolded(middle.id, 'down')).toEqual([81, 110, 2]);
  expect(unfolded(middle.id, 'up')).toEqual([61, 90, 2]);
  expect(unfolded(middle.id, 'all')).toEqual([131, 201, 1]);
  const [rest] = unfoldSide([middle], middle.id, 'down');
  expect(rest?.id).not.toBe(middle.id);
  expect(brief(unfoldSide([rest as SideFold], (rest as SideFold).id, 'all'))).toEqual([]);
});

test('a side that does not exist hides nothing', () => {
  expect(foldsOf('', lines(100))).toEqual([]);
  expect(foldsOf(lines(100), '')).toEqual([]);
});

test('what is hidden is the same on both sides, whatever they are', () => {
  const texts = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', '0123456789\n'.repeat(25)), { maxLength: 12 })
    .chain((parts) =>
      fc.tuple(fc.constant(parts.join('')), fc.constantFrom('', 'end'), fc.shuffledSubarray(parts)),
    );
  fc.assert(
    fc.property(texts, ([left, end, parts]) => {
      const right = parts.join('') + end;
      const [a, b] = [doc(left), doc(right)];
      for (const { from, to, shift } of foldsOf(left, right)) {
        const hidden = (of: Text, by: number) => of.slice(of.line(from + by + 1).from, of.line(to + by).to);
        expect(hidden(b, shift).toString()).toBe(hidden(a, 0).toString());
      }
    }),
    { numRuns: 200 },
  );
});
