import { expect, test } from 'vitest';
import { DefaultActions } from '../service-api/export.ts';
import {
  allowedChoices,
  BulkAction,
  bulkActionLabels,
  bulkChoice,
  type Choice,
  changesLive,
  choiceLabel,
  DiffType,
  defaultChoice,
  isAllowedChoice,
} from './diff-file.ts';

/** The table of the specification: type, allowed choices with their words, default. */
const table: [DiffType, [Choice, string][], Choice][] = [
  ['NO_CHANGE', [['local', 'Local']], 'local'],
  [
    'CHANGED',
    [
      ['remote', 'Remote'],
      ['local', 'Local'],
      ['merge-local', 'Merge in local'],
      ['merge-remote', 'Merge in remote'],
    ],
    'remote',
  ],
  [
    'DELETED',
    [
      ['delete', 'Delete'],
      ['local', 'Local'],
    ],
    'delete',
  ],
  [
    'NEW',
    [
      ['remote', 'New'],
      ['local', 'Skip'],
    ],
    'remote',
  ],
  [
    'MOVED',
    [
      ['remote', 'Move'],
      ['local', 'Skip'],
    ],
    'remote',
  ],
];

test.each(table)('%s: choices, words and default', (type, choices, byDefault) => {
  expect(allowedChoices[type].map((choice) => [choice, choiceLabel(type, choice)])).toEqual(choices);
  expect(defaultChoice(type)).toBe(byDefault);
});

test('the table names every type', () => {
  expect(table.map(([type]) => type).toSorted()).toEqual(DiffType.options.toSorted());
});

/** Bulk mapping of the specification: what each action gives for NEW, DELETED, CHANGED, MOVED, NO_CHANGE. */
const bulk: [BulkAction, string, Record<DiffType, Choice>][] = [
  [
    'KEEP_LOCAL',
    'Keep LOCAL',
    { NEW: 'local', DELETED: 'local', CHANGED: 'local', MOVED: 'local', NO_CHANGE: 'local' },
  ],
  [
    'APPLY_REMOTE',
    'Apply REMOTE',
    { NEW: 'remote', DELETED: 'delete', CHANGED: 'remote', MOVED: 'remote', NO_CHANGE: 'local' },
  ],
  [
    'MERGE_LOCAL',
    'Merge into LOCAL',
    { NEW: 'local', DELETED: 'local', CHANGED: 'merge-local', MOVED: 'local', NO_CHANGE: 'local' },
  ],
  [
    'MERGE_REMOTE',
    'Merge into REMOTE',
    { NEW: 'remote', DELETED: 'delete', CHANGED: 'merge-remote', MOVED: 'remote', NO_CHANGE: 'local' },
  ],
];

test.each(bulk)('%s', (action, label, expected) => {
  expect(bulkActionLabels[action]).toBe(label);
  const given = DiffType.options.map((type) => [type, bulkChoice(action, type)] as const);
  expect(Object.fromEntries(given)).toEqual(expected);
  expect(given.filter(([type, choice]) => !isAllowedChoice(type, choice))).toEqual([]);
});

test('every bulk action is in the table', () => {
  expect(bulk.map(([action]) => action)).toEqual(BulkAction.options);
});

test("a service's defaults win, the nearest folder first, unless the type does not allow them", () => {
  const actions = DefaultActions.parse({
    rules: { CHANGED: 'local', DELETED: 'local' },
    'rules/own': { CHANGED: 'merge-local', NEW: 'delete' },
  });
  expect(defaultChoice('CHANGED', 'functions', actions)).toBe('remote');
  expect(defaultChoice('CHANGED', 'rules', actions)).toBe('local');
  expect(defaultChoice('CHANGED', 'rules/own/deep', actions)).toBe('merge-local');
  expect(defaultChoice('DELETED', 'rules/own', actions)).toBe('local');
  expect(defaultChoice('NEW', 'rules/own', actions)).toBe('remote');
  expect(defaultChoice('CHANGED', 'constructor', actions)).toBe('remote');
});

test('only a choice other than local alters the live configuration', () => {
  expect(changesLive('CHANGED', 'remote')).toBe(true);
  expect(changesLive('DELETED', 'delete')).toBe(true);
  expect(changesLive('NEW', 'local')).toBe(false);
  expect(changesLive('NO_CHANGE', 'local')).toBe(false);
});
