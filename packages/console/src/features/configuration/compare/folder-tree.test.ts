import { expect, test } from 'vitest';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { folderTree } from './folder-tree.ts';
import { foldersOf } from './shown-folders.ts';

test('folders count what changed in them and below, each before what lies in it', () => {
  const changed = sampleFiles({
    local: { 'f/a.js': '1', 'f/shop/b.js': '1', 'f shop/c.js': '1' },
    remote: { 'f/a.js': '2', 'f/shop/new.js': '1', 'f shop/c.js': '2' },
    moved: {},
  });
  expect(folderTree(changed)).toEqual([
    { path: 'f', added: 1, changed: 1, removed: 1 },
    { path: 'f/shop', added: 1, changed: 0, removed: 1 },
    { path: 'f shop', added: 0, changed: 1, removed: 0 },
  ]);
});

test('a moved file counts in the folder that it is in and in the one it goes to', () => {
  const changed = sampleFiles({
    local: { 'f/old/a.js': '1' },
    remote: { 'f/new/a.js': '1' },
    moved: { 'f/old/a.js': 'f/new/a.js' },
  });
  expect(folderTree(changed)).toEqual([
    { path: 'f', added: 0, changed: 1, removed: 0 },
    { path: 'f/new', added: 0, changed: 1, removed: 0 },
    { path: 'f/old', added: 0, changed: 1, removed: 0 },
  ]);
  expect(foldersOf(changed)).toEqual(['f', 'f/new', 'f/old']);
});
