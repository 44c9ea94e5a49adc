import { isUtf8 } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import type { TreeEntry } from '../../providers/git/reading/tree.ts';
import { buildManifest, findUnreadable } from './manifest.ts';

const services = [
  { id: 'hyper-dispatch', name: 'Functions' },
  { id: 'content', name: 'Content' },
];

function entry(path: string, mode = '100644'): TreeEntry {
  return { mode, path, blobId: 'a'.repeat(40) };
}

function manifestOf(...entries: (string | TreeEntry)[]) {
  return buildManifest(
    entries.map((given) => (typeof given === 'string' ? entry(given) : given)),
    services,
  );
}

const reasons = (manifest: ReturnType<typeof manifestOf>) =>
  Object.fromEntries(manifest.ignored.map(({ reason, count }) => [reason, count]));

describe('a manifest', () => {
  test('sorts files into services and folders', () => {
    const { services: found, ignored } = manifestOf(
      'content/a/x.js',
      'content/a/b/x.meta.js',
      'hyper-dispatch/functions/y.js',
    );
    expect(
      found.map(({ serviceId, files }) => [serviceId, files.map((file) => [file.folderPath, file.name])]),
    ).toEqual([
      ['hyper-dispatch', [['functions', 'y.js']]],
      [
        'content',
        [
          ['a', 'x.js'],
          ['a/b', 'x.meta.js'],
        ],
      ],
    ]);
    expect(ignored).toEqual([]);
  });

  test('tells what is beside the services, as far as it was counted', () => {
    const outside = { count: 9, isMore: true, examples: ['a.md'] };
    const { ignored } = buildManifest([entry('content/x.js')], services, outside);
    expect(ignored).toEqual([
      { reason: 'NOT_A_SERVICE', ...outside },
      { reason: 'NO_FOLDER', count: 1, examples: ['content/x.js'] },
    ]);
    expect(buildManifest([], services, { count: 1, isMore: false, examples: ['b.md'] }).ignored).toEqual([
      { reason: 'NOT_A_SERVICE', count: 1, examples: ['b.md'] },
    ]);
  });

  test('tells what takes no part, why, and how often', () => {
    const manifest = manifestOf(
      'README.md',
      'other/a/x.js',
      'content/x.js',
      'content/a/x.json',
      'content/a/readme',
      entry('content/a/link.js', '120000'),
      entry('content/a/module', '160000'),
    );
    expect(manifest.services).toEqual([]);
    expect(reasons(manifest)).toEqual({
      NOT_A_SERVICE: 2,
      NO_FOLDER: 1,
      NOT_SOURCE_OR_METADATA: 2,
      SYMBOLIC_LINK: 1,
      SUBMODULE: 1,
    });
    expect(manifest.ignored[0]?.examples).toEqual(['README.md', 'other/a/x.js']);
  });

  test('tells where a live file may stand beside something that takes no part', () => {
    const manifest = manifestOf(
      'content/a/x.js',
      'content/b/same.js',
      'content/b/SAME.js',
      'content/c/readme.md',
      entry('content/a/link.js', '120000'),
      entry('content/module', '160000'),
      entry('other/link.js', '120000'),
    );
    expect(manifest.services[0]?.ignoredPaths.toSorted()).toEqual([
      'a/link.js',
      'b/SAME.js',
      'b/same.js',
      'module',
    ]);
  });

  test.each([
    ['content/../a/x.js', 'NAME_START'],
    ['content/a/../../x.js', 'NAME_START'],
    ['content/.git/x.js', 'NAME_START'],
    ['content/a/.git/config.js', 'NAME_START'],
    ['content/.GIT/hooks/x.js', 'NAME_START'],
    ['content/a/./x.js', 'NAME_START'],
    ['content/a//x.js', 'NAME_START'],
    ['content/a/$x.js', 'NAME_START'],
    ['content/@a/x.js', 'NAME_START'],
    ['content/a/\u{1F600}.js', 'NAME_START'],
    ['content/a/.js', 'NAME_START'],
    ['content/a/x\n.js', 'NAME_CHARACTER'],
    ['content/a/\u202Ex.js', 'NAME_CHARACTER'],
    ['content/a\\b/x.js', 'NAME_CHARACTER'],
    ['content/a/con:x.js', 'NAME_CHARACTER'],
    ['content/a /x.js', 'NAME_END'],
    ['content/a./x.js', 'NAME_END'],
    ['content/__proto__/x.js', 'INVALID_NAME'],
    ['content/a/x.meta.meta.js', 'INVALID_NAME'],
    ['content/a/\uFFFD.js', 'NAME_ENCODING'],
    [`content/${'a/'.repeat(300)}x.js`, 'NAME_LENGTH'],
    [`content/a/${'x'.repeat(200)}.js`, 'NAME_LENGTH'],
  ])('refuses the name %j, and says which rule it breaks', (path, reason) => {
    const manifest = manifestOf(path);
    expect(manifest.services).toEqual([]);
    expect(reasons(manifest)).toEqual({ [reason]: 1 });
  });

  test('tells every name that is not allowed, and a few of those outside services', () => {
    const numbers = Array.from({ length: 159 }, (_, index) => index);
    const manifest = manifestOf(
      ...numbers.map((index) => `content/a/$${index}.js`),
      ...numbers.map((index) => `docs/${index}.md`),
    );
    expect(manifest.ignored.map(({ reason, count, examples }) => [reason, count, examples.length])).toEqual([
      ['NAME_START', 159, 159],
      ['NOT_A_SERVICE', 159, 5],
    ]);
  });

  test('takes a name in another Unicode form as the one that counts here, and keeps its spelling', () => {
    const [service] = manifestOf('content/cafe\u0301/the\u0301.js').services;
    expect(service?.files).toMatchObject([
      { folderPath: 'caf\u00e9', name: 'th\u00e9.js', spelledPath: 'cafe\u0301/the\u0301.js' },
    ]);
  });

  test('takes neither of two names that are one in that form', () => {
    const manifest = manifestOf('content/a/the\u0301.js', 'content/a/th\u00e9.js', 'content/a/x.js');
    expect(manifest.services[0]?.files.map(({ name }) => name)).toEqual(['x.js']);
    expect(manifest.services[0]?.ignoredPaths).toContain('a/th\u00e9.js');
    expect(reasons(manifest)).toEqual({ AMBIGUOUS_NAME: 2 });
  });

  test('takes neither of two names that differ only in case, also where a folder does', () => {
    const manifest = manifestOf(
      'content/a/x.js',
      'content/a/X.js',
      'content/b/y.js',
      'content/B/z.js',
      'content/c/q.js',
    );
    expect(manifest.services[0]?.files.map(({ name }) => name)).toEqual(['q.js']);
    expect(reasons(manifest)).toEqual({ AMBIGUOUS_NAME: 4 });
  });

  test('takes neither of a file and a folder of one name', () => {
    const manifest = manifestOf('content/a/x.js', 'content/a/X.JS/y.js', 'content/c/q.js');
    expect(manifest.services[0]?.files.map(({ name }) => name)).toEqual(['q.js']);
  });
});

describe('contents', () => {
  const reasonFor = (content: string | number[]) =>
    findUnreadable(typeof content === 'string' ? Buffer.from(content) : Buffer.from(content), isUtf8);

  test('must be UTF-8 text', () => {
    expect(reasonFor('export default "é";\r\n')).toBeUndefined();
    expect(reasonFor('')).toBeUndefined();
    expect(reasonFor([0xff, 0xfe, 0x41, 0x00])).toBe('NOT_TEXT');
    expect(reasonFor([0xc3, 0x28])).toBe('NOT_TEXT');
    expect(reasonFor('a\0b')).toBe('NOT_TEXT');
  });

  test('are no pointers of large file storage', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    expect(reasonFor(pointer)).toBe('LFS_POINTER');
  });
});
