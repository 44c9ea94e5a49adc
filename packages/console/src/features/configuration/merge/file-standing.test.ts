import { expect, test } from 'vitest';
import type { DiffFile } from '../decisions/diff-file.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { hasOpenConflict } from './file-standing.ts';

test('the list beside the dialog marks a conflict until someone merged it or took one side', () => {
  const at = (checksum: string) => ({ 'f/a.js': checksum });
  const [file] = sampleFiles({ base: at('1'), local: at('2'), remote: at('3'), conflicts: { 'f/a.js': 2 } });
  const isOpenWith = (files: Parameters<typeof hasOpenConflict>[0]['files']) =>
    hasOpenConflict({ isIgnored: false, files }, file as DiffFile);
  expect(isOpenWith({})).toBe(true);
  expect(isOpenWith({ 'f/a.js': { choice: 'remote' } })).toBe(false);
  expect(isOpenWith({ 'f/a.js': { choice: 'merge-local' } })).toBe(true);
  expect(isOpenWith({ 'f/a.js': { choice: 'merge-local', merged: 'x', mergedOn: '2' } })).toBe(false);
});
