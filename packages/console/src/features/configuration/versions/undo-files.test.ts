import type { ComparedFile } from '@atrium/contract/configuration/comparison';
import { expect, test } from 'vitest';
import { undoneFiles } from './undo-files.ts';

const changed = (
  filePath: string,
  before: string | null,
  after: string | null,
  oldFilePath?: string,
): ComparedFile => ({
  type: oldFilePath === undefined ? 'CHANGED' : 'MOVED',
  folderPath: '',
  name: filePath,
  filePath,
  ...(oldFilePath !== undefined && { oldFilePath }),
  before,
  after,
});

test('without later versions every file of a version is undone', () => {
  const made = [changed('a.js', '1', '2'), changed('new.js', null, '3'), changed('b.js', '4', '4', 'old.js')];
  expect(undoneFiles(made, [])).toEqual({
    undone: ['a.js', 'new.js', 'old.js', 'b.js'],
    back: [],
    overwritten: [],
  });
});

test('files that later versions changed or took back are told apart', () => {
  const made = [changed('a.js', '1', '2'), changed('b.js', '1', '2'), changed('c.js', '1', '2')];
  const since = [changed('b.js', '2', '1'), changed('c.js', '2', '3'), changed('other.js', '5', '6')];
  expect(undoneFiles(made, since)).toEqual({ undone: ['a.js'], back: ['b.js'], overwritten: ['c.js'] });
});

test('a file that moved back to its place is back', () => {
  const made = [changed('new.js', '1', '1', 'old.js')];
  const since = [changed('old.js', '1', '1', 'new.js')];
  expect(undoneFiles(made, since)).toEqual({ undone: [], back: ['old.js', 'new.js'], overwritten: [] });
});

test('a move is not undone by half where its file was moved on later', () => {
  const made = [changed('b.js', '1', '1', 'a.js')];
  const since = [changed('c.js', '1', '1', 'b.js')];
  expect(undoneFiles(made, since)).toEqual({ undone: [], back: [], overwritten: ['a.js', 'b.js'] });
});
