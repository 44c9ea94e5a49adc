import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMoreValues } from './json-values.ts';

/** An empty list or object counts as if it held one. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value).map(countValues);
  return 1 + (inner.length === 0 ? 1 : inner.reduce((sum, each) => sum + each, 0));
}

test('counts what a text holds, whatever stands in its strings', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isSpaced) => {
      const text = JSON.stringify(value, null, isSpaced ? 2 : undefined);
      const count = countValues(JSON.parse(text));
      expect(hasMoreValues(text, count)).toBe(false);
      expect(hasMoreValues(text, count - 1)).toBe(count > 1);
    }),
  );
  expect(hasMoreValues(JSON.stringify({ text: ',[{"\\'.repeat(100) }), 2)).toBe(false);
});

test('ends at a string that does not end', () => {
  expect(hasMoreValues('["a', 2)).toBe(false);
  expect(hasMoreValues('[1,2,"a', 2)).toBe(true);
});

test('a whole configuration in one string may have millions of escapes', () => {
  expect(hasMoreValues(JSON.stringify({ body: '\n'.repeat(8_000_000) }), 2)).toBe(false);
});
