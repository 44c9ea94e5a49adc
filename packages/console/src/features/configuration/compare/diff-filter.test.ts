import { expect, test } from 'vitest';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { type Chip, chipFilter, countChips } from './diff-filter.ts';

const files = sampleFiles({
  base: { 'f/here.js': '1', 'f/git.js': '1', 'f/both.js': '1' },
  local: { 'f/here.js': '2', 'f/git.js': '1', 'f/both.js': '2', 'f/same.js': '1' },
  remote: { 'f/here.js': '1', 'f/git.js': '2', 'f/both.js': '3', 'f/fresh.js': '1', 'f/same.js': '1' },
  conflicts: { 'f/both.js': 1 },
});

test('each chip tells how many files it has', () => {
  const counts = { HERE: 1, GIT: 2, BOTH: 1, CHANGED: 3, NEW: 1, CONFLICT: 1 };
  expect(Object.fromEntries(countChips([files, []], 0))).toEqual(counts);
});

test.each<[Chip[], string[]]>([
  [[], ['both.js', 'fresh.js', 'git.js', 'here.js', 'same.js']],
  [['GIT'], ['fresh.js', 'git.js']],
  [
    ['GIT', 'HERE'],
    ['fresh.js', 'git.js', 'here.js'],
  ],
  [['GIT', 'CHANGED'], ['git.js']],
  [['CONFLICT'], ['both.js']],
  [['OPEN'], ['both.js']],
])('%j', (chips, names) => {
  const rows = files.map((file) => ({ file })).filter(chipFilter(new Set(chips), new Set(['f/both.js'])));
  expect(rows.map(({ file }) => file.name)).toEqual(names);
});

test('hidden metadata that has a chip shows its source', () => {
  const [both, fresh] = files as [(typeof files)[0], (typeof files)[0]];
  const hasChips = chipFilter(new Set<Chip>(['NEW']), new Set());
  expect([{ file: both, metadata: fresh }, { file: both }].map(hasChips)).toEqual([true, false]);
});
