import { ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { expect, test } from 'vitest';
import { readExportedMetadata } from './live-metadata.ts';

const file = (folderPath: string, name: string) => ({
  name,
  folderPath,
  filePath: `${folderPath}/${name}`,
  checksum: 'a'.repeat(40),
  commitSha: null,
  lastModified: '2026-11-01T00:00:00.000Z',
  breadcrumb: [folderPath],
});
const metadata = {
  version: 7,
  folders: [
    { name: 'functions', files: [file('functions', 'a.js'), file('functions', 'b.js')] },
    { name: 'rules', files: [] },
  ],
  defaultActions: { functions: { DELETED: 'local' } },
};

function read(value: unknown): unknown {
  const steps = readExportedMetadata(JSON.stringify(value));
  for (let count = 0; ; count += 1) {
    const { done, value: result } = steps.next();
    if (done) return { result, steps: count };
  }
}

test('reads in steps what the contract allows, and nothing more of it', () => {
  const sent = {
    more: [1],
    ...metadata,
    folders: metadata.folders.map((folder) => ({ more: {}, ...folder })),
  };
  expect(read(sent)).toEqual({ result: ExportedMetadata.parse(sent), steps: 8 });
});

test.each([
  ['no version', { ...metadata, version: undefined }],
  ['no folders', { ...metadata, folders: undefined }],
  ['no default actions', { ...metadata, defaultActions: undefined }],
  ['a folder without a name', { ...metadata, folders: [{ files: [] }] }],
  ['a folder without files', { ...metadata, folders: [{ name: 'functions' }] }],
  ['a file without a checksum', { ...metadata, folders: [{ name: 'f', files: [{ name: 'a.js' }] }] }],
  ['another choice', { ...metadata, defaultActions: { functions: { DELETED: 'NO' } } }],
])('refuses %s, as the contract does', (_, sent) => {
  expect(ExportedMetadata.safeParse(JSON.parse(JSON.stringify(sent))).success).toBe(false);
  expect(() => read(sent)).toThrow(Error);
});
