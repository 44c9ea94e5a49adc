import { expect, test } from 'vitest';
import type { ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile, FileConflict } from '../decisions/diff-file.ts';
import { nextConflictFile } from './next-conflict.ts';

const checksum = 'c';

function file(name: string, type: DiffFile['type'] = 'CHANGED', conflict?: FileConflict): DiffFile {
  const place = { folderPath: 'shop', name };
  const side = {
    ...place,
    filePath: `shop/${name}`,
    checksum,
    commitSha: null,
    lastModified: null,
    breadcrumb: [],
  };
  return { ...place, type, local: side, remote: side, ...(conflict && { conflict }) };
}

const undecided: ServiceChoices = { isIgnored: false, files: {} };
const decided = (name: string, decision: ServiceChoices['files'][string]): ServiceChoices => ({
  isIgnored: false,
  files: { [`shop/${name}`]: decision },
});
const sides = (base: string, local: string, remote: string) => ({ base, local, remote });
const conflicting = sides('a\n', 'b\n', 'c\n');
const clean = sides('a\n', 'a\n', 'c\n');

const next = (
  files: readonly DiffFile[],
  contents: Record<string, typeof clean>,
  choices = undecided,
  current = files[0] as DiffFile,
) =>
  nextConflictFile(files, choices, current, async ({ name }) => {
    const found = contents[name];
    if (found === undefined) throw new Error('cannot be read');
    return found;
  });

test('goes round from the current file to the next one with conflicts', async () => {
  const files = [file('a.js'), file('b.js'), file('c.js')];
  const contents = { 'a.js': conflicting, 'b.js': clean, 'c.js': conflicting };
  expect((await next(files, contents)).file).toBe(files[2]);
  expect((await next(files, contents, undecided, files[2])).file).toBe(files[0]);
  expect((await next(files, { ...contents, 'c.js': clean })).file).toBeUndefined();
});

test('a file that cannot be read is passed over and counted', async () => {
  const files = [file('a.js'), file('picture.js'), file('c.js')];
  expect(await next(files, { 'c.js': conflicting })).toEqual({ file: files[2], unreadableCount: 1 });
  expect(await next(files, { 'c.js': clean })).toEqual({ file: undefined, unreadableCount: 1 });
});

test('a file that one side deleted is one to decide, until somebody did', async () => {
  const files = [
    file('a.js'),
    file('gone.js', 'DELETED', 'remote-deleted'),
    file('c.js', 'NEW', 'local-deleted'),
  ];
  expect((await next(files, {})).file).toBe(files[1]);
  expect((await next(files, {}, decided('gone.js', { choice: 'local' }))).file).toBe(files[2]);
  expect((await next(files, {}, decided('gone.js', { choice: 'local', isOpen: true }))).file).toBe(files[1]);
  const plain = [file('a.js'), file('new.js', 'NEW'), file('gone.js', 'DELETED')];
  expect((await next(plain, {})).file).toBeUndefined();
});

test('a file for which someone took one side is passed over; a merge on submit is still to be looked at', async () => {
  const files = [file('a.js'), file('b.js')];
  const after = async (decision: ServiceChoices['files'][string]) =>
    (await next(files, { 'b.js': conflicting }, decided('b.js', decision))).file;
  expect(await after({ choice: 'local' })).toBeUndefined();
  expect(await after({ choice: 'remote' })).toBeUndefined();
  expect(await after({ choice: 'local', isOpen: true })).toBe(files[1]);
  expect(await after({ choice: 'merge-local' })).toBe(files[1]);
});

test('line endings alone are no conflict', async () => {
  const files = [file('a.js'), file('b.js')];
  const crlf = sides('a\nb\nc\n', 'a\r\nb\r\nc\r\n', 'a\nB\nc\n');
  expect((await next(files, { 'b.js': crlf })).file).toBeUndefined();
});

test('what was merged is passed over, unless local moved since', async () => {
  const files = [file('a.js'), file('b.js')];
  const merged = (mergedOn: string) => decided('b.js', { choice: 'merge-local', merged: 'x', mergedOn });
  expect((await next(files, { 'b.js': conflicting }, merged(checksum))).file).toBeUndefined();
  expect((await next(files, { 'b.js': conflicting }, merged('older'))).file).toBe(files[1]);
});
