import { compareFiles } from '@atrium/contract/configuration/compare-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { Pull } from '@atrium/contract/configuration/pull';
import { expect, test } from 'vitest';
import { countDiffering, differencesOf } from './manifest-differences.ts';

const file = (folderPath: string, name: string, checksum: string): ManifestFile => ({
  name,
  folderPath,
  checksum,
  filePath: `${folderPath}/${name}`,
  commitSha: null,
  lastModified: null,
  breadcrumb: [folderPath],
});

test('counts what the remote adds, changes and removes, folder by folder', () => {
  const local = [
    file('a', 'same.js', '1'),
    file('a', 'changed.js', '2'),
    file('a', 'gone.js', '3'),
    file('a', 'moved.js', '4'),
  ];
  const remote = [
    file('a', 'same.js', '1'),
    file('a', 'changed.js', '9'),
    file('b', 'moved.js', '4'),
    file('b', 'new.js', '5'),
  ];
  const { types, folders, removedCount } = differencesOf(compareFiles(local, remote));
  expect(Object.fromEntries(types)).toEqual({
    'a/changed.js': 'CHANGED',
    'b/moved.js': 'MOVED',
    'b/new.js': 'NEW',
  });
  expect(Object.fromEntries(folders)).toEqual({
    a: { added: 0, changed: 1, removed: 1 },
    b: { added: 1, changed: 1, removed: 0 },
  });
  expect(removedCount).toBe(1);
});

test('how many files differ is known when all services have been compared', () => {
  const services = ['content', 'hyper-dispatch'].map((serviceId) => ({
    serviceId,
    serviceName: serviceId,
    folders: [],
  }));
  const pull = { services } as unknown as Pull;
  const same = differencesOf([]);
  const differing = differencesOf(compareFiles([], [file('a', 'new.js', '1')]));
  expect(countDiffering(pull, new Map([['content', same]]))).toBeUndefined();
  expect(
    countDiffering(
      pull,
      new Map([
        ['content', same],
        ['hyper-dispatch', differing],
      ]),
    ),
  ).toBe(1);
});
