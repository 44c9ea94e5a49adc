import type { ComparedFile } from '@atrium/contract/configuration/compare-files';
import { expect, test } from 'vitest';
import { confirmedFolders } from './confirm-payload.ts';
import { choicesOf, noChoices, reduceChoices } from './diff-choices.ts';

const side = { folderPath: 'functions', name: 'a.js', checksum: '1' };
const file = (type: ComparedFile['type'], name: string, more: Partial<ComparedFile> = {}): ComparedFile => ({
  type,
  folderPath: 'functions',
  name,
  ...more,
});

test('only what changes the live configuration is sent, each with its action', () => {
  const files = [file('NEW', 'new.js'), file('DELETED', 'old.js'), file('NO_CHANGE', 'same.js')];
  expect(confirmedFolders(files, choicesOf(noChoices, 's'))).toEqual([
    {
      name: 'functions',
      files: [
        { name: 'new.js', action: 'remote' },
        { name: 'old.js', action: 'delete' },
      ],
    },
  ]);
});

test('a moved file is written at its new place and deleted at the old one', () => {
  const moved = file('MOVED', 'a.js', {
    newFolderPath: 'functions/new',
    local: side,
    remote: { ...side, folderPath: 'functions/new' },
  });
  expect(confirmedFolders([moved], choicesOf(noChoices, 's'))).toEqual([
    { name: 'functions/new', files: [{ name: 'a.js', action: 'remote' }] },
    { name: 'functions', files: [{ name: 'a.js', action: 'delete' }] },
  ]);
  const kept = reduceChoices(noChoices, { type: 'choose', serviceId: 's', file: moved, choice: 'local' });
  expect(confirmedFolders([moved], choicesOf(kept, 's'))).toEqual([]);
});

test('a merged file brings its content, a merge without one is left to the server', () => {
  const changed = file('CHANGED', 'a.js');
  const other = file('CHANGED', 'b.js');
  let choices = reduceChoices(noChoices, {
    type: 'storeMerged',
    serviceId: 's',
    file: changed,
    content: 'both',
  });
  choices = reduceChoices(choices, { type: 'choose', serviceId: 's', file: other, choice: 'merge-remote' });
  expect(confirmedFolders([changed, other], choicesOf(choices, 's'))).toEqual([
    {
      name: 'functions',
      files: [
        { name: 'a.js', action: 'merge', content: 'both' },
        { name: 'b.js', action: 'merge-remote' },
      ],
    },
  ]);
});
