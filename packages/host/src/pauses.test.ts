import { expect, test } from 'vitest';
import { takeSteps } from './pauses.ts';

test('between long steps all other work has its turn, and the result is that of the last one', async () => {
  const turnsAt: number[] = [];
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  function* compute(): Generator<undefined, string> {
    for (let step = 0; step < 5; step += 1) {
      turnsAt.push(turns);
      const until = performance.now() + 5;
      while (performance.now() < until);
      yield;
    }
    return 'made';
  }
  setImmediate(count);
  expect(await takeSteps(compute())).toBe('made');
  isOver = true;
  expect(new Set(turnsAt).size).toBe(turnsAt.length);
});

test('what a step throws is thrown', async () => {
  function* compute(): Generator<undefined, never> {
    yield;
    throw new TypeError('No.');
  }
  await expect(takeSteps(compute())).rejects.toThrow('No.');
});
