import { expect, it } from 'vitest';
import { nameOfTarget, targetOf } from './usage-target.ts';

it.each(['greet', 'orders/create', 'orders/test', 'live', 'test'])('finds %s again by its target', (name) => {
  expect(nameOfTarget(targetOf(name))).toBe(name);
});

it('never takes a function for the calls of tests', () => {
  expect([targetOf('test'), targetOf('live')]).toEqual(['/test', '/live']);
  expect([nameOfTarget('test'), nameOfTarget('live')]).toEqual([undefined, undefined]);
});
