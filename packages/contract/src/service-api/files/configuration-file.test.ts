import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobId } from './blob-id.ts';
import { FileName, FolderPath, filePathOf, filePlaceOf } from './configuration-file.ts';
import { itemNameOf } from './item-file-names.ts';
import { findPlaceConflicts } from './place-conflicts.ts';

describe('places of configuration', () => {
  it('come back from their path', () => {
    const segment = fc.string({ minLength: 1 }).filter((text) => !text.includes('/'));
    const folder = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.record({ folderPath: folder, name: segment }), (place) => {
        expect(filePlaceOf(filePathOf(place))).toEqual(place);
      }),
    );
  });

  it.each(['orders', 'orders/events', 'Über uns/日本', 'a.b', 'v1.2/x', '_internal', 'con-1', 'constructor'])(
    'takes the folder %j',
    (path) => {
      expect(FolderPath.safeParse(path).success).toBe(true);
    },
  );

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/..',
    '../a',
    'a/../b',
    '.git',
    'a/.git',
    'a\\b',
    'C:/a',
    'a\0b',
    'a\nb',
    'a\u202eb',
    'a ',
    ' a',
    'a.',
    'a/ b',
    'a\u00a0',
    '__proto__',
    'a/__proto__/b',
    'u\u0308ber',
    '\ud800',
    'x'.repeat(401),
    '~root',
    '-rf',
    'a\u2028b',
  ])('refuses the folder %j', (path) => {
    expect(FolderPath.safeParse(path).success).toBe(false);
  });

  it.each([
    'a.js',
    'a.meta.js',
    'create order.js',
    'v1.2.js',
    'né.meta.js',
    'meta.js',
    'a.b.js',
    'a.metal.js',
    'a.ts',
    'd.ts',
    'v1.2.ts',
    'a.d.js',
  ])('takes the name %j', (name) => {
    expect(FileName.safeParse(name).success).toBe(true);
  });

  it.each([
    '.js',
    '.meta.js',
    'a',
    '.ts',
    'a.TS',
    'a.tsx',
    'a.mts',
    'a.d.ts',
    'a.meta.ts',
    'a.JS',
    'a.json',
    'a.meta.meta.js',
    'a/b.js',
    '../a.js',
    'a.js ',
    'a.js\n',
  ])('refuses the name %j', (name) => {
    expect(FileName.safeParse(name).success).toBe(false);
  });

  it('knows the item of a file', () => {
    const names = ['a.js', 'a.ts', 'a.meta.js', 'v1.2.js', 'v1.2.ts'];
    expect(names.map(itemNameOf)).toEqual(['a', 'a', 'a', 'v1.2', 'v1.2']);
  });

  it('finds what cannot stand in one tree', () => {
    const at = (path: string) => {
      const cut = path.lastIndexOf('/');
      return { folderPath: path.slice(0, cut), name: path.slice(cut + 1) };
    };
    const reasons = (...paths: string[]) =>
      findPlaceConflicts(paths.map(at)).map((conflict) => conflict.reason);
    expect(reasons('a/b.js', 'a/c.js', 'a/b.meta.js', 'b/b.js')).toEqual([]);
    expect(reasons('a/b.js', 'a/b.js')).toEqual(['DUPLICATE']);
    expect(reasons('a/b.js', 'a/B.js')).toEqual(['CASE']);
    expect(reasons('a/x.js', 'A/y.js')).toEqual(['CASE']);
    expect(reasons('a/straße.js', 'a/STRASSE.js')).toEqual(['CASE']);
    expect(reasons('a/b.js', 'a/b.js/c.js')).toEqual(['FILE_AND_FOLDER']);
    expect(reasons('a/b.js/c.js', 'a/b.js')).toEqual(['FILE_AND_FOLDER']);
    expect(reasons('a/b.ts', 'a/c.js', 'a/b.meta.js', 'b/b.js')).toEqual([]);
    expect(reasons('a/b.ts', 'a/b.js')).toEqual(['TWO_SOURCES']);
    expect(reasons('a/b.js', 'a/B.ts')).toEqual(['TWO_SOURCES']);
    expect(reasons('a/b.ts', 'a/b.js/c.js', 'a/b.ts.js')).toEqual([]);
    // Told for every file of a folder that is in the way, and also inside it.
    expect(reasons('a/x.js', 'A/y.js', 'a/z.js', 'A/w.js')).toEqual(['CASE', 'CASE']);
    expect(reasons('a/b', 'a/b/c.js', 'a/b/C.js', 'a/b')).toEqual([
      'FILE_AND_FOLDER',
      'FILE_AND_FOLDER',
      'CASE',
      'DUPLICATE',
    ]);
  });
});

describe('blob id', () => {
  it('is the one of git', () => {
    expect(blobId('')).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
    expect(blobId('hello world\n')).toBe('3b18e512dba79e4c8300dd08aeb37f8e728b8dad');
  });

  it('agrees with another implementation on any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(blobId(bytes)).toBe(await referenceBlobId(bytes));
      }),
    );
    const large = 'ä€😀\n'.repeat(50_000);
    expect(blobId(large)).toBe(await referenceBlobId(new TextEncoder().encode(large)));
  });
});

async function referenceBlobId(bytes: Uint8Array): Promise<string> {
  const header = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const digest = await crypto.subtle.digest('SHA-1', Uint8Array.from([...header, ...bytes]));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
