import { expect, test } from 'vitest';
import { foldUnchanged } from './context.ts';
import { diffLines } from './line-diff.ts';
import { unifiedBlocks } from './unified-blocks.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}\n`);

test('ten lines of context stay around each change, the rest is folded', () => {
  const a = lines(100);
  const b = a.toSpliced(50, 1, 'x\n', 'y\n');
  expect(foldUnchanged(diffLines(a, b), a.length)).toEqual([
    { a: { from: 0, to: 40 }, b: { from: 0, to: 40 } },
    { a: { from: 61, to: 100 }, b: { from: 62, to: 101 } },
  ]);
});

test('changes close to each other share their context', () => {
  const a = lines(60);
  const b = a.with(20, 'x\n').with(40, 'y\n');
  expect(foldUnchanged(diffLines(a, b), a.length)).toHaveLength(2);
  expect(unifiedBlocks(diffLines(a, b), a, b)).toHaveLength(1);
  expect(unifiedBlocks(diffLines(a, b), a, b, 3)).toHaveLength(2);
});

test('a block numbers the lines of both sides', () => {
  const a = lines(4);
  const b = a.toSpliced(2, 1);
  const [block] = unifiedBlocks(diffLines(a, b), a, b, 1);
  expect(block?.lines).toEqual([
    { type: 'context', text: '1\n', lineA: 2, lineB: 2 },
    { type: 'removed', text: '2\n', lineA: 3 },
    { type: 'context', text: '3\n', lineA: 4, lineB: 3 },
  ]);
});

test('nothing is folded where nothing changed', () => {
  expect(foldUnchanged([], 500)).toEqual([]);
});
