import { expect, it, vi } from 'vitest';
import { lastResultOf } from './last-result.ts';

it('computes again only what another argument asks for', () => {
  const compute = vi.fn<(key: { name: string }, suffix: string, count: number) => string>(
    ({ name }, suffix, count) => name + suffix.repeat(count),
  );
  const remembered = lastResultOf(compute);
  const [first, second] = [{ name: 'a' }, { name: 'b' }];
  expect([remembered(first, '!', 2), remembered(second, '!', 2)]).toEqual(['a!!', 'b!!']);
  expect([remembered(first, '!', 2), remembered(second, '!', 2)]).toEqual(['a!!', 'b!!']);
  expect(compute).toHaveBeenCalledTimes(2);
  expect(remembered(first, '!', 1)).toBe('a!');
  expect(remembered(second, '!', 2), 'what another one asks for does not count').toBe('b!!');
  expect(compute).toHaveBeenCalledTimes(3);
  expect(remembered(first, '!', 2), 'only the last one is kept').toBe('a!!');
  expect(compute).toHaveBeenCalledTimes(4);
});
