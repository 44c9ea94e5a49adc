import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { expect, test } from 'vitest';
import { keepUnchanged, mergeChanges, type RunChanges } from './merge-changes.ts';

const makeTest = (id: string, status: string) => ({ id, serviceId: id.split('/')[0], status });
const run = {
  runId: 'r',
  status: 'RUNNING',
  revision: 3,
  counts: { PENDING: 3 },
  servicesTests: [
    {
      serviceId: 'a',
      version: 1,
      error: null,
      tests: [makeTest('a/1', 'PENDING'), makeTest('a/2', 'PENDING')],
    },
    { serviceId: 'b', version: 1, error: null, tests: [makeTest('b/1', 'PENDING')] },
  ],
} as unknown as TestRun;

function makeChanges(more: object): RunChanges {
  const versions = { a: 1, b: 1 };
  const changes = {
    runId: 'r',
    status: 'RUNNING',
    revision: 4,
    counts: { OK: 1, PENDING: 2 },
    versions,
    errors: {},
    tests: [],
  };
  return { ...changes, ...more } as unknown as RunChanges;
}

test('changed tests take their places, and what did not change stays the same', () => {
  const next = mergeChanges(run, makeChanges({ tests: [makeTest('a/2', 'OK')] }));
  expect(next.servicesTests[0]?.tests.map(({ status }) => status)).toEqual(['PENDING', 'OK']);
  expect(next.servicesTests[0]?.tests[0]).toBe(run.servicesTests[0]?.tests[0]);
  expect(next.servicesTests[1]).toBe(run.servicesTests[1]);
  expect(next).toMatchObject({ revision: 4, counts: { OK: 1, PENDING: 2 } });
  expect(next).not.toHaveProperty('tests');
});

test('a version that was found out shows without any test having changed', () => {
  const next = mergeChanges(run, makeChanges({ versions: { a: 1, b: 2 } }));
  expect(next.servicesTests[1]).toMatchObject({ version: 2 });
});

test('a service that stayed away ends the run with its reason', () => {
  const ended = { status: 'CANCELED', tests: [makeTest('a/2', 'CANCELED')] };
  const next = mergeChanges(run, makeChanges({ ...ended, errors: { a: 'Shop cannot be reached.' } }));
  expect(next.servicesTests.map(({ error }) => error)).toEqual(['Shop cannot be reached.', null]);
  expect(next).not.toHaveProperty('errors');
  expect(mergeChanges(next, makeChanges({ revision: 5 })).servicesTests[0]).toBe(next.servicesTests[0]);
});

test('an answer that came too late, or is of another run, changes nothing', () => {
  expect(mergeChanges(run, makeChanges({ revision: 2 }))).toBe(run);
  expect(mergeChanges(run, makeChanges({ runId: 'other' }))).toBe(run);
});

test('a run that is read again keeps what did not change', () => {
  const again = structuredClone(run);
  Object.assign(again, { revision: 4 });
  Object.assign(again.servicesTests[0]?.tests[1] ?? {}, { status: 'OK' });
  const next = keepUnchanged(run, again);
  expect(next).toEqual(again);
  expect(next.servicesTests[0]?.tests[0]).toBe(run.servicesTests[0]?.tests[0]);
  expect(next.servicesTests[0]?.tests[1]).not.toBe(run.servicesTests[0]?.tests[1]);
  expect(next.servicesTests[1]).toBe(run.servicesTests[1]);
});

test('a reading that was overtaken by changes does not take the run back', () => {
  const next = mergeChanges(run, makeChanges({ tests: [makeTest('a/2', 'OK')] }));
  expect(keepUnchanged(next, structuredClone(run))).toBe(next);
  expect(keepUnchanged({ ...run, runId: 'other' }, run)).toBe(run);
});
