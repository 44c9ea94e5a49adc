import { compareFiles } from '@atrium/contract/configuration/compare-files';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { expect, test } from 'vitest';
import { withoutStaying } from './staying-files.ts';

const sides = (checksums: Record<string, string>) =>
  Object.entries(checksums).map(([path, checksum]) => ({ ...filePlaceOf(path), checksum }));

test('a file that was renamed with edits stays where it is live if its new name was deselected', () => {
  const live = { 'f/a.js': '1', 'f/a.meta.js': '1', 'f/c.js': '1', 'f/gone.js': '1' };
  const selected = { 'f/n.meta.js': '2', 'f/c.js': '2' };
  const moved = [
    { from: 'f/a.js', to: 'f/n.js' },
    // At its old place, too: it is not leaving.
    { from: 'f/c.js', to: 'f/d.js' },
  ];
  const deselected = new Set(['f/n.js', 'f/d.js']);
  const compared = compareFiles(sides(live), sides(selected));
  const { files, staying } = withoutStaying(compared, moved, deselected);
  expect(files.map((file) => `${file.type} ${filePathOf(file)}`)).toEqual([
    'CHANGED f/c.js',
    'DELETED f/gone.js',
    'NEW f/n.meta.js',
  ]);
  expect(staying).toEqual(['f/a.js', 'f/a.meta.js']);
  expect(withoutStaying(compared, moved, new Set()).files).toBe(compared);
});
