import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { PulledService } from '@atrium/contract/configuration/pull';
import { expect, test } from 'vitest';
import { comparedSides } from './compared-sides.ts';
import { filesOf, select, selectionOf } from './manifest-selection.ts';

const file = (folderPath: string, name: string, checksum = '0'): ManifestFile => ({
  name,
  folderPath,
  filePath: `${folderPath}/${name}`,
  checksum,
  commitSha: null,
  lastModified: null,
  breadcrumb: folderPath.split('/'),
});

const service: PulledService = {
  serviceId: 'content',
  serviceName: 'Content',
  confirmedVersion: null,
  ignoredPaths: [],
  folders: [
    { name: 'a', files: [file('a', 'x.js'), file('a', 'y.js')] },
    { name: 'b', files: [file('b', 'z.js')] },
  ],
};
const [first] = filesOf(service) as [ManifestFile];
const inA = service.folders[0]?.files ?? [];

test('selecting and deselecting at the level of file, folder and service', () => {
  const none = new Set(select(new Set(), filesOf(service), false));
  expect(selectionOf(filesOf(service), none)).toBe('none');
  const folder = new Set(select(none, inA, true));
  expect(selectionOf(inA, folder)).toBe('all');
  expect(selectionOf(filesOf(service), folder)).toBe('some');
  expect(selectionOf(inA, new Set(select(folder, [first], false)))).toBe('some');
  expect(select(folder, filesOf(service), true)).toEqual([]);
});

test('what was deselected is neither written nor deleted', () => {
  const local = [file('a', 'x.js'), file('a', 'gone.js'), file('b', 'old.js'), file('c', 'gone.js')];
  const all = comparedSides(local, service, new Set());
  expect([all.local.length, all.remote.length]).toEqual([4, 3]);
  expect(all.leftOut).toEqual([]);
  const some = comparedSides(local, service, new Set(['a/x.js', 'b/z.js']));
  expect(some.remote.map((found) => found.filePath)).toEqual(['a/y.js']);
  expect(some.local.map((found) => found.filePath)).toEqual(['a/gone.js', 'c/gone.js']);
  const linked = comparedSides(local, { ...service, ignoredPaths: ['a/gone.js', 'c'] }, new Set());
  expect(linked.local.map((found) => found.filePath)).toEqual(['a/x.js', 'b/old.js']);
  expect(linked.leftOut).toEqual(['a/gone.js', 'c/gone.js']);
  expect(some.leftOut).toEqual(['a/x.js', 'b/z.js', 'b/old.js']);
});

test('a file that moved stays where it is live if its new place was deselected, with its metadata', () => {
  const local = [file('a', 'm.js'), file('a', 'm.meta.js', 'other'), file('a', 'n.js')];
  const files = [file('b', 'm.js'), file('b', 'm.meta.js'), file('b', 'o.js')];
  const moving = { ...service, folders: [{ name: 'b', files }] };
  const some = comparedSides(local, moving, new Set(['b/m.js']));
  expect(some.local.map((found) => found.filePath)).toEqual(['a/n.js']);
  expect(some.remote.map((found) => found.filePath)).toEqual(['b/o.js']);
  expect(some.leftOut).toEqual(['b/m.js', 'a/m.js', 'a/m.meta.js', 'b/m.meta.js']);
  expect(some.stayingCount).toBe(1);
  const elsewhere = { ...service, folders: [{ name: 'b', files: [...files, file('c', 'm.js')] }] };
  expect(comparedSides(local, elsewhere, new Set(['b/m.js'])).local).toEqual(local);
});

test('only a source that is at one place before and at one after stays for a deselected place', () => {
  const stays = (local: ManifestFile[], files: ManifestFile[], ...deselected: string[]) => {
    const moving = { ...service, folders: [{ name: 'd', files }] };
    return comparedSides(local, moving, new Set(deselected)).local.length < local.length;
  };
  const [a, b, d, e] = ['a', 'b', 'd', 'e'].map((folder) => file(folder, 'm.js')) as [
    ManifestFile,
    ManifestFile,
    ManifestFile,
    ManifestFile,
  ];
  const other = file('d', 'other.js');
  expect(stays([a], [d, other], d.filePath)).toBe(true);
  expect(stays([a, b], [d, other], d.filePath)).toBe(false);
  expect(stays([a], [d, e], d.filePath)).toBe(false);
  const [metadata, alike] = [file('a', 'm.meta.js'), file('d', 'm.meta.js')];
  expect(stays([metadata], [alike, other], alike.filePath)).toBe(false);
});
