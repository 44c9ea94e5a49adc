import { expect, test } from 'vitest';
import { DefaultActions } from '../service-api/versions/export.ts';
import {
  allowedChoices,
  BulkAction,
  bulkChoice,
  type Choice,
  changesLive,
  DiffType,
  defaultChoice,
  isAllowedChoice,
} from './diff-file.ts';

/** The table of the specification: type, allowed choices, default. */
const table: [DiffType, Choice[], Choice][] = [
  ['NO_CHANGE', ['local'], 'local'],
  ['CHANGED', ['remote', 'local', 'merge-local', 'merge-remote'], 'remote'],
  ['DELETED', ['delete', 'local'], 'delete'],
  ['NEW', ['remote', 'local'], 'remote'],
  ['MOVED', ['remote', 'local'], 'remote'],
];

test.each(table)('%s: choices and default', (type, choices, byDefault) => {
  expect(allowedChoices[type]).toEqual(choices);
  expect(defaultChoice(type)).toBe(byDefault);
});

test('the table names every type', () => {
  expect(table.map(([type]) => type).toSorted()).toEqual(DiffType.options.toSorted());
});

/** Bulk mapping of the specification: the result of each action for NEW, DELETED, CHANGED, MOVED, NO_CHANGE. */
const bulk: [BulkAction, Record<DiffType, Choice>][] = [
  ['KEEP_LOCAL', { NEW: 'local', DELETED: 'local', CHANGED: 'local', MOVED: 'local', NO_CHANGE: 'local' }],
  [
    'APPLY_REMOTE',
    { NEW: 'remote', DELETED: 'delete', CHANGED: 'remote', MOVED: 'remote', NO_CHANGE: 'local' },
  ],
  [
    'MERGE_LOCAL',
    { NEW: 'local', DELETED: 'local', CHANGED: 'merge-local', MOVED: 'local', NO_CHANGE: 'local' },
  ],
  [
    'MERGE_REMOTE',
    { NEW: 'remote', DELETED: 'delete', CHANGED: 'merge-remote', MOVED: 'remote', NO_CHANGE: 'local' },
  ],
];

test.each(bulk)('%s', (action, expected) => {
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

test('the choice of a default may be in capitals', () => {
  const sent = { functions: { CHANGED: 'MERGE-LOCAL' as Choice, DELETED: 'LOCAL' as Choice } };
  expect(DefaultActions.parse(sent)).toEqual({ functions: { CHANGED: 'merge-local', DELETED: 'local' } });
  expect(defaultChoice('CHANGED', 'functions/orders', sent)).toBe('merge-local');
  expect(defaultChoice('DELETED', 'functions', sent)).toBe('local');
});
