import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { expect, test } from 'vitest';
import { changeOf } from './file-change.ts';
import { toHistoryLines } from './history-lines.ts';
import { historyTexts } from './history-text.ts';

const version = (number: number, author: string | null, path = 'functions/a.js') =>
  ({ version: number, author, place: filePlaceOf(path) }) as HistoryVersion;

test('each line has its version, and the first of a stretch is marked', () => {
  const history = {
    content: 'one\r\ntwo\nthree',
    versions: [version(4, 'ada'), version(1, null)],
    stretches: [
      { lines: 2, version: 1 },
      { lines: 1, version: 4 },
    ],
  } as FileHistory;
  expect(
    toHistoryLines(history).map((line) => [line.number, line.text, line.version.version, line.isFirst]),
  ).toEqual([
    [1, 'one', 1, true],
    [2, 'two', 1, false],
    [3, 'three', 4, true],
  ]);
});

test('what it tells, where the file was, and where it ends', () => {
  expect(historyTexts({ versions: [], isWhole: true })).toEqual([]);
  expect(historyTexts({ versions: [version(3, 'ada')], isWhole: true })).toEqual([
    'It has not changed since version 3.',
  ]);
  const versions = [version(9, 'ada'), version(7, 'bo'), version(5, 'ada', 'functions/old.js')];
  expect(historyTexts({ versions, isWhole: false })).toEqual([
    '3 versions by 2 authors changed it.',
    'Before version 7 it was functions/old.js.',
    'Lines of version 5 may be older. Earlier versions are no longer kept, or there are too many to compare.',
  ]);
});

test('the oldest version that is kept does not count as one that changed the file', () => {
  const kept = (number: number) => ({ ...version(number, 'bo'), parent: null });
  const first = (versions: HistoryVersion[]) => historyTexts({ versions, isWhole: false })[0];
  expect(first([version(9, 'ada'), version(7, 'ada'), kept(5)])).toBe('2 versions by one author changed it.');
  expect(first([version(9, 'ada'), kept(5)])).toBe('One version has changed it since version 5.');
  expect(first([kept(5)])).toBe('It has not changed since version 5.');
});

test('what a version changed lies between it and its parent, where it is known what was before', () => {
  const made = (number: number, path: string) => ({ ...version(number, 'ada', path), parent: number - 1 });
  const versions = [made(9, 'functions/a.js'), made(7, 'functions/old.js')];
  expect(changeOf({ versions, isWhole: true }, 9)).toEqual({
    file: { before: 'functions/old.js', after: 'functions/a.js' },
    versions: { from: 8, to: 9 },
  });
  expect(changeOf({ versions, isWhole: true }, 7)?.file).toEqual({ before: null, after: 'functions/old.js' });
  expect(changeOf({ versions, isWhole: false }, 7)).toBeUndefined();
  expect(changeOf({ versions: [{ ...version(1, null), parent: null }], isWhole: true }, 1)).toBeUndefined();
});
