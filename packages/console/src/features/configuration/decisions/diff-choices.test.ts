import {
  allowedChoices,
  BulkAction,
  DiffType,
  defaultChoice,
} from '@atrium/contract/configuration/diff-file';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { expect, test } from 'vitest';
import {
  type ChosenFile,
  choiceOf,
  choicesOf,
  isMergeHomeless,
  isMergeLive,
  isMergeStale,
  isOpen,
  mergedOf,
  noChoices,
  shownChoice,
} from './diff-choices.ts';
import { mergesLostBy, reduceChoices } from './reduce-choices.ts';

const fileOf = (type: DiffType, name = `${type.toLowerCase()}.js`): ChosenFile => ({
  type,
  folderPath: 'functions/orders',
  name,
});
const all = DiffType.options.map((type) => fileOf(type));
const serviceId = 'hyper-dispatch';
const changed = fileOf('CHANGED');

test.each(DiffType.options)(
  '%s starts with its default and takes every allowed choice, and no other',
  (type) => {
    const file = fileOf(type);
    expect(choiceOf(choicesOf(noChoices, serviceId), file)).toBe(defaultChoice(type));
    for (const choice of ['remote', 'local', 'delete', 'merge-local', 'merge-remote'] as const) {
      const chosen = reduceChoices(noChoices, { type: 'choose', serviceId, file, choice });
      const expected = allowedChoices[type].includes(choice) ? choice : defaultChoice(type);
      expect(choiceOf(choicesOf(chosen, serviceId), file)).toBe(expected);
    }
  },
);

test.each([
  ['KEEP_LOCAL', ['local', 'local', 'local', 'local', 'local']],
  ['APPLY_REMOTE', ['remote', 'delete', 'remote', 'remote', 'local']],
  ['MERGE_LOCAL', ['local', 'local', 'merge-local', 'local', 'local']],
  ['MERGE_REMOTE', ['remote', 'delete', 'merge-remote', 'remote', 'local']],
] as const)('%s for a whole service', (action, expected) => {
  const chosen = reduceChoices(noChoices, { type: 'chooseAll', serviceId, files: all, action });
  expect(all.map((file) => choiceOf(choicesOf(chosen, serviceId), file))).toEqual(expected);
  expect(BulkAction.options).toContain(action);
});

test('a preset holds until somebody chooses', () => {
  const kept = { ...changed, preset: 'local' as const };
  expect(choiceOf(choicesOf(noChoices, serviceId), kept)).toBe('local');
  const chosen = reduceChoices(noChoices, { type: 'choose', serviceId, file: kept, choice: 'remote' });
  expect(choiceOf(choicesOf(chosen, serviceId), kept)).toBe('remote');
});

test('merging by side leaves a conflict to be decided, and whoever decides it ends that', () => {
  const conflict = { ...changed, bySide: null };
  const bySide = { type: 'chooseAll', serviceId, files: [conflict], action: 'BY_SIDE' } as const;
  const open = choicesOf(reduceChoices(noChoices, bySide), serviceId);
  expect([isOpen(open, conflict), shownChoice(open, conflict), choiceOf(open, conflict)]).toEqual([
    true,
    null,
    'local',
  ]);
  const choose = { type: 'choose', serviceId, file: conflict, choice: 'local' } as const;
  const decided = choicesOf(reduceChoices(reduceChoices(noChoices, bySide), choose), serviceId);
  expect([isOpen(decided, conflict), shownChoice(decided, conflict)]).toEqual([false, 'local']);
  const undecided = { ...changed, preset: null };
  expect(isOpen(choicesOf(noChoices, serviceId), undecided)).toBe(true);
});

test('what was merged and submitted stays as it is live, at the place where it went', () => {
  const moved = { ...fileOf('MOVED', 'a.js'), movedTo: { folderPath: 'g', name: 'b.js' } };
  const choices = choicesOf(noChoices, serviceId);
  const submitted = reduceChoices(noChoices, { type: 'submitted', serviceId, files: [moved], choices });
  const live: ChosenFile = { type: 'CHANGED', folderPath: 'g', name: 'b.js' };
  expect(choiceOf(choicesOf(submitted, serviceId), live)).toBe('local');
});

test('what is decided while a submit is on its way stays when that has ended', () => {
  const store = (content: string) => ({ type: 'storeMerged', serviceId, file: changed, content }) as const;
  const sent = reduceChoices(noChoices, store('first'));
  const files = [changed];
  const submitted = { type: 'submitted', serviceId, files, choices: choicesOf(sent, serviceId) } as const;
  const end = (now: typeof sent) => choicesOf(reduceChoices(structuredClone(now), submitted), serviceId);
  expect(choiceOf(end(sent), changed)).toBe('local');
  expect(mergedOf(end(reduceChoices(sent, store('second'))), changed)).toBe('second');
  const chosen = { type: 'choose', serviceId, file: changed, choice: 'remote' } as const;
  expect(choiceOf(end(reduceChoices(sent, chosen)), changed)).toBe('remote');
});

test('changing a choice clears the merged content, says so before, and can be undone', () => {
  const choose = { type: 'choose', serviceId, file: changed, choice: 'merge-remote' } as const;
  const merging = reduceChoices(noChoices, choose);
  const merged = reduceChoices(merging, { type: 'storeMerged', serviceId, file: changed, content: 'both' });
  expect(choiceOf(choicesOf(merged, serviceId), changed)).toBe('merge-remote');
  expect(mergedOf(choicesOf(merged, serviceId), changed)).toBe('both');
  expect(mergesLostBy(merged, choose)).toEqual([]);
  expect(mergedOf(choicesOf(reduceChoices(merged, choose), serviceId), changed)).toBe('both');

  const other = { type: 'choose', serviceId, file: changed, choice: 'merge-local' } as const;
  expect(mergesLostBy(merged, other)).toEqual([changed]);
  const cleared = reduceChoices(merged, other);
  expect(mergedOf(choicesOf(cleared, serviceId), changed)).toBeUndefined();
  expect(reduceChoices(cleared, { type: 'restore', choices: merged })).toBe(merged);

  const bulk = { type: 'chooseAll', serviceId, files: all, action: 'KEEP_LOCAL' } as const;
  expect(mergesLostBy(merged, bulk)).toEqual([changed]);
});

test('merging a file for which remote was chosen makes it a merge', () => {
  const merged = reduceChoices(noChoices, { type: 'storeMerged', serviceId, file: changed, content: '' });
  expect(choiceOf(choicesOf(merged, serviceId), changed)).toBe('merge-local');
  expect(mergedOf(choicesOf(merged, serviceId), changed)).toBe('');
});

test('a choice that the file no longer allows does not count', () => {
  const choose = { type: 'choose', serviceId, file: changed, choice: 'merge-local' } as const;
  const deleted: ChosenFile = { ...changed, type: 'DELETED' };
  expect(choiceOf(choicesOf(reduceChoices(noChoices, choose), serviceId), deleted)).toBe('delete');
});

test('a merge that the file can no longer hold is decided by no preset, and lost only after a question', () => {
  const stored = reduceChoices(noChoices, { type: 'storeMerged', serviceId, file: changed, content: 'x' });
  const choices = choicesOf(stored, serviceId);
  for (const type of ['NEW', 'DELETED'] as const) {
    const file: ChosenFile = { ...changed, type };
    expect([isMergeHomeless(choices, file), isOpen(choices, file)]).toEqual([true, true]);
    expect([choiceOf(choices, file), mergedOf(choices, file)]).toEqual(['local', undefined]);
    const choose = { type: 'choose', serviceId, file, choice: 'local' } as const;
    expect(mergesLostBy(stored, choose)).toEqual([file]);
    expect(isOpen(choicesOf(reduceChoices(stored, choose), serviceId), file)).toBe(false);
  }
  const same: ChosenFile = { ...changed, type: 'NO_CHANGE' };
  expect([isMergeHomeless(choices, same), isOpen(choices, same)]).toEqual([true, false]);
  expect(isMergeHomeless(choices, { ...same, local: { checksum: blobId('x') } })).toBe(false);
});

test('a merge counts only for the local content that it was made from', () => {
  const before: ChosenFile = { ...changed, local: { checksum: '1' } };
  const merged = reduceChoices(noChoices, { type: 'storeMerged', serviceId, file: before, content: 'x' });
  expect(mergedOf(choicesOf(merged, serviceId), before)).toBe('x');
  const moved: ChosenFile = { ...changed, local: { checksum: '2' } };
  expect(mergedOf(choicesOf(merged, serviceId), moved)).toBeUndefined();
  expect(isMergeStale(choicesOf(merged, serviceId), moved)).toBe(true);
  expect(isMergeStale(choicesOf(merged, serviceId), before)).toBe(false);
});

test('a merge whose live file is its own text is live, whatever came of the answer to its submit', () => {
  const before: ChosenFile = { ...changed, local: { checksum: '1' } };
  const merged = reduceChoices(noChoices, { type: 'storeMerged', serviceId, file: before, content: 'both' });
  const live: ChosenFile = { ...changed, local: { checksum: blobId('both') } };
  const choices = choicesOf(merged, serviceId);
  expect([isMergeLive(choices, live), isMergeStale(choices, live)]).toEqual([true, false]);
  expect([choiceOf(choices, live), mergedOf(choices, live)]).toEqual(['local', undefined]);
  expect(isMergeLive(choices, before)).toBe(false);
  // A newly chosen merge replaces it.
  const choose = { type: 'choose', serviceId, file: live, choice: 'merge-local' } as const;
  expect(choiceOf(choicesOf(reduceChoices(merged, choose), serviceId), live)).toBe('merge-local');
});

test('ignoring and retrying a service leaves its choices and the other services alone', () => {
  const chosen = reduceChoices(noChoices, { type: 'choose', serviceId, file: changed, choice: 'local' });
  const ignored = reduceChoices(chosen, { type: 'ignore', serviceId });
  expect(choicesOf(ignored, serviceId).isIgnored).toBe(true);
  expect(choicesOf(ignored, 'content').isIgnored).toBe(false);
  const again = reduceChoices(ignored, { type: 'retry', serviceId });
  expect(choicesOf(again, serviceId)).toEqual(choicesOf(chosen, serviceId));
});

test('of what cannot be read in the remote only the local file can be kept', () => {
  const files = (['NEW', 'CHANGED'] as const).map((type) => ({
    ...fileOf(type),
    unreadable: 'NOT_TEXT' as const,
  }));
  const before = choicesOf(noChoices, serviceId);
  expect(files.map((file) => choiceOf(before, file))).toEqual(['local', 'local']);
  const action = { type: 'chooseAll', serviceId, files, action: 'MERGE_REMOTE' } as const;
  const chosen = choicesOf(reduceChoices(noChoices, action), serviceId);
  expect(files.map((file) => choiceOf(chosen, file))).toEqual(['local', 'local']);
  // Chosen before the marks are loaded.
  const early = reduceChoices(noChoices, { type: 'choose', serviceId, file: changed, choice: 'remote' });
  expect(choiceOf(choicesOf(early, serviceId), { ...changed, unreadable: 'TOO_LARGE' })).toBe('local');
});

test('one decision about a file and its metadata clears both merges, and is one question', () => {
  const pair = [fileOf('CHANGED', 'a.js'), fileOf('CHANGED', 'a.meta.js')];
  const merged = pair.reduce(
    (choices, file) => reduceChoices(choices, { type: 'storeMerged', serviceId, file, content: 'by hand' }),
    noChoices,
  );
  const action = {
    type: 'chooseEach',
    serviceId,
    decisions: pair.map((file) => [file, 'remote'] as const),
  } as const;
  expect(mergesLostBy(merged, action)).toEqual(pair);
  const chosen = choicesOf(reduceChoices(merged, action), serviceId);
  expect(pair.map((file) => choiceOf(chosen, file))).toEqual(['remote', 'remote']);
});
