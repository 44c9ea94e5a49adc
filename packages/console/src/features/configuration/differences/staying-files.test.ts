import { type ComparedFile, compareFiles } from '@atrium/contract/configuration/compare-files';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { expect, test } from 'vitest';
import { withoutStaying } from './staying-files.ts';

const sides = (checksums: Record<string, string>) =>
  Object.entries(checksums).map(([path, checksum]) => ({ ...filePlaceOf(path), checksum }));

const summaries = (files: readonly ComparedFile[]) => files.map((file) => `${file.type} ${filePathOf(file)}`);

test('a file that was renamed with edits stays where it is live if its new name was deselected', () => {
  const live = { 'f/a.js': '1', 'f/a.meta.js': '1', 'f/c.js': '1', 'f/gone.js': '1' };
  const selected = { 'f/n.meta.js': '2', 'f/c.js': '2', 'f/o.js': '2' };
  const moved = [
    { from: 'f/a.js', to: 'f/n.js' },
    // At its old place, too: it is not leaving.
    { from: 'f/c.js', to: 'f/d.js' },
  ];
  const deselected = new Set(['f/n.js', 'f/d.js']);
  const compared = compareFiles(sides(live), sides(selected));
  const { files, leftOut, count } = withoutStaying(compared, moved, deselected);
  expect(summaries(files)).toEqual(['CHANGED f/c.js', 'DELETED f/gone.js', 'NEW f/o.js']);
  expect(summaries(leftOut)).toEqual(['DELETED f/a.js', 'DELETED f/a.meta.js', 'NEW f/n.meta.js']);
  expect(count).toBe(1);
  expect(withoutStaying(compared, moved, new Set()).files).toBe(compared);
});

test('metadata that is like that of a deselected file does not keep what git deleted', () => {
  const compared = compareFiles(sides({ 'c/taxes.js': '1', 'c/taxes.meta.js': '1' }), []);
  const moved = [{ from: 'c/taxes.meta.js', to: 'c/zones.meta.js' }];
  const deselected = new Set(['c/zones.js', 'c/zones.meta.js']);
  expect(withoutStaying(compared, moved, deselected)).toEqual({ files: compared, leftOut: [], count: 0 });
});

test('metadata stays also where it is the same as what arrives, and what was moved to a selected place moves', () => {
  const compared = compareFiles(
    sides({ 'a/m.js': '1', 'a/m.meta.js': '2', 'a/x.js': '3' }),
    sides({ 'b/m.meta.js': '2', 'c/x.js': '3' }),
  );
  const moved = [
    { from: 'a/m.js', to: 'b/m.js' },
    { from: 'a/x.js', to: 'b/x.js' },
  ];
  const { files, leftOut } = withoutStaying(compared, moved, new Set(['b/m.js', 'b/x.js']));
  expect(summaries(files)).toEqual(['MOVED a/x.js']);
  expect(summaries(leftOut)).toEqual(['DELETED a/m.js', 'DELETED a/m.meta.js', 'NEW b/m.meta.js']);
});
