import { afterAll, expect, test } from 'vitest';
import { openGitMergeFile } from '../test/git-merge-file.ts';
import { buildSource, editSource, randomOf } from '../test/realistic-edits.ts';
import { mergeFavouring } from './favour.ts';

const CASES = 100;
const LEAST_AGREEMENT = 0.99;

const git = openGitMergeFile();
afterAll(() => git.close());

test('takes what one side changed, and conflicts from the favoured side', () => {
  const base = 'a\nb\nc\nd\ne\n';
  const local = 'A\nb\nc\nd\nlocal\n';
  const remote = 'a\nb\nC\nd\nremote\n';
  expect(mergeFavouring('local', base, local, remote)).toBe('A\nb\nC\nd\nlocal\n');
  expect(mergeFavouring('remote', base, local, remote)).toBe('A\nb\nC\nd\nremote\n');
});

test('without a base the favoured side is taken whole', () => {
  expect(mergeFavouring('local', null, 'a\nb\n', 'a\nc\n')).toBe('a\nb\n');
  expect(mergeFavouring('remote', null, 'a\nb\n', 'a\nc\nd')).toBe('a\nc\nd');
});

test('line endings and a missing last newline stay as their side has them', () => {
  expect(mergeFavouring('local', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC')).toBe('A\r\nb\r\nC');
  expect(mergeFavouring('local', 'a\nb', 'a\nB', 'a\nbb\n')).toBe('a\nB');
  expect(mergeFavouring('remote', 'a\nb', 'a\nB', 'a\nbb\n')).toBe('a\nbb\n');
});

test('other line endings or a byte order mark alone make no conflict; the favoured side has its own', () => {
  const base = 'a\nb\nc\nd\ne\n';
  const local = '\uFEFFA\r\nb\r\nc\r\nd\r\nlocal\r\n';
  const remote = 'a\nb\nC\nd\nremote\n';
  expect(mergeFavouring('local', base, local, remote)).toBe('\uFEFFA\r\nb\r\nC\r\nd\r\nlocal\r\n');
  expect(mergeFavouring('remote', base, local, remote)).toBe('A\nb\nC\nd\nremote\n');
  // A favoured side of one line has no endings, but its own mark or none.
  expect(mergeFavouring('local', '\uFEFFx', '\uFEFFy', 'x\r\nz\r\n')).toBe('\uFEFFy');
  expect(mergeFavouring('local', 'x', 'y', '\uFEFFx\r\nz\r\n')).toBe('y');
  // Without a base the favoured side is taken whole, as it is.
  expect(mergeFavouring('local', null, local, remote)).toBe(local);
  expect(mergeFavouring('remote', null, local, remote)).toBe(remote);
});

test(`agrees with git merge-file --ours and --theirs in at least 99 % of ${CASES} realistic merges`, () => {
  const different: number[] = [];
  for (let seed = 1; seed <= CASES; seed++) {
    const random = randomOf(seed);
    const base = buildSource(random);
    const sides = [base, editSource(random, base), editSource(random, base)].map(
      (lines) => lines.join('\n') + (seed % 8 === 0 ? '' : '\n'),
    ) as [string, string, string];
    const favoured = seed % 2 === 0 ? 'local' : 'remote';
    if (mergeFavouring(favoured, ...sides) !== git.mergeFavouring(favoured, ...sides)) different.push(seed);
  }
  expect(different.length / CASES > 1 - LEAST_AGREEMENT ? different : []).toEqual([]);
}, 120_000);
