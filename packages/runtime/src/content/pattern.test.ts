import { expect, it } from 'vitest';
import { CheckBudget } from './check-budget.ts';
import { checkSchema } from './check-schema.ts';
import { validate } from './json-schema.ts';
import { createPatternTest } from './pattern.ts';

const MAX_MS = 100;
/** More than the machine has room for if it kept the error of each. */
const FAILURES = 25_000;

it('tells what matches after however many patterns that could not be used', async () => {
  const testPattern = await createPatternTest();
  for (let count = 0; count < FAILURES; count++) testPattern('[', 'a', MAX_MS);
  expect(testPattern('^a$', 'a', MAX_MS)).toBe(true);
  expect(testPattern('^a$', 'b', MAX_MS)).toBe(false);
}, 60_000);

it('does not take an entry whose pattern was given up, whatever the schema makes of no match', async () => {
  const budget = new CheckBudget(await createPatternTest());
  const texts = Array.from({ length: 8_000 }, () => `${'a'.repeat(30)}b`);
  expect(validate({ items: { not: { pattern: '^(a+)+$' } } }, texts, budget)).toBe(
    'it takes too long to check',
  );
});

it('does not take an entry whose pattern is none', async () => {
  const budget = new CheckBudget(await createPatternTest());
  expect(validate({ not: { pattern: '[' } }, 'a', budget)).toBe('the entry cannot be checked against [');
});

it('refuses a schema whose pattern is none under the flag u', async () => {
  const budget = new CheckBudget(await createPatternTest());
  expect(checkSchema({ properties: { phone: { pattern: '^\\d{3}\\-\\d{4}$' } } }, budget)).toBe(
    'schema.phone has a "pattern" that is no regular expression (with the flag u): ^\\d{3}\\-\\d{4}$',
  );
  expect(checkSchema({ properties: { phone: { pattern: '^\\d{3}-\\d{4}$' } } }, budget)).toBeUndefined();
});
