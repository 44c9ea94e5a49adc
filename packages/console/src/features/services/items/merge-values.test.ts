import { expect, test } from 'vitest';
import { mergeValues } from './merge-values.ts';

const base = { event: 'order.created', order: '10', fields: [{ name: 'id' }] };

test('what only one side changed is taken from it', () => {
  const mine = { ...base, order: '20' };
  const theirs = { ...base, fields: [{ name: 'id' }, { name: 'to' }] };
  expect(mergeValues(base, mine, theirs)).toEqual({
    values: { ...theirs, order: '20' },
    taken: ['fields'],
    disputed: [],
  });
});

test('what both changed stays as one wrote it, and is named, unless both wrote the same', () => {
  const theirs = { ...base, event: 'order.*', order: '30' };
  expect(mergeValues(base, { ...base, event: 'order.*', order: '20' }, theirs)).toEqual({
    values: { ...base, event: 'order.*', order: '20' },
    taken: [],
    disputed: ['order'],
  });
});
