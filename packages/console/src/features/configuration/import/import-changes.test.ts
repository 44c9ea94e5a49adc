import { blobId } from '@atrium/contract/service-api/files/blob-id';
import type { ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import { expect, test } from 'vitest';
import { compareBodies } from './compare-bodies.ts';
import { bodyOf } from './import-body.ts';
import { changesOf, madeHere } from './import-changes.ts';
import { defaultOption, type ItemOption } from './import-items.ts';

const NOTHING = { changed: {}, added: [], kept: [] };

function decide(
  local: ConfigurationBody,
  remote: ConfigurationBody,
  {
    options = {},
    base,
  }: { options?: Record<string, ItemOption>; base?: Parameters<typeof madeHere>[1] } = {},
) {
  const items = compareBodies({
    serviceId: 'hyper-dispatch',
    localBody: JSON.stringify(local),
    gitBody: JSON.stringify(remote),
  });
  const optionOf = (item: (typeof items)[number]) => options[item.key] ?? defaultOption(item.state);
  return changesOf(items, optionOf, bodyOf(items, optionOf, null), madeHere(items, base));
}

const local: ConfigurationBody = {
  functions: [
    { name: 'same', source: '1', id: 'here' },
    { name: 'changed', source: '1' },
    { name: 'gone', source: '1' },
  ],
};
const remote: ConfigurationBody = {
  functions: [
    { name: 'same', source: '1', id: 'there' },
    { name: 'changed', source: '2' },
    { name: 'fresh', source: '1' },
  ],
};

test('the defaults add, change and delete; what was never exchanged is replaced', () => {
  expect(decide(local, remote)).toEqual({
    added: ['functions/fresh'],
    changed: ['functions/changed'],
    deleted: ['functions/gone'],
    discarded: [],
    replaced: ['functions/changed'],
  });
});

test('an empty body deletes everything', () => {
  const { deleted } = decide(local, {});
  expect(deleted).toEqual(['functions/changed', 'functions/gone', 'functions/same']);
});

test('what stays local or is skipped counts for nothing', () => {
  const options = {
    'functions/changed': 'local',
    'functions/gone': 'local',
    'functions/fresh': 'skip',
  } as const;
  expect(decide(local, remote, { options })).toEqual({
    added: [],
    changed: [],
    deleted: [],
    discarded: [],
    replaced: [],
  });
});

test.each([
  ['mergeLocal', [], []],
  ['mergeRemote', ['functions/changed'], []],
] as const)('%s keeps both sides: nothing is discarded', (option, changed, discarded) => {
  const changes = decide(local, remote, { options: { 'functions/changed': option } });
  expect(changes).toMatchObject({ changed, discarded, replaced: [] });
  expect(changes.added).toEqual(['functions/changed-merged-upload', 'functions/fresh']);
});

test('only what was changed here since the last exchange is discarded', () => {
  const source = (text: string) => ({ functions: [{ name: 'changed', source: text }] });
  const path = 'functions/changed.js';
  const discardedWith = (base: Parameters<typeof madeHere>[1]) =>
    decide(source('here'), source('there'), { base }).discarded;
  // Changed in the remote only.
  expect(discardedWith({ ...NOTHING, changed: { [path]: blobId('here') } })).toEqual([]);
  // Changed on both sides, changed locally only, and added on both sides.
  expect(discardedWith({ ...NOTHING, changed: { [path]: blobId('before') } })).toEqual(['functions/changed']);
  expect(discardedWith(NOTHING)).toEqual(['functions/changed']);
  expect(discardedWith({ ...NOTHING, added: [path] })).toEqual(['functions/changed']);
});

test('what was deleted here comes back: that deletion is discarded', () => {
  const fresh = { functions: [{ name: 'fresh', source: '1' }] };
  expect(decide({}, fresh, { base: NOTHING })).toMatchObject({
    added: ['functions/fresh'],
    discarded: ['functions/fresh'],
  });
  const base = { ...NOTHING, added: ['functions/fresh.js'] };
  expect(decide({}, fresh, { base }).discarded).toEqual([]);
});

test('a changed metadata file beside an untouched source is a change made here', () => {
  const item = (tag: string, source: string) => ({ functions: [{ name: 'a', source, tags: [tag] }] });
  const base = { ...NOTHING, changed: { 'functions/a.js': blobId('1') } };
  expect(decide(item('one', '1'), item('one', '2'), { base }).discarded).toEqual([]);
  expect(decide(item('two', '1'), item('one', '2'), { base }).discarded).toEqual(['functions/a']);
});

test('a duplicate that is taken replaces the live item', () => {
  const twice = { functions: [...(remote['functions'] ?? []), { name: 'same', source: '3' }] };
  expect(decide(local, twice).changed).toEqual(['functions/changed', 'functions/same']);
});

test('a duplicate that is the same as the live item replaces nothing', () => {
  const same = { name: 'same', source: '1', id: 'here' };
  const twice = { functions: [...(remote['functions'] ?? []), same] };
  expect(decide(local, twice)).toMatchObject({
    changed: ['functions/changed'],
    replaced: ['functions/changed'],
  });
});
