import { expect, it } from 'vitest';
import { createPatternTest } from './pattern.ts';

/** More than the machine has room for if it kept the error of each. */
const FAILURES = 25_000;

it('tells what matches after however many patterns that could not be used', async () => {
  const testPattern = await createPatternTest();
  for (let count = 0; count < FAILURES; count++) testPattern('[', 'a');
  expect(testPattern('^a$', 'a')).toBe(true);
  expect(testPattern('^a$', 'b')).toBe(false);
}, 60_000);
