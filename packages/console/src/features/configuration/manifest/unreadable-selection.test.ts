import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { expect, test } from 'vitest';
import { comparedSides } from '../differences/compared-sides.ts';
import { filesOf, select, selectionOf } from '../differences/manifest-selection.ts';
import { withUnreadablePaths } from './unreadable-selection.ts';

const file = (folderPath: string, name: string): ManifestFile => ({
  name,
  folderPath,
  filePath: `${folderPath}/${name}`,
  checksum: '0',
  commitSha: null,
  lastModified: null,
  breadcrumb: [folderPath],
});

const service: PulledService = {
  serviceId: 'content',
  serviceName: 'Content',
  confirmedVersion: null,
  ignoredPaths: [],
  folders: [
    { name: 'a', files: [file('a', 'picture.js'), file('a', 'x.js'), file('a', 'y.js')] },
    { name: 'b', files: [file('b', 'z.js')] },
    { name: 'c', files: [file('c', 'picture.js')] },
  ],
};
const readable = filesOf(service).filter(({ name }) => name !== 'picture.js');
const [x, y, z] = readable as [ManifestFile, ManifestFile, ManifestFile];
const deselect = (...files: ManifestFile[]) =>
  withUnreadablePaths(select(new Set(), files, false), service, readable);

test('what cannot be read is deselected with the last other file of its folder, or of its service', () => {
  expect(deselect(x)).toEqual(['a/x.js']);
  expect(deselect(x, y)).toEqual(['a/x.js', 'a/y.js', 'a/picture.js']);
  expect(selectionOf(filesOf(service), new Set(deselect(x, y, z)))).toBe('none');
});

test('it is selected again with another file of its folder', () => {
  const again = select(new Set(deselect(x, y)), [y], true);
  expect(withUnreadablePaths(again, service, readable)).toEqual(['a/x.js']);
});

test('nothing is deleted in a folder of which everything in sight is deselected', () => {
  const { local } = comparedSides([file('a', 'live.js')], service, new Set(deselect(x, y)));
  expect(local).toEqual([]);
});
