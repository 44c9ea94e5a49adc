import { beforeEach, expect, it } from 'vitest';
import { forgetKeptInputs, keepInput, readKeptInput } from './kept-input.ts';

beforeEach(() => forgetKeptInputs());

it('keeps inputs beyond the tab, each by its key, until they are forgotten', () => {
  keepInput('ada/greet', '{"name":"Ada"}');
  keepInput('ada/sum', '[1]');
  keepInput('ada/sum', '[1,2]');
  // Simulates another tab, or a restart of this one.
  sessionStorage.clear();
  expect([readKeptInput('ada/greet'), readKeptInput('ada/sum')]).toEqual(['{"name":"Ada"}', '[1,2]']);
  expect(readKeptInput('ada/other')).toBeNull();
  forgetKeptInputs();
  expect(readKeptInput('ada/greet')).toBeNull();
  expect(JSON.stringify(localStorage)).not.toMatch(/ada\//);
});

it('keeps so much in all, and lets go of what was kept longest ago', () => {
  const long = 'x'.repeat(100 * 1024);
  for (const name of ['a', 'b', 'c']) keepInput(name, long);
  expect(['a', 'b', 'c'].filter((name) => readKeptInput(name) !== null)).toEqual(['b', 'c']);
  keepInput('d', long.repeat(3));
  expect(readKeptInput('d')).toBeNull();
});
