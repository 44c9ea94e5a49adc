import { BulkAction } from '@atrium/contract/configuration/diff-file';
import { ignoredFieldsOf } from '@atrium/contract/configuration/ignored-differences';
import type { ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import { expect, test } from 'vitest';
import { bulkOption } from './bulk-option.ts';
import { compareBodies } from './compare-bodies.ts';
import { diffRows } from './diff-rows.ts';
import { bodyOf, mergeTag } from './import-body.ts';
import {
  defaultOption,
  type ItemOption,
  type ItemState,
  itemOptions,
  offeredOption,
} from './import-items.ts';
import { itemChoices } from './item-choices.ts';

const compare = (local: ConfigurationBody, remote: ConfigurationBody) =>
  compareBodies({
    serviceId: 'hyper-dispatch',
    localBody: JSON.stringify(local),
    gitBody: JSON.stringify(remote),
  });

const local: ConfigurationBody = {
  functions: [
    { name: 'same', source: '1', id: 'local-id', createdOn: 'then' },
    { name: 'changed', source: '1', tags: ['one'] },
    { name: 'gone', source: '1' },
    { name: 'data', entries: [1] },
  ],
};
const remote: ConfigurationBody = {
  functions: [
    { name: 'same', source: '1', id: 'remote-id', createdOn: 'now', acl: ['x'] },
    { name: 'changed', source: '2' },
    { name: 'fresh', source: '1' },
    { name: 'data', entries: [2] },
    { name: 'freshData', entries: [1] },
    { name: 'fresh', source: '3' },
  ],
};

test('a side that is missing is an error, not an empty one', () => {
  const sides = { serviceId: 'hyper-dispatch', localBody: JSON.stringify(local), gitBody: '' };
  expect(() => compareBodies(sides)).toThrow('There is nothing to compare with.');
});

const table: [ItemState, [ItemOption, string][]][] = [
  ['unchanged', [['local', 'Local']]],
  [
    'changed',
    [
      ['remote', 'Remote'],
      ['local', 'Local'],
      ['mergeLocal', 'Merge in local'],
      ['mergeRemote', 'Merge in remote'],
    ],
  ],
  [
    'onlyLocal',
    [
      ['delete', 'Delete'],
      ['local', 'Local'],
    ],
  ],
  [
    'new',
    [
      ['remote', 'New'],
      ['skip', 'Skip'],
    ],
  ],
  [
    'newWithData',
    [
      ['remote', 'New with data'],
      ['skip', 'Skip'],
      ['remoteWithoutData', 'New without data'],
    ],
  ],
  [
    'changedWithData',
    [
      ['remote', 'Remote with data'],
      ['local', 'Local'],
      ['mergeLocal', 'Merge in local'],
      ['mergeRemote', 'Merge in remote'],
      ['remoteWithoutData', 'Remote without data'],
    ],
  ],
  [
    'duplicate',
    [
      ['remote', 'Remote'],
      ['skip', 'Skip'],
    ],
  ],
];

test.each(table)('%s: options, words and default', (state, options) => {
  expect(itemOptions[state].map(({ option, label }) => [option, label])).toEqual(options);
  expect(defaultOption(state)).toBe(options[0]?.[0]);
});

test('items are told apart; ids, acl, folder, timestamps and linked ids do not count', () => {
  expect(compare(local, remote).map(({ fullPath, state }) => [fullPath, state])).toEqual([
    ['functions/changed', 'changed'],
    ['functions/data', 'changedWithData'],
    ['functions/fresh', 'new'],
    ['functions/fresh', 'duplicate'],
    ['functions/freshData', 'newWithData'],
    ['functions/gone', 'onlyLocal'],
    ['functions/same', 'unchanged'],
  ]);
});

test('entries that differ only in an id or a time differ, and are in the tables', () => {
  const tea = (entry: { id: string; timestamp: number }) => ({
    collections: [{ name: 'tea', entries: [entry] }],
  });
  const items = compare(tea({ id: 'gren', timestamp: 1 }), tea({ id: 'green', timestamp: 1 }));
  expect(items.map(({ state }) => state)).toEqual(['changedWithData']);
  expect(compare(tea({ id: 'gren', timestamp: 1 }), tea({ id: 'gren', timestamp: 2 }))[0]?.state).toBe(
    'changedWithData',
  );
  expect(diffRows(items, ignoredFieldsOf('hyper-dispatch')).map(({ field }) => field)).toEqual([
    'entries[0]',
  ]);
});

test.each(BulkAction.options)('%s gives every item an option that it has', (action) => {
  for (const [state, options] of table) {
    expect(options.map(([option]) => option)).toContain(bulkOption(action, state));
  }
});

test('keeping local everywhere gives local, applying remote gives remote', () => {
  const items = compare(local, remote);
  expect(bodyOf(items, ({ state }) => bulkOption('KEEP_LOCAL', state), null)).toEqual({
    functions: expect.arrayContaining(local['functions'] ?? []) as unknown,
  });
  const applied = bodyOf(items, ({ state }) => bulkOption('APPLY_REMOTE', state), null);
  const names = applied['functions']?.map(({ name, source }) => `${name} ${String(source)}`).toSorted();
  expect(names).toEqual(['changed 2', 'data undefined', 'fresh 3', 'freshData undefined', 'same 1']);
});

test('a merge says that the other side stays in use where it cannot be disabled', () => {
  const words = (collection: string) =>
    itemChoices({ state: 'changed', collection }).map(({ label }) => label);
  expect(words('functions')).toEqual(['Remote', 'Local', 'Merge in local', 'Merge in remote']);
  expect(words('collections')).toEqual([
    'Remote',
    'Local',
    'Merge in local (adds remote as a live copy)',
    'Merge in remote (adds local as a live copy)',
  ]);
});

test('a merge keeps both: one renamed, tagged with the commit and disabled', () => {
  const sha = '0123456789abcdef';
  const items = compare(local, remote).filter(({ fullPath }) => fullPath === 'functions/changed');
  expect(bodyOf(items, () => 'mergeLocal', sha)).toEqual({
    functions: [
      { name: 'changed', source: '1', tags: ['one'] },
      { name: `changed-${mergeTag(sha)}`, source: '2', tags: [mergeTag(sha)], disabled: true },
    ],
  });
  expect(bodyOf(items, () => 'mergeRemote', sha)).toEqual({
    functions: [
      { name: 'changed', source: '2' },
      { name: `changed-${mergeTag(sha)}`, source: '1', tags: ['one', mergeTag(sha)], disabled: true },
    ],
  });
});

test('without data the entries are cleared', () => {
  const items = compare(local, remote).filter(({ state }) => state === 'changedWithData');
  expect(bodyOf(items, () => 'remoteWithoutData', null)).toEqual({
    functions: [{ name: 'data', entries: [] }],
  });
});

test('what was chosen counts only as long as the state of the item offers it', () => {
  expect(offeredOption('new', 'skip')).toBe('skip');
  // The item became live in the meantime: omitting it from the body would delete the live one.
  const items = compare(local, remote).filter(({ fullPath }) => fullPath === 'functions/changed');
  expect(bodyOf(items, ({ state }) => offeredOption(state, 'skip'), 'abc')).toEqual({
    functions: [{ name: 'changed', source: '2' }],
  });
});
