import { expect, it } from 'vitest';
import { MAX_KEPT_VMS } from '../limits.ts';
import { KeptMachines } from './kept-machines.ts';

it.each([
  ['nothing while there is room', -1, ['a', 'b', 'c'], 12],
  ['the least recently used, until enough is free', 5, ['c'], 4],
  ['all but the last', 100, ['c'], 4],
])('lets go of %s', (_, bytes, keys, rest) => {
  const machines = new KeptMachines<{ memoryBytes: number }>();
  for (const key of ['a', 'b', 'c']) machines.keep(key, { memoryBytes: 4 });
  expect(machines.dropOldest(bytes)).toBe(rest);
  expect(['a', 'b', 'c'].filter((key) => machines.take(key))).toEqual(keys);
});

it('hands out each machine once, the last of several of one key first', () => {
  const machines = new KeptMachines<{ memoryBytes: number }>();
  const [first, second] = [{ memoryBytes: 1 }, { memoryBytes: 1 }];
  machines.keep('a', first);
  machines.keep('a', second);
  expect([machines.take('a'), machines.take('a'), machines.take('a')]).toEqual([second, first, undefined]);
  for (let i = 0; i <= MAX_KEPT_VMS; i++) machines.keep(String(i), first);
  expect([machines.take('0'), machines.take('1')]).toEqual([undefined, first]);
});
