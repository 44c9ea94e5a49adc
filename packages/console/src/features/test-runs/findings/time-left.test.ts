import { expect, test } from 'vitest';
import { buildRun } from '../run.fixture.ts';
import { timeLeft, timeLeftText } from './time-left.ts';

function runningRun(finished: number, waiting: number, duration: number) {
  const all = Array.from({ length: finished + waiting }, (_, index) => [`t${index}`, null]);
  const run = buildRun(Object.fromEntries(all), { status: 'RUNNING', duration });
  run.servicesTests[0]?.tests.forEach((one, index) => {
    if (index >= finished) Object.assign(one, { status: 'PENDING', duration: null });
  });
  return run;
}

test('at its start a run is judged by the pace of the one before it', () => {
  const tests = { 'shop/t0': 4000, 'shop/t1': 6000 };
  expect(timeLeft(runningRun(0, 2, 100), { tests, pace: 0.5 })).toBe(5000);
  // A test that is new takes as long as the others do.
  expect(timeLeft(runningRun(0, 3, 100), { tests, pace: 0.5 })).toBe(7500);
  expect(timeLeft(runningRun(0, 2, 100), { tests: {}, pace: null })).toBeUndefined();
});

test('later it is judged by its own', () => {
  const tests = { 'shop/t0': 4000, 'shop/t1': 6000 };
  expect(timeLeft(runningRun(1, 1, 8000), { tests, pace: 0.5 })).toBe(12_000);
  // The very first run of a domain has only itself to go by.
  expect(timeLeft(runningRun(1, 3, 900), { tests: {}, pace: null })).toBe(2700);
});

test('a time left is said roughly', () => {
  expect([0, 4200, 21_000, 56_000, 130_000].map(timeLeftText)).toEqual([
    'a few seconds left',
    'about 5 s left',
    'about 25 s left',
    'about 1 min left',
    'about 3 min left',
  ]);
  expect(timeLeftText(undefined)).toBeUndefined();
});
