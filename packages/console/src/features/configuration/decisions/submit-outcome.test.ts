import type { Choice } from '@atrium/contract/configuration/diff-file';
import { expect, test } from 'vitest';
import { countsOf, submitSummary } from '../submit/submit-summary.ts';
import { type BulkChoice, choicesOf, noChoices } from './diff-choices.ts';
import type { DiffFile } from './diff-file.ts';
import { sampleFiles } from './diff-file-samples.ts';
import { reduceChoices } from './reduce-choices.ts';
import { type Outcome, outcomeOf } from './submit-outcome.ts';

const fault = { line: 3, column: 1, message: 'Unexpected token' };
const files = sampleFiles({
  base: { 'f/here.js': '1', 'f/git.js': '1', 'f/both.js': '1', 'f/conflict.js': '1', 'f/gone.js': '1' },
  local: {
    'f/here.js': '2',
    'f/git.js': '1',
    'f/both.js': '2',
    'f/conflict.js': '2',
    'f/gone.js': '1',
    'f/own.js': '1',
  },
  remote: {
    'f/here.js': '1',
    'f/git.js': '2',
    'f/both.js': '3',
    'f/conflict.js': '3',
    'f/fresh.js': '1',
  },
  examined: {
    'f/both.js': { added: 1, removed: 1, conflicts: 0, mergeFaults: { local: fault, remote: fault } },
    'f/conflict.js': { added: 1, removed: 1, conflicts: 2, mergeFaults: { remote: fault } },
    'f/git.js': { added: 1, removed: 0, fault },
  },
});

function brief(outcome: Outcome): Record<string, string> {
  const { unparsed, unchecked: _, ...lists } = outcome;
  const names = (list: readonly DiffFile[]) => list.map(({ name }) => name.replace('.js', '')).join(' ');
  const listed = Object.entries({ ...lists, unparsed: unparsed.map(({ file }) => file) });
  return Object.fromEntries(listed.flatMap(([kind, list]) => (list.length > 0 ? [[kind, names(list)]] : [])));
}

function after(action?: BulkChoice) {
  const serviceId = 's';
  if (!action) return choicesOf(noChoices, serviceId);
  return choicesOf(reduceChoices(noChoices, { type: 'chooseAll', serviceId, files, action }), serviceId);
}

test('the presets of the table are told with what they discard', () => {
  expect(brief(outcomeOf(files, after()))).toEqual({
    taken: 'both conflict git here',
    added: 'fresh',
    deleted: 'gone own',
    discarded: 'both conflict here own',
    unparsed: 'git',
  });
});

test('without a base, what is live is replaced: no one is known to have changed it here', () => {
  const apart = sampleFiles({ local: { 'f/a.js': '1', 'f/b.js': '1' }, remote: { 'f/a.js': '2' } });
  expect(brief(outcomeOf(apart, after()))).toMatchObject({ taken: 'a', deleted: 'b', replaced: 'a b' });
  expect(brief(outcomeOf(apart, after()))['discarded']).toBeUndefined();
});

test('by side, nothing made here is lost, and conflicts wait', () => {
  const outcome = outcomeOf(files, after('BY_SIDE'));
  expect(brief(outcome)).toEqual({
    taken: 'git',
    added: 'fresh',
    merged: 'both',
    deleted: 'gone',
    unparsed: 'both git',
    open: 'conflict',
  });
  expect(submitSummary(countsOf([{ name: 'Content', outcome }]))).toBe(
    'Submit 4 changes to Content: 1 changed, 1 new, 1 merged, 1 deletion.',
  );
});

test('merging in favour of the remote loses what conflicts; in favour of local nothing', () => {
  const inRemote = brief(outcomeOf(files, after('MERGE_REMOTE')));
  expect(inRemote).toMatchObject({ discarded: 'conflict own', unparsed: 'both conflict git' });
  expect(brief(outcomeOf(files, after('MERGE_LOCAL')))).toEqual({
    merged: 'both conflict git here',
    unparsed: 'both git',
  });
  expect(brief(outcomeOf(files, after('KEEP_LOCAL')))).toEqual({});
});

test('without a base, a merge in favour of the remote is what git has', () => {
  const examined = { 'f/a.js': { added: 1, removed: 1, fault } };
  const apart = sampleFiles({ local: { 'f/a.js': '1' }, remote: { 'f/a.js': '2' }, examined });
  const unparsedBy = (action: BulkChoice) => {
    const choices = reduceChoices(noChoices, { type: 'chooseAll', serviceId: 's', files: apart, action });
    return brief(outcomeOf(apart, choicesOf(choices, 's')))['unparsed'];
  };
  expect(unparsedBy('MERGE_REMOTE')).toBe('a');
  expect(unparsedBy('MERGE_LOCAL')).toBeUndefined();
});

test('without a base, a merge in favour of local is what is live, which is not checked again', () => {
  const apart = sampleFiles({ local: { 'f/a.js': '1' }, remote: { 'f/a.js': '2' } });
  const added = sampleFiles({ base: {}, local: { 'f/a.js': '1' }, remote: { 'f/a.js': '2' } });
  const uncheckedBy = (action: BulkChoice) =>
    [apart, added].map((list) => {
      const choices = reduceChoices(noChoices, { type: 'chooseAll', serviceId: 's', files: list, action });
      return outcomeOf(list, choicesOf(choices, 's')).unchecked.length;
    });
  expect(uncheckedBy('MERGE_REMOTE')).toEqual([1, 1]);
  expect(uncheckedBy('MERGE_LOCAL')).toEqual([0, 0]);
});

test('a merge by hand that cannot be parsed is named, until it is merged again', () => {
  const file = files.find(({ name }) => name === 'conflict.js') as DiffFile;
  const merge = { type: 'storeMerged', serviceId: 's', file, content: 'both' } as const;
  const broken = reduceChoices(noChoices, { ...merge, fault });
  const outcome = outcomeOf([file], choicesOf(broken, 's'));
  expect(outcome.unparsed).toEqual([{ file, fault }]);
  expect(brief(outcomeOf([file], choicesOf(reduceChoices(broken, merge), 's')))).toEqual({
    merged: 'conflict',
  });
});

test('what was not looked at and becomes live is named as not checked, unless it is merged by hand', () => {
  const many = sampleFiles({
    base: { 'f/git.js': '1', 'f/gone.js': '1', 'f/here.js': '1' },
    local: { 'f/git.js': '1', 'f/gone.js': '1', 'f/here.js': '2', 'f/old.js': '5' },
    remote: { 'f/fresh.js': '3', 'f/git.js': '2', 'f/here.js': '1', 'g/new.js': '5', 'f/seen.js': '4' },
    moved: { 'f/old.js': 'g/new.js' },
    examined: { 'f/seen.js': { added: 1, removed: 0 } },
  });
  const unchecked = (choices = noChoices) =>
    outcomeOf(many, choicesOf(choices, 's')).unchecked.map(({ name }) => name);
  expect(unchecked()).toEqual(['fresh.js', 'git.js', 'here.js']);
  const all = { type: 'chooseAll', serviceId: 's', files: many } as const;
  const merging = reduceChoices(noChoices, { ...all, action: 'MERGE_REMOTE' });
  expect(unchecked(merging)).toEqual(['fresh.js', 'git.js']);
  const file = many.find(({ name }) => name === 'git.js') as DiffFile;
  const byHand = reduceChoices(merging, { type: 'storeMerged', serviceId: 's', file, content: 'both' });
  expect(unchecked(byHand)).toEqual(['fresh.js']);
});

test.each<[by: string, base: Record<string, string>, choice: Choice, expected: object]>([
  ['git', { 'f/a.js': '1' }, 'remote', { merged: 'a' }],
  ['here', { 'g/b.js': '1' }, 'remote', { merged: 'a', discarded: 'a' }],
  ['here', { 'g/b.js': '1' }, 'local', {}],
])('a file moved by %s with edits of both sides: %j, %s', (_by, base, choice, expected) => {
  const moved = sampleFiles({
    base,
    local: { 'f/a.js': '2' },
    remote: { 'g/b.js': '3' },
    moved: { 'f/a.js': 'g/b.js' },
    conflicts: { 'g/b.js': 0 },
  });
  const [file] = moved as [DiffFile];
  const choices = reduceChoices(noChoices, { type: 'choose', serviceId: 's', file, choice });
  expect(brief(outcomeOf(moved, choicesOf(choices, 's')))).toEqual(expected);
});
