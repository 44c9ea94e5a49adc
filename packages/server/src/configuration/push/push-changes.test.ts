import { describe, expect, test } from 'vitest';
import type { TreeEntry } from '../../providers/git/reading/tree.ts';
import { type FileChange, findMovedMetadata, findServiceChanges, readRemoteFolder } from './push-changes.ts';

const tree = (files: Record<string, string>, mode = '100644'): TreeEntry[] =>
  Object.entries(files).map(([path, blobId]) => ({ path, blobId, mode }));
const live = (files: Record<string, string>) => new Map(Object.entries(files));

const service = { id: 's', name: 'Service' };
const find = (
  entries: readonly TreeEntry[],
  files: Record<string, string>,
  base: Record<string, string> | undefined,
) => findServiceChanges(readRemoteFolder(service, entries), live(files), base).changes;
const summaries = (changes: FileChange[]) =>
  changes.map(({ change, path, mode }) => [change, path, mode].join(' ')).toSorted();

describe('what a push would do', () => {
  test('writes what differs, removes configuration that is not live, and nothing else', () => {
    const remote = tree({
      's/a/same.js': '1',
      's/a/old.js': '2',
      's/a/gone.js': '3',
      's/a/notes.md': '4',
      'x/a/b.js': '5',
    });
    const changes = find(
      remote,
      { 'a/same.js': '1', 'a/old.js': '9', 'a/new.js': '8' },
      { 'a/same.js': '1', 'a/old.js': '2', 'a/gone.js': '3' },
    );
    expect(summaries(changes)).toEqual([
      'ADDED s/a/new.js 100644',
      'CHANGED s/a/old.js 100644',
      'DELETED s/a/gone.js 100644',
    ]);
  });

  test('keeps the mode of an executable file', () => {
    const changes = find(tree({ 's/a/b.js': '1' }, '100755'), { 'a/b.js': '2' }, { 'a/b.js': '1' });
    expect(summaries(changes)).toEqual(['CHANGED s/a/b.js 100755']);
  });

  test.each([
    ['a symbolic link', tree({ 's/a/b.js': '1' }, '120000')],
    ['a submodule', tree({ 's/a/b.js': '1' }, '160000')],
    ['a file in place of a folder', tree({ 's/a': '1' })],
    ['a folder in place of the file', tree({ 's/a/b.js/c.txt': '1' })],
    ['a file in place of the service', tree({ s: '1' })],
    ['one of two names that are one', tree({ 's/a/b.js': '1', 's/a/B.js': '1' })],
  ])('refuses %s in the way', (_what, entries) => {
    expect(() => find(entries, { 'a/b.js': '2' }, undefined)).toThrow(
      /exists in the repository, but a pull leaves it out/,
    );
  });

  test('leaves alone what a pull leaves out', () => {
    const twins = tree({ 's/a/x.js': '1', 's/a/X.js': '2', 's/a/$x.js': '3' });
    expect(find(twins, { 'a/y.js': '1' }, {})).toMatchObject([{ change: 'ADDED', path: 's/a/y.js' }]);
  });
});

describe('names that the repository spells in another Unicode form', () => {
  // Spelling of macOS; the live configuration has one character for `é`.
  const respelled = tree({ 's/cafe\u0301/the\u0301.js': '1', 's/cafe\u0301/gone\u0301.js': '2' });
  const base = { 'caf\u00e9/th\u00e9.js': '1', 'caf\u00e9/gon\u00e9.js': '2' };

  test('keep their spelling when they are written, removed or get a neighbour', () => {
    const changes = find(
      respelled,
      { 'caf\u00e9/th\u00e9.js': '3', 'caf\u00e9/\u00e9tude.js': '4', 'caf\u00e9/d\u00e9/x.js': '5' },
      base,
    );
    expect(summaries(changes)).toEqual([
      'ADDED s/cafe\u0301/d\u00e9/x.js 100644',
      'ADDED s/cafe\u0301/\u00e9tude.js 100644',
      'CHANGED s/cafe\u0301/the\u0301.js 100644',
      'DELETED s/cafe\u0301/gone\u0301.js 100644',
    ]);
  });

  test('are the same file', () => {
    expect(find(respelled, base, base)).toEqual([]);
  });

  test('are left alone where both forms are there', () => {
    const twins = tree({ 's/a/the\u0301.js': '1', 's/a/th\u00e9.js': '2' });
    expect(find(twins, { 'a/x.js': '1' }, {})).toMatchObject([{ change: 'ADDED', path: 's/a/x.js' }]);
  });
});

describe('where nothing was ever exchanged', () => {
  const mine = { 'a/one.js': '1', 'a/two.js': '2' };

  test.each([
    ['differs', { 's/a/one.js': '7' }, 'a/one.js'],
    ['is only there', { 's/a/one.js': '1', 's/a/theirs.js': '3' }, 'a/theirs.js'],
  ])('configuration that %s is never overwritten or removed', (_what, files, named) => {
    expect(() => find(tree(files), mine, undefined)).toThrow(
      `The remote has configuration that was never pulled: ${named}. Pull and merge first, then push again.`,
    );
  });

  test('what is the same, what is no configuration and other services do not keep a push back', () => {
    const remote = tree({ 's/a/one.js': '1', 's/a/notes.md': '3', 'x/a/one.js': '4' });
    expect(summaries(find(remote, mine, undefined))).toEqual(['ADDED s/a/two.js 100644']);
  });
});

describe('since the last exchange', () => {
  const base = { 'a/one.js': '1', 'a/two.js': '2' };

  test('own changes go out', () => {
    const remote = tree({ 's/a/one.js': '1', 's/a/two.js': '2' });
    expect(summaries(find(remote, { 'a/one.js': '11' }, base))).toEqual([
      'CHANGED s/a/one.js 100644',
      'DELETED s/a/two.js 100644',
    ]);
  });

  test.each([
    ['changed', { 's/a/one.js': '7', 's/a/two.js': '2' }],
    ['added', { 's/a/one.js': '1', 's/a/two.js': '2', 's/a/three.js': '3' }],
    ['removed', { 's/a/two.js': '2' }],
  ])('a file that somebody else %s stops the push', (_what, files) => {
    expect(() => find(tree(files), base, base)).toThrow(/The remote has changed since the last pull/);
  });

  test('the same change on both sides does not', () => {
    const remote = tree({ 's/a/one.js': '7', 's/a/two.js': '2' });
    expect(find(remote, { 'a/one.js': '7', 'a/two.js': '2' }, base)).toEqual([]);
  });
});

describe('a push that keeps changes of git', () => {
  const base = { 'a/one.js': '1', 'a/two.js': '2', 'a/three.js': '3', 'a/four.js': '4' };
  const mine = { 'a/one.js': '11', 'a/two.js': '2', 'a/three.js': '3', 'a/four.js': '4' };
  const inGit = { 's/a/one.js': '1', 's/a/two.js': '22', 's/a/four.js': '4', 's/a/five.js': '5' };
  const keep = (remote: Record<string, string>, files: Record<string, string>) =>
    findServiceChanges(readRemoteFolder(service, tree(remote)), live(files), base, { isKept: true });

  test('writes its own files only: changed, new and removed ones of git stay', () => {
    const { changes, isBehind } = keep(inGit, mine);
    expect(summaries(changes)).toEqual(['CHANGED s/a/one.js 100644']);
    expect(isBehind).toBe(true);
    expect(
      keep({ 's/a/one.js': '1', 's/a/two.js': '2', 's/a/three.js': '3', 's/a/four.js': '4' }, mine),
    ).toEqual({
      changes: [expect.objectContaining({ filePath: 'a/one.js' })],
      isBehind: false,
    });
  });

  test.each([
    ['changed', { ...mine, 'a/two.js': '23' }, 'a/two.js'],
    ['removed', { 'a/one.js': '1', 'a/three.js': '3', 'a/four.js': '4' }, 'a/two.js'],
    ['added', { ...mine, 'a/five.js': '55' }, 'a/five.js'],
    ['kept although git removed it', { ...mine, 'a/three.js': '33' }, 'a/three.js'],
  ])('refuses a file of git that was %s here, and names no other one', (_what, files, path) => {
    expect(() => keep(inGit, files)).toThrow(`since the last pull: ${path}. Pull and merge first`);
  });

  test('refuses everything where nothing was ever exchanged', () => {
    const folder = readRemoteFolder(service, tree(inGit));
    expect(() => findServiceChanges(folder, live(mine), undefined, { isKept: true })).toThrow(
      /was never pulled/,
    );
  });
});

test('metadata that both sides have, and that only the remote changed, may count as the same', () => {
  const folder = readRemoteFolder(
    service,
    tree({ 's/a/one.meta.js': '7', 's/a/two.meta.js': '2', 's/a/one.js': '7' }),
  );
  const mine = live({ 'a/one.meta.js': '1', 'a/two.meta.js': '22', 'a/one.js': '7' });
  const base = { 'a/one.meta.js': '1', 'a/two.meta.js': '2', 'a/one.js': '7' };
  const moved = findMovedMetadata(folder, mine, base);
  expect([...moved]).toEqual([['a/one.meta.js', '7']]);
  expect(() => findServiceChanges(folder, mine, base)).toThrow(
    'The remote has changed since the last pull: a/one.meta.js.',
  );
  // Own changes go out; what counts as the same stays as it is.
  const { changes } = findServiceChanges(folder, mine, base, { untouched: new Set(moved.keys()) });
  expect(summaries(changes)).toEqual(['CHANGED s/a/two.meta.js 100644']);
});
