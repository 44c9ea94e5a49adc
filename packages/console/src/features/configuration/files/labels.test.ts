import {
  allowedChoices,
  BulkAction,
  type Choice,
  type DiffType,
} from '@atrium/contract/configuration/diff-file';
import { expect, test } from 'vitest';
import { bulkActionLabels, choiceLabel } from './labels.ts';

/** The table of the specification: the words of the choices that each type allows. */
const table: [DiffType, [Choice, string][]][] = [
  ['NO_CHANGE', [['local', 'Local']]],
  [
    'CHANGED',
    [
      ['remote', 'Remote'],
      ['local', 'Local'],
      ['merge-local', 'Merge in local'],
      ['merge-remote', 'Merge in remote'],
    ],
  ],
  [
    'DELETED',
    [
      ['delete', 'Delete'],
      ['local', 'Local'],
    ],
  ],
  [
    'NEW',
    [
      ['remote', 'New'],
      ['local', 'Skip'],
    ],
  ],
  [
    'MOVED',
    [
      ['remote', 'Move'],
      ['local', 'Skip'],
    ],
  ],
];

test.each(table)('%s: words of the choices', (type, choices) => {
  expect(allowedChoices[type].map((choice) => [choice, choiceLabel(type, choice)])).toEqual(choices);
});

test('every bulk action has the word of the specification', () => {
  expect(BulkAction.options.map((action) => bulkActionLabels[action])).toEqual([
    'Keep LOCAL',
    'Apply REMOTE',
    'Merge into LOCAL',
    'Merge into REMOTE',
  ]);
});
