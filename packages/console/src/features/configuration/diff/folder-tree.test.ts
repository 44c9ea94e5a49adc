import { expect, test } from 'vitest';
import { sampleFiles } from './diff-file-samples.ts';
import { folderTree } from './folder-tree.ts';

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
