import { compareFiles } from '@atrium/contract/configuration/compare-files';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { expect, test } from 'vitest';
import { withExamination } from './moved-files.ts';

const sides = (checksums: Record<string, string>) =>
  Object.entries(checksums).map(([path, checksum]) => ({ ...filePlaceOf(path), checksum }));

const brief = (files: ReturnType<typeof withExamination>) =>
  files.map(({ type, name, movedTo }) =>
    [type, name, movedTo && filePathOf(movedTo)].filter(Boolean).join(' '),
  );

test('an examination finds renames, metadata goes with its source, and same metadata is no change', () => {
  const compared = compareFiles(
    sides({ 'f/a.js': '1', 'f/a.meta.js': '1', 'f/b.meta.js': '1', 'f/c.js': '1', 'f/x.meta.js': '1' }),
    sides({ 'f/n.js': '2', 'f/n.meta.js': '2', 'f/b.meta.js': '2', 'f/c.js': '1', 'f/other.meta.js': '1' }),
  );
  const examination = {
    // Alike by chance: the metadata of a.js stays with it.
    moved: [
      { from: 'f/a.meta.js', to: 'f/other.meta.js' },
      { from: 'f/a.js', to: 'f/n.js' },
      { from: 'f/gone.js', to: 'f/elsewhere.js' },
    ],
    same: ['f/b.meta.js'],
  };
  expect(brief(withExamination(compared, examination))).toEqual([
    'MOVED a.js f/n.js',
    'MOVED a.meta.js f/n.meta.js',
    'NO_CHANGE b.meta.js',
    'NO_CHANGE c.js',
    'NEW other.meta.js',
    'DELETED x.meta.js',
  ]);
});
