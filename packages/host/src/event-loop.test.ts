import { expect, test } from 'vitest';
import { takeSteps } from './event-loop.ts';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

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
      work(5);
      yield;
    }
    return 'made';
  }
  setImmediate(count);
  expect(await takeSteps(compute())).toBe('made');
  isOver = true;
  expect(new Set(turnsAt).size).toBe(turnsAt.length);
});

test('where others are at work, a long computation rests for several of their turns', async () => {
  const STEPS = 20;
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    work(0.3);
    if (!isOver) setImmediate(other);
  };
  function* compute(): Generator<undefined, undefined> {
    for (let step = 0; step < STEPS; step += 1) {
      work(1);
      yield;
    }
  }
  setImmediate(other);
  await takeSteps(compute());
  isOver = true;
  expect(turns).toBeGreaterThan(STEPS + 5);
});

test('what a step throws is thrown', async () => {
  function* compute(): Generator<undefined, never> {
    yield;
    throw new TypeError('No.');
  }
  await expect(takeSteps(compute())).rejects.toThrow('No.');
});
