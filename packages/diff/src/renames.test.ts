import { expect, test } from 'vitest';
import { type Change, gitDiffs, type Tree } from '../test/git-diffs.ts';
import { randomOf } from '../test/realistic-edits.ts';
import { moveFiles } from '../test/realistic-moves.ts';
import { filesToCompare, findRenames, type RenameCandidate } from './renames.ts';

const CASES = 300;

/** The content serves as the checksum: it is the same where the content is the same. */
const file = (path: string, content: string): RenameCandidate => ({ path, checksum: content, content });

function onlyIn(tree: Tree, other: Tree): RenameCandidate[] {
  return [...tree].flatMap(([path, content]) => (other.has(path) ? [] : [file(path, content)]));
}

/** In git's words; with no more contents than were asked for, and the files in any order. */
function renamesOf({ before, after }: Change, limit: number): string[] {
  const [deleted, added] = [onlyIn(before, after), onlyIn(after, before)];
  const needed = filesToCompare(deleted, added, { limit });
  const isNeeded = new Set<RenameCandidate>([...needed.deleted, ...needed.added]);
  const given = (files: RenameCandidate[]) =>
    files.map((each) => (isNeeded.has(each) ? each : { ...each, content: undefined })).toReversed();
  return findRenames(given(deleted), given(added), { limit }).map(
    ({ from, to, similarityPercent }) =>
      `R${String(similarityPercent).padStart(3, '0')} ${from.path} ${to.path}`,
  );
}

test.each([1000, 3])(
  `finds git's renames, with its percentages, in ${CASES} realistic changes at a limit of %i`,
  (limit) => {
    const changes = Array.from({ length: CASES }, (_, seed) => moveFiles(randomOf(seed + 1)));
    const theirs = gitDiffs(changes, ['--name-status', '-M', `-l${limit}`]).map(
      (log) => log.match(/^R.*$/gm)?.map((line) => line.replaceAll('\t', ' ')) ?? [],
    );
    expect(changes.map((change) => renamesOf(change, limit))).toEqual(theirs);
    // Too few renames of changed files would prove little.
    expect(theirs.flat().filter((line) => !line.startsWith('R100')).length).toBeGreaterThan(CASES / 10);
  },
  60_000,
);

const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('');
const paths = (deleted: RenameCandidate[], added: RenameCandidate[], options = {}) =>
  findRenames(deleted, added, options).map(({ from, to }) => `${from.path} → ${to.path}`);

test('of files with the same content, the one of the same name is the source', () => {
  const [a, b] = [file('old/a.js', 'same'), file('old/b.js', 'same')];
  expect(paths([a, b], [file('new/b.js', 'same'), file('new/c.js', 'same')])).toEqual([
    'old/b.js → new/b.js',
    'old/a.js → new/c.js',
  ]);
});

test('a file is the source of one other only', () => {
  const content = lines('order', 20);
  const copies = [file('b.js', `${content}b\n`), file('c.js', `${content}and much of c\n`)];
  expect(paths([file('a.js', content)], copies)).toEqual(['a.js → b.js']);
});

test('the same name goes before a more alike content, but not when half of the file is another', () => {
  const content = lines('order', 20);
  const renamed = file('new/other.js', `${content}x\n`);
  const alike = file('new/a.js', content.replace('order 3\n', 'other 3\n'));
  expect(paths([file('old/a.js', content)], [renamed, alike])).toEqual(['old/a.js → new/a.js']);
  const unlike = file('new/a.js', lines('order', 10) + lines('stock', 10));
  expect(paths([file('old/a.js', content)], [renamed, unlike])).toEqual(['old/a.js → new/other.js']);
});

test('an empty file is renamed to an empty one only', () => {
  expect(paths([file('a.js', '')], [file('b.js', '')])).toEqual(['a.js → b.js']);
  expect(paths([file('a.js', '')], [file('b.js', 'b')])).toEqual([]);
  expect(paths([file('a.js', 'a')], [file('b.js', '')])).toEqual([]);
});

test('the last line counts with and without its newline', () => {
  expect(paths([file('a.js', `a\n${'x'.repeat(60)}`)], [file('b.js', `b\n${'x'.repeat(60)}`)])).toEqual([
    'a.js → b.js',
  ]);
});

test('the least percentage can be set; with 100 only the same content is a rename', () => {
  const [before, after] = [lines('order', 10), lines('order', 8) + lines('stock', 2)];
  const pair = [[file('a.js', before)], [file('b.js', after)]] as const;
  const found = (leastPercent: number) => paths([...pair[0]], [...pair[1]], { leastPercent }).length;
  expect([50, 80, 81, 100].map(found)).toEqual([1, 1, 0, 0]);
});

test('contents are needed of nothing that path and checksum explain', () => {
  const [moved, gone] = [file('old/a.js', 'a'), file('old/b.js', 'b')];
  expect(filesToCompare([moved, gone], [file('new/a.js', 'a')])).toEqual({ deleted: [], added: [] });
  const added = [file('new/a.js', 'a'), file('new/c.js', 'c')];
  expect(filesToCompare([moved, gone], added)).toEqual({ deleted: [gone], added: [added[1]] });
});

test('beyond the limit only files of the same name are compared', () => {
  const content = lines('order', 20);
  const deleted = [file('old/a.js', `${content}a\n`), file('old/b.js', `${content}b\n`)];
  const added = [file('new/a.js', `${content}A\n`), file('new/c.js', content)];
  expect(paths(deleted, added)).toEqual(['old/a.js → new/a.js', 'old/b.js → new/c.js']);
  expect(paths(deleted, added, { limit: 0 })).toEqual(['old/a.js → new/a.js']);
  expect(filesToCompare(deleted, added, { limit: 0 })).toEqual({ deleted: [deleted[0]], added: [added[0]] });
});
