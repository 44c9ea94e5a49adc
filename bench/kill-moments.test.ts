import { expect, test } from 'vitest';
import { KILL_SEED, killPlaces } from './kill-moments.ts';

test('each part of the work has one kill, somewhere within it', () => {
  const places = killPlaces(20, 7).map((place) => place * 20);
  expect(places.map(Math.floor)).toEqual([...places.keys()]);
  expect(new Set(places.map((place) => place % 1)).size).toBe(20);
});

test('a seed repeats its kills, and another one has other kills', () => {
  expect(killPlaces(20, 7)).toEqual(killPlaces(20, 7));
  expect(killPlaces(20, 7)).not.toEqual(killPlaces(20, 8));
  expect(killPlaces(20)).toEqual(killPlaces(20, KILL_SEED));
});
