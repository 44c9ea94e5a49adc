import { expect, test } from 'vitest';
import { costNote } from './cost-note.ts';

test('what costs leave out is said, and nothing if nothing is', () => {
  expect(costNote({ isOwnOnly: false, unpriced: [] }, 'functions')).toBeUndefined();
  expect(costNote({ isOwnOnly: true, unpriced: [] }, 'functions')).toBe('Costs are those of your own calls.');
  expect(costNote({ isOwnOnly: true, unpriced: [] }, 'collections')).toBe(
    'Only your own calls and their costs are counted.',
  );
  const unpriced = [
    { metric: 'event', measure: 'COUNTER' as const },
    { metric: 'invoke', measure: 'TIMER' as const },
  ];
  expect(costNote({ isOwnOnly: false, unpriced }, 'functions')).toBe(
    'Not in these costs, because there was no price: calls of “event”, time of “invoke”.',
  );
});
