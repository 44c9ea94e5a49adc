import { compareFiles } from '@atrium/contract/configuration/compare-files';
import { expect, test } from 'vitest';
import { withConflicts } from './file-conflicts.ts';

const file = (name: string, checksum: string) => ({ folderPath: 'f', name, checksum });

test('one side deleted what the other one changed; both added; all others are no conflict', () => {
  const local = [
    file('changed-here.js', 'mine'),
    file('untouched-here.js', 'base'),
    file('only-here.js', 'mine'),
    file('both.js', 'mine'),
    file('ordinary.js', 'mine'),
  ];
  const remote = [
    file('changed-there.js', 'theirs'),
    file('untouched-there.js', 'base'),
    file('both.js', 'theirs'),
    file('ordinary.js', 'theirs'),
  ];
  const found = withConflicts(compareFiles(local, remote), {
    changed: {
      'f/changed-here.js': 'base',
      'f/untouched-here.js': 'base',
      'f/changed-there.js': 'base',
      'f/ordinary.js': 'base',
    },
    added: ['f/both.js'],
    kept: [],
  });
  expect(Object.fromEntries(found.map(({ name, conflict }) => [name, conflict]))).toEqual({
    'both.js': 'both-added',
    'changed-here.js': 'remote-deleted',
    'changed-there.js': 'local-deleted',
    'only-here.js': undefined,
    'ordinary.js': undefined,
    'untouched-here.js': undefined,
    'untouched-there.js': undefined,
  });
});
