import { expect, test } from 'vitest';
import { gitDiffs } from '../test/git-diffs.ts';
import { buildSource, editSource, randomOf } from '../test/realistic-edits.ts';
import { countChanges } from './change-counts.ts';

const CASES = 300;
const LEAST_AGREEMENT = 0.99;

test.each([
  ['', '', 0, 0],
  ['', 'a\nb\n', 2, 0],
  ['a\nb\n', '', 0, 2],
  ['a\nb\nc\n', 'a\nB\nc\n', 1, 1],
  ['a\nb\n', 'b\na\n', 1, 1],
  ['a\n', 'a', 1, 1],
  ['a\nb\n', 'a\r\nb\r\n', 2, 2],
])('%j → %j is +%i −%i', (before, after, added, removed) => {
  expect(countChanges(before, after)).toEqual({ added, removed });
});

test(`counts as git diff --numstat in at least 99 % of ${CASES} realistic changes`, () => {
  const texts = Array.from({ length: CASES }, (_, seed) => {
    const random = randomOf(seed + 1);
    const before = buildSource(random);
    let after = before;
    for (let round = seed % 10; round >= 0; round--) after = editSource(random, after);
    return [before, after].map((lines) => `${lines.join('\n')}${seed % 8 === 0 ? '' : '\n'}`) as [
      string,
      string,
    ];
  });
  const changes = texts.map(([before, after]) => ({
    before: new Map([['a.js', before]]),
    after: new Map([['a.js', after]]),
  }));
  const theirs = gitDiffs(changes, ['--numstat']).map(
    (log) => /^(\d+)\t(\d+)\t/m.exec(log)?.slice(1).join(' ') ?? '0 0',
  );
  const different = texts.flatMap(([before, after], index) => {
    const { added, removed } = countChanges(before, after);
    return `${added} ${removed}` === theirs[index] ? [] : [index];
  });
  // The list first: it names the cases to look at when the share falls.
  expect(different.length / CASES > 1 - LEAST_AGREEMENT ? different : []).toEqual([]);
}, 60_000);
