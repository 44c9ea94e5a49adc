import { expect, it } from 'vitest';
import { dropOldest } from './kept-machines.ts';

it.each([
  ['nothing while there is room', -1, ['a', 'b', 'c'], 12],
  ['the least recently used, until enough is free', 5, ['c'], 4],
  ['all but the last', 100, ['c'], 4],
])('lets go of %s', (_, bytes, keys, rest) => {
  const kept = new Map(['a', 'b', 'c'].map((key) => [key, { memoryBytes: 4 }]));
  expect(dropOldest(kept, bytes)).toBe(rest);
  expect([...kept.keys()]).toEqual(keys);
});
