import { expect, test } from 'vitest';
import { submitSummary } from './submit-summary.ts';

const kinds = (added: number, changed: number, deleted: number) => [
  { count: added, one: 'new', many: 'new' },
  { count: changed, one: 'changed', many: 'changed' },
  { count: deleted, one: 'deletion', many: 'deletions' },
];

test.each([
  [['Functions'], kinds(3, 8, 1), 0, 'Submit 12 changes to Functions: 3 new, 8 changed, 1 deletion.'],
  [['Content'], kinds(0, 1, 0), 1, 'Submit 1 change to Content: 1 changed. Discards 1 change made here.'],
  [
    ['Content', 'Functions'],
    kinds(0, 2, 1200),
    2,
    'Submit 1,202 changes to 2 services: 2 changed, 1,200 deletions. Discards 2 changes made here.',
  ],
  [[], kinds(0, 0, 0), 0, 'Nothing to change.'],
])('a submit to %j is told in numbers', (services, counted, discardCount, text) => {
  const counts = { services, kinds: counted, discardCount, replaceCount: 0, noun: 'file' } as const;
  expect(submitSummary(counts)).toBe(text);
});

test('what no one is known to have changed is replaced, not discarded', () => {
  const counts = { services: ['Content'], kinds: kinds(0, 4, 0), discardCount: 0, noun: 'item' } as const;
  expect(submitSummary({ ...counts, replaceCount: 4 })).toBe(
    'Submit 4 changes to Content: 4 changed. Replaces 4 live items.',
  );
});
