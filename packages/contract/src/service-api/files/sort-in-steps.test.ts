import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortInSteps } from './sort-in-steps.ts';

interface Numbered {
  value: number;
  at: number;
}

const byValue = (a: Numbered, b: Numbered) => a.value - b.value;

function sort(all: readonly Numbered[]) {
  const steps = sortInSteps(all, byValue);
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done === true) return { sorted: value, count };
  }
}

test('sorts as toSorted does, and keeps the order of equal ones', () => {
  const lists = fc
    .array(fc.nat(50), { maxLength: 2_000, size: 'max' })
    .map((values) => values.map((value, at) => ({ value, at })));
  fc.assert(
    fc.property(lists, (all) => {
      expect(sort(all).sorted).toEqual(all.toSorted(byValue));
    }),
    { numRuns: 50 },
  );
});

test('the longer the list, the more steps', () => {
  const all = Array.from({ length: 10_000 }, (_, at) => ({ value: -at, at }));
  expect(sort(all).count).toBeGreaterThan(100);
  expect(sort([]).sorted).toEqual([]);
});
