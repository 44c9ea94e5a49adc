import { expect, test } from 'vitest';
import { buildRun, buildTest } from './run.fixture.ts';
import { countUnskipped, progressOf } from './run-counts.ts';

test('tests that were left out at the start are neither to run nor done', () => {
  const leftOut = ['b', 'c'].map((id) => buildTest(id, null, { action: 'SKIP', status: 'SKIPPED' }));
  const tests = [buildTest('a', null, { status: 'RUNNING' }), ...leftOut];
  const run = buildRun(
    {},
    {
      status: 'RUNNING',
      counts: { RUNNING: 1, SKIPPED: 2 },
      servicesTests: [{ serviceId: 'shop', version: 3, tests, error: null }],
    },
  );
  expect(progressOf(run)).toEqual({ total: 1, done: 0 });
  expect(countUnskipped(run)).toBe(1);
});

test('tests that a first failure left behind were to run, and are not done', () => {
  const tests = [buildTest('a', 'gone'), buildTest('b', null, { status: 'SKIPPED' })];
  const run = buildRun(
    {},
    {
      counts: { FAIL: 1, SKIPPED: 1 },
      servicesTests: [{ serviceId: 'shop', version: 3, tests, error: null }],
    },
  );
  expect(progressOf(run)).toEqual({ total: 2, done: 1 });
});
