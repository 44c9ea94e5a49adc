import { describe, expect, test } from 'vitest';
import type { TreeEntry } from '../providers/git/tree.ts';
import { findServiceChanges } from './push-changes.ts';

const tree = (files: Record<string, string>, mode = '100644'): TreeEntry[] =>
  Object.entries(files).map(([path, blobId]) => ({ path, blobId, mode }));
const live = (files: Record<string, string>) => new Map(Object.entries(files));

describe('what a push would do', () => {
  test('writes what differs, removes configuration that is not live, and nothing else', () => {
    const remote = tree({
      's/a/same.js': '1',
      's/a/old.js': '2',
      's/a/gone.js': '3',
      's/a/notes.md': '4',
      'x/a/b.js': '5',
    });
    const changes = findServiceChanges(
      's',
      remote,
      live({ 'a/same.js': '1', 'a/old.js': '9', 'a/new.js': '8' }),
      null,
    );
    expect([...changes.write]).toEqual([
      ['a/old.js', '100644'],
      ['a/new.js', '100644'],
    ]);
    expect(changes.remove).toEqual(['s/a/gone.js']);
  });

  test('keeps the mode of an executable file', () => {
    const changes = findServiceChanges(
      's',
      tree({ 's/a/b.js': '1' }, '100755'),
      live({ 'a/b.js': '2' }),
      null,
    );
    expect([...changes.write]).toEqual([['a/b.js', '100755']]);
  });

  test.each([
    ['a symbolic link', tree({ 's/a/b.js': '1' }, '120000')],
    ['a submodule', tree({ 's/a/b.js': '1' }, '160000')],
    ['a file in place of a folder', tree({ 's/a': '1' })],
    ['a folder in place of the file', tree({ 's/a/b.js/c.txt': '1' })],
    ['a file in place of the service', tree({ s: '1' })],
  ])('refuses %s in the way', (_what, entries) => {
    expect(() => findServiceChanges('s', entries, live({ 'a/b.js': '2' }), null)).toThrow(
      /stands in the way/,
    );
  });
});

describe('where nothing was ever exchanged', () => {
  const mine = live({ 'a/one.js': '1', 'a/two.js': '2' });

  test.each([
    ['differs', { 's/a/one.js': '7' }, 'a/one.js'],
    ['is only there', { 's/a/one.js': '1', 's/a/theirs.js': '3' }, 'a/theirs.js'],
  ])('configuration that %s is never overwritten or removed', (_what, files, named) => {
    expect(() => findServiceChanges('s', tree(files), mine, undefined)).toThrow(
      `The remote has configuration that was never pulled: ${named}. Pull and merge first, then push again.`,
    );
  });

  test('what is the same, what is no configuration and other services do not keep a push back', () => {
    const remote = tree({ 's/a/one.js': '1', 's/a/notes.md': '3', 'x/a/one.js': '4' });
    expect(findServiceChanges('s', remote, mine, undefined)).toEqual({
      write: new Map([['a/two.js', '100644']]),
      remove: [],
    });
  });
});

describe('since the last exchange', () => {
  const base = { 'a/one.js': '1', 'a/two.js': '2' };

  test('own changes go out', () => {
    const remote = tree({ 's/a/one.js': '1', 's/a/two.js': '2' });
    const changes = findServiceChanges('s', remote, live({ 'a/one.js': '11' }), base);
    expect([...changes.write.keys()]).toEqual(['a/one.js']);
    expect(changes.remove).toEqual(['s/a/two.js']);
  });

  test.each([
    ['changed', { 's/a/one.js': '7', 's/a/two.js': '2' }],
    ['added', { 's/a/one.js': '1', 's/a/two.js': '2', 's/a/three.js': '3' }],
    ['removed', { 's/a/two.js': '2' }],
  ])('a file that somebody else %s stops the push', (_what, files) => {
    expect(() => findServiceChanges('s', tree(files), live(base), base)).toThrow(
      /The remote moved since the last pull/,
    );
  });

  test('the same change on both sides does not', () => {
    const remote = tree({ 's/a/one.js': '7', 's/a/two.js': '2' });
    const changes = findServiceChanges('s', remote, live({ 'a/one.js': '7', 'a/two.js': '2' }), base);
    expect(changes).toEqual({ write: new Map(), remove: [] });
  });
});
