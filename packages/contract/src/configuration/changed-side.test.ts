import { expect, test } from 'vitest';
import type { BaseFiles } from './bases.ts';
import { changedSideOf, isMove, knownBase } from './changed-side.ts';
import { compareFiles } from './compare-files.ts';

const file = (path: string, checksum: string) => {
  const cut = path.lastIndexOf('/');
  return { folderPath: path.slice(0, cut), name: path.slice(cut + 1), checksum };
};

/** Base as the server returns it, from the last exchange and the current remote. */
function baseOf(exchanged: Record<string, string>, remote: Record<string, string>): BaseFiles {
  return {
    changed: Object.fromEntries(Object.entries(exchanged).filter(([path, sum]) => remote[path] !== sum)),
    added: Object.keys(remote).filter((path) => !(path in exchanged)),
    kept: [],
  };
}

type Sides = [base: string | null, local: string | null, remote: string | null];

const only = (place: string, checksum: string | null): Record<string, string> =>
  checksum === null ? {} : { [place]: checksum };

test.each<[type: string, sides: Sides, expected: string]>([
  ['CHANGED', ['1', '2', '1'], 'HERE'],
  ['CHANGED', ['1', '1', '2'], 'GIT'],
  ['CHANGED', ['1', '2', '3'], 'BOTH'],
  // Both added it.
  ['CHANGED', [null, '1', '2'], 'BOTH'],
  ['NEW', [null, null, '1'], 'GIT'],
  ['NEW', ['1', null, '1'], 'HERE'],
  ['NEW', ['1', null, '2'], 'BOTH'],
  ['DELETED', [null, '1', null], 'HERE'],
  ['DELETED', ['1', '1', null], 'GIT'],
  ['DELETED', ['1', '2', null], 'BOTH'],
])('%s with base, local and remote %j: %s', (type, [base, local, remote], expected) => {
  const [exchanged, here, there] = [base, local, remote].map((sum) => only('f/a.js', sum));
  const list = (files = {}) => Object.entries<string>(files).map(([path, sum]) => file(path, sum));
  const [found] = compareFiles(list(here), list(there));
  expect(found?.type).toBe(type);
  if (!found) return;
  const known = knownBase(baseOf(exchanged ?? {}, there ?? {}));
  expect(changedSideOf(found, known)).toEqual({ side: expected, base: base ?? undefined });
  expect(changedSideOf(found, undefined)).toEqual({ side: 'UNKNOWN' });
});

test.each<[exchanged: Record<string, string>, sums: [string, string], movedBy: string, side: string]>([
  [{ 'f/a.js': '1' }, ['1', '1'], 'GIT', 'GIT'],
  [{ 'f/a.js': '1' }, ['1', '2'], 'GIT', 'GIT'],
  [{ 'f/a.js': '1' }, ['2', '1'], 'GIT', 'BOTH'],
  [{ 'f/a.js': '1' }, ['2', '3'], 'GIT', 'BOTH'],
  [{ 'g/b.js': '1' }, ['1', '1'], 'HERE', 'HERE'],
  [{ 'g/b.js': '1' }, ['2', '1'], 'HERE', 'HERE'],
  [{ 'g/b.js': '1' }, ['1', '2'], 'HERE', 'BOTH'],
  [{ 'g/b.js': '1' }, ['2', '3'], 'HERE', 'BOTH'],
  // Both moved it from a third place, or both places were there before.
  [{ 'h/c.js': '1' }, ['1', '1'], 'BOTH', 'BOTH'],
  [{ 'f/a.js': '1', 'g/b.js': '1' }, ['1', '1'], 'BOTH', 'BOTH'],
])('MOVED with %j before and now %j: moved by %s, changed by %s', (exchanged, [mine, theirs], by, side) => {
  const [here, there] = [file('f/a.js', mine), file('g/b.js', theirs)];
  const [found] = compareFiles([here], [there], [[here, there]]);
  expect(found?.type).toBe('MOVED');
  if (!found) return;
  const sided = changedSideOf(found, knownBase(baseOf(exchanged, { 'g/b.js': theirs })));
  expect([sided.movedBy, sided.side]).toEqual([by, side]);
  expect(changedSideOf(found, undefined)).toMatchObject({ side: 'UNKNOWN', movedBy: 'UNKNOWN' });
});

test.each<[exchanged: string[], expected: boolean]>([
  [['f/a.js'], true],
  [['g/b.js'], true],
  [['f/a.js', 'g/b.js'], false],
  [['h/c.js'], false],
])('files alike at f/a.js here and g/b.js in git, with %j before: one file %s', (exchanged, expected) => {
  const base = baseOf(Object.fromEntries(exchanged.map((path) => [path, '1'])), { 'g/b.js': '1' });
  expect(isMove(knownBase(base), 'f/a.js', 'g/b.js')).toBe(expected);
});

test('a file moved onto another one has the base that the remote answers with: that of its place', () => {
  const [here, there] = [file('f/a.js', '1'), file('g/b.js', '1')];
  const [found] = compareFiles([here], [there], [[here, there]]);
  if (!found) throw new Error('They are compared.');
  const base = knownBase(baseOf({ 'f/a.js': '1', 'g/b.js': '2' }, { 'g/b.js': '1' }));
  expect(changedSideOf(found, base)).toEqual({ side: 'BOTH', movedBy: 'BOTH', base: '2' });
});
