import { expect, test } from 'vitest';
import { choicesOf, isOpen, noChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { type ChoiceAction, reduceChoices } from '../decisions/reduce-choices.ts';
import { confirmedFolders } from './confirm-payload.ts';

const undecided = choicesOf(noChoices, 's');
const after = (...actions: ChoiceAction[]) => choicesOf(actions.reduce(reduceChoices, noChoices), 's');
const only = (files: readonly DiffFile[]) => {
  const [file] = files;
  if (!file || files.length > 1) throw new Error('expected one file');
  return file;
};

test('only what changes the live configuration is sent, each with its action', () => {
  const files = sampleFiles({
    local: { 'functions/old.js': '1', 'functions/same.js': '1' },
    remote: { 'functions/new.js': '1', 'functions/same.js': '1' },
  });
  expect(confirmedFolders(files, undecided)).toEqual([
    {
      name: 'functions',
      files: [
        { name: 'new.js', action: 'remote' },
        { name: 'old.js', action: 'delete' },
      ],
    },
  ]);
});

test('a merged file brings its content, a merge without one is left to the server', () => {
  const files = sampleFiles({
    local: { 'f/a.js': '1', 'f/b.js': '1' },
    remote: { 'f/a.js': '2', 'f/b.js': '2' },
  });
  const [changed, other] = files as [DiffFile, DiffFile];
  const choices = after(
    { type: 'storeMerged', serviceId: 's', file: changed, content: 'both' },
    { type: 'choose', serviceId: 's', file: other, choice: 'merge-remote' },
  );
  expect(confirmedFolders(files, choices)).toEqual([
    {
      name: 'f',
      files: [
        { name: 'a.js', action: 'merge', content: 'both' },
        { name: 'b.js', action: 'merge-remote' },
      ],
    },
  ]);
});

const moved = { 'f/a.js': 'g/b.js' };
const gone = { name: 'f', files: [{ name: 'a.js', action: 'delete' }] };
const arrived = (file: object) => [{ name: 'g', files: [{ name: 'b.js', ...file }] }, gone];
const movedByGit = (local: string, conflicts?: number) =>
  only(
    sampleFiles({
      base: { 'f/a.js': '1' },
      local: { 'f/a.js': local },
      remote: { 'g/b.js': '3' },
      moved,
      ...(conflicts !== undefined && { conflicts: { 'g/b.js': conflicts } }),
    }),
  );

test('a file that git moved is written at its new place and deleted at the old one', () => {
  const file = movedByGit('1');
  expect(confirmedFolders([file], undecided)).toEqual(arrived({ action: 'remote' }));
  const kept = after({ type: 'choose', serviceId: 's', file, choice: 'local' });
  expect(confirmedFolders([file], kept)).toEqual([]);
});

test('what was changed here goes along, merged by the server or by hand', () => {
  const clean = movedByGit('2', 0);
  expect(isOpen(undecided, clean)).toBe(false);
  expect(confirmedFolders([clean], undecided)).toEqual(
    arrived({ action: 'merge-local', movedFrom: 'f/a.js' }),
  );
  const conflict = movedByGit('2', 1);
  expect(isOpen(undecided, conflict)).toBe(true);
  const choices = after({ type: 'storeMerged', serviceId: 's', file: conflict, content: 'both' });
  expect(isOpen(choices, conflict)).toBe(false);
  expect(confirmedFolders([conflict], choices)).toEqual(
    arrived({ action: 'merge', content: 'both', movedFrom: 'f/a.js' }),
  );
});

test('a file that was moved here stays, and takes what git changed along', () => {
  const file = only(
    sampleFiles({
      base: { 'g/b.js': '1' },
      local: { 'f/a.js': '2' },
      remote: { 'g/b.js': '3' },
      moved,
      conflicts: { 'g/b.js': 0 },
    }),
  );
  const choices = after({ type: 'chooseAll', serviceId: 's', files: [file], action: 'BY_SIDE' });
  expect(confirmedFolders([file], choices)).toEqual([
    { name: 'f', files: [{ name: 'a.js', action: 'merge-local', movedFrom: 'g/b.js' }] },
  ]);
});

test('a file that both sides moved names the place where both had it', () => {
  const file = only(
    sampleFiles({
      base: { 'h/c.js': '1' },
      local: { 'f/a.js': '2' },
      remote: { 'g/b.js': '3' },
      moved,
      origins: { 'f/a.js': 'h/c.js' },
    }),
  );
  const choices = after({ type: 'choose', serviceId: 's', file, choice: 'merge-local' });
  expect(confirmedFolders([file], choices)).toEqual([
    {
      name: 'f',
      files: [{ name: 'a.js', action: 'merge-local', movedFrom: 'g/b.js', origin: 'h/c.js' }],
    },
  ]);
});
