import { expect, test } from 'vitest';
import { createIds } from './ids.ts';

test('ids sort in the order of their creation, within a millisecond and when the clock is set back', () => {
  let time = Date.parse('2026-11-21T10:00:00Z');
  const createId = createIds(() => new Date(time));
  const ids = Array.from({ length: 1000 }, createId);
  time += 1;
  ids.push(createId());
  time -= 60_000;
  for (let count = 0; count < 1000; count++) ids.push(createId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(2001);
});
